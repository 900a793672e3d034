/** Is this the file system's own error of that name (`ENOENT`, `EEXIST`, …)? */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
