import type { Range } from './redact.ts'

export async function findIssuedSecrets(_text: string): Promise<Range[]> {
  return []
}
