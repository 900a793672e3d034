import type { Write } from '../core/trace.ts'
import type { Exported } from './export.ts'

type Fields = Readonly<Record<string, unknown>>

export const PREDICATE_TYPE = 'https://www.npmjs.com/package/intentgate/trace/v1'

/**
 * An in-toto Statement v1: the record is the predicate, the files as it left them are the subjects. A deleted file is its
 * subject as it was. null where the record names no content at all. Unsigned: an envelope is the signer's to make.
 */
export function statementOf({ writes, said }: Exported): Fields | null {
  const subject = writes.flatMap(subjectsOf)
  return subject.length === 0
    ? null
    : { _type: 'https://in-toto.io/Statement/v1', subject, predicateType: PREDICATE_TYPE, predicate: said }
}

function subjectsOf(write: Write): Fields[] {
  const digest = digestOf(write)
  return Object.keys(digest).length === 0 ? [] : [{ name: write.path, digest }]
}

function digestOf({ edge, contentHash }: Write): Record<string, string> {
  const entry = edge?.after ?? edge?.before ?? null
  if (entry?.mode === '160000') return { gitCommit: entry.blob }
  return {
    ...(contentHash === null ? {} : { sha256: contentHash.replace('sha256:', '') }),
    ...(entry === null ? {} : { gitBlob: entry.blob }),
  }
}
