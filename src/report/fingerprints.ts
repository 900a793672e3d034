import { fingerprint } from '../core/fingerprint.ts'

interface Subject {
  readonly rule: string
  readonly path: string | null
  readonly intent?: string
}

/**
 * Names findings so that the same one is recognised in the next report: by rule, path and intent, never by line, commit
 * or wording; several alike are numbered. One namer per report.
 */
export function createFingerprints(): (subject: Subject) => string {
  const seen = new Map<string, number>()
  return ({ rule, path, intent }) => {
    const key = JSON.stringify([rule, path, intent ?? null])
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return fingerprint([key, count])
  }
}
