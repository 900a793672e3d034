/** What the shim gathers from git while node starts. `null` anywhere means: do not trust it, judge in full. */
export interface GateInput {
  /** Inode of the index that was compared, as `ls -i` printed it. */
  readonly index: string
  /** `git diff-index --cached --raw -z` against HEAD. */
  readonly raw: Buffer
  readonly head: string
  readonly intents: string
  /** Blob id; null = HEAD has no policy file. */
  readonly policy: string | null
}

const END = Buffer.from('ok\0')

/** Reads `<inode> <file>\n\0`, the raw diff, `ok\0`, and three answers of `cat-file --batch-check`. */
export function parseInput(bytes: Buffer): GateInput | null {
  // The file may lie in a folder whose name holds a newline.
  const start = bytes.indexOf(0)
  const end = bytes.lastIndexOf(END)
  if (start === -1 || end <= start) return null
  const index = /^\s*(\d+) /.exec(bytes.toString('latin1', 0, start))?.[1]
  const [head, intents, policy] = bytes.toString('latin1', end + END.length).split('\n')
  const headId = idOf(head, 'commit')
  const intentsId = idOf(intents, 'blob')
  if (index === undefined || headId === null || intentsId === null || policy === undefined) return null
  const policyId = idOf(policy, 'blob')
  if (policyId === null && !policy.endsWith(' missing')) return null
  return { index, raw: bytes.subarray(start + 1, end), head: headId, intents: intentsId, policy: policyId }
}

function idOf(line: string | undefined, type: string): string | null {
  return new RegExp(`^([0-9a-f]{40,64}) ${type} \\d+$`).exec(line ?? '')?.[1] ?? null
}
