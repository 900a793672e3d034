import * as z from 'zod/mini'
import { type Claim, type Claims, readContributor, readHash, readId, readTool } from './foreign-claims.ts'

const Text = z.nullish(z.string())

/** One file a line: `{ timestamp, intent_id, file_path, content_sha256, semantic_change, tool }`. */
export const FlatLine = z.looseObject({
  id: z.optional(z.unknown()),
  timestamp: z.iso.datetime({ offset: true, local: true }),
  intent_id: Text,
  file_path: z.string().check(z.minLength(1)),
  content_sha256: Text,
  semantic_change: z.optional(z.unknown()),
  contributor: z.optional(z.string()),
  model: Text,
  tool: z.nullish(z.union([z.string(), z.looseObject({ name: Text })])),
})

export function flatClaims(line: z.infer<typeof FlatLine>): Claims {
  const { contentHash, fault } = readWholeHash(line.content_sha256 ?? null)
  const claim: Claim = {
    path: line.file_path,
    intent: line.intent_id ?? null,
    contributor: readContributor(line.contributor),
    model: line.model ?? null,
    tool: readTool(line.tool),
    contentHash,
    ranges: [],
    ...(line.semantic_change === 'REFACTOR' && { mutation: 'AST_REFACTOR' }),
  }
  return { id: readId(line.id), timestamp: line.timestamp, claims: [claim], fault }
}

function readWholeHash(written: string | null): {
  readonly contentHash: string | null
  readonly fault: string | null
} {
  if (written === null) return { contentHash: null, fault: null }
  const read = readHash(/^sha256:/i.test(written) ? written : `sha256:${written}`)
  if (read !== null && 'hash' in read) return { contentHash: read.hash, fault: null }
  return { contentHash: null, fault: `content_sha256 ${read?.fault ?? ''}` }
}
