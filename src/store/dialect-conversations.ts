import * as z from 'zod/mini'
import { type Claim, type Claims, readContributor, readId, readRanges, readTool } from './foreign-claims.ts'

const Text = z.nullish(z.string())
const Path = z.string().check(z.minLength(1))

const Range = z.looseObject({ start_line: z.int(), end_line: z.int(), content_hash: Text })

const Conversation = z.looseObject({
  intent_id: Text,
  // Agent Trace says type and model_id, the "relative_path" dialect entity_type and model_identifier.
  contributor: z.optional(
    z.looseObject({ type: Text, model_id: Text, entity_type: Text, model_identifier: Text }),
  ),
  ranges: z._default(z.array(Range), []),
  related: z._default(z.array(z.looseObject({ type: Text, url: Text, value: Text })), []),
})

const Line = {
  id: z.optional(z.unknown()),
  timestamp: z.iso.datetime({ offset: true, local: true }),
  intent_id: Text,
  tool: z.nullish(z.union([z.string(), z.looseObject({ name: Text })])),
}

/** Agent Trace 0.1.0, and its "1.0" look-alike. */
export const AgentTraceLine = z.looseObject({
  ...Line,
  version: z.string(),
  files: z.array(z.looseObject({ path: Path, conversations: z.array(Conversation) })),
})

export const RelativePathLine = z.looseObject({
  ...Line,
  files: z.array(z.looseObject({ relative_path: Path, conversations: z.array(Conversation) })),
})

type ConversationLine = {
  readonly files: readonly { readonly conversations: readonly Conversation[] }[]
} & z.infer<z.ZodMiniObject<typeof Line>>
type Conversation = z.infer<typeof Conversation>

export function agentTraceClaims(line: z.infer<typeof AgentTraceLine>): Claims {
  return claimsOf(
    line,
    line.files.map(({ path }) => path),
  )
}

export function relativePathClaims(line: z.infer<typeof RelativePathLine>): Claims {
  return claimsOf(
    line,
    line.files.map((file) => file.relative_path),
  )
}

const NOTHING_SAID: Conversation = { ranges: [], related: [] }

function claimsOf(line: ConversationLine, paths: readonly string[]): Claims {
  const claims: Claim[] = []
  let fault: string | null = null
  for (const [i, path] of paths.entries()) {
    const { conversations } = line.files[i]!
    for (const conversation of conversations.length > 0 ? conversations : [NOTHING_SAID]) {
      const read = readRanges(conversation.ranges)
      fault ??= read.fault
      claims.push({ path, ...aboutOf(line, conversation), contentHash: null, ranges: read.ranges })
    }
  }
  return { id: readId(line.id), timestamp: line.timestamp, claims, fault }
}

function aboutOf(
  line: ConversationLine,
  conversation: Conversation,
): Pick<Claim, 'intent' | 'contributor' | 'model' | 'tool'> {
  const { contributor } = conversation
  return {
    intent: line.intent_id ?? conversation.intent_id ?? relatedIntent(conversation),
    contributor: readContributor(contributor?.type ?? contributor?.entity_type ?? undefined),
    model: contributor?.model_id ?? contributor?.model_identifier ?? null,
    tool: readTool(line.tool),
  }
}

const INTENT_URL = /^intent:(.+)$/
const INTENT_KINDS = ['specification', 'intent', 'requirement']

function relatedIntent({ related }: Conversation): string | null {
  for (const { type, url, value } of related) {
    const named = INTENT_URL.exec(url ?? value ?? '')?.[1]
    if (named !== undefined) return named
    if (value != null && INTENT_KINDS.includes(type ?? '')) return value
  }
  return null
}
