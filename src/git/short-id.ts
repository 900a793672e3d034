/** A commit as messages name it. */
export function shortId(commit: string): string {
  return `${commit.slice(0, 10)}…`
}
