import { kindOf } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import type { Intents } from '../core/intent.ts'
import { type Policy, strictPolicy } from '../core/policy.ts'
import { INTENTS_PATH, POLICY_PATH, SIDECAR } from '../core/sidecar.ts'
import type { Repository, View } from '../git/types.ts'
import { invalid, parseIntents, parsePolicy } from './config.ts'
import { MAX_YAML_BYTES } from './yaml.ts'

export interface PolicyAt {
  readonly policy: Policy
  /** null = no file, strict defaults. */
  readonly policyBlob: string | null
}

/** Reads intents and policy from trees, each blob once. All throw INVALID_FILE, MISSING_OBJECT. */
export interface ConfigReader {
  policy(view: View): Promise<PolicyAt>
  intents(view: View): Promise<Intents>
  /** By full commit id. */
  at(commit: string): Promise<PolicyAt & { readonly intents: Intents }>
}

const NO_INTENTS: Intents = new Map()

/** Where a file stands: object id, and the tree's name for messages. */
interface Found {
  readonly oid: string
  readonly where: string
}

export function createConfigReader(repo: Repository): ConfigReader {
  const read = async ({ oid, where }: Found, path: string): Promise<Uint8Array> => {
    const content = await repo.content(oid, MAX_YAML_BYTES)
    if (content === 'missing') throw new GateError('MISSING_OBJECT', { oid, what: path })
    if (content === 'large') throw refused(path, where, 'larger than 5 MiB')
    return content
  }
  const policyOf = perBlob(async (found) =>
    parsePolicy(await read(found, POLICY_PATH), POLICY_PATH, found.where),
  )
  const intentsOf = perBlob(async (found) =>
    parseIntents(await read(found, INTENTS_PATH), INTENTS_PATH, found.where),
  )

  const policyAt = async (found: Found | null): Promise<PolicyAt> =>
    found === null
      ? { policy: strictPolicy, policyBlob: null }
      : { policy: await policyOf(found), policyBlob: found.oid }
  const intentsAt = async (found: Found | null) => (found === null ? NO_INTENTS : intentsOf(found))

  return {
    policy: perView(async (view) => policyAt(await find(view, POLICY_PATH))),
    intents: perView(async (view) => intentsAt(await find(view, INTENTS_PATH))),
    async at(commit) {
      const among = async (path: string): Promise<Found | null> => {
        const info = await repo.info(`${commit}:${path}`)
        return info === null ? null : { oid: info.oid, where: commit.slice(0, 12) }
      }
      return {
        ...(await policyAt(await among(POLICY_PATH))),
        intents: await intentsAt(await among(INTENTS_PATH)),
      }
    },
  }
}

function perBlob<T>(parse: (found: Found) => Promise<T>): (found: Found) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (found) => {
    const parsed = known.get(found.oid) ?? parse(found)
    known.set(found.oid, parsed)
    return parsed
  }
}

/** In a range the target of one commit is the base of the next. */
function perView<T>(read: (view: View) => Promise<T>): (view: View) => Promise<T> {
  const known = new WeakMap<View, Promise<T>>()
  return (view) => {
    const answer = known.get(view) ?? read(view)
    known.set(view, answer)
    return answer
  }
}

/** Not through a link: what it points at is not in the tree that is judged. */
async function find(view: View, path: string): Promise<Found | null> {
  const entry = await view.entry(path)
  if (entry === null) return null
  if (kindOf(entry.mode) !== 'file')
    throw refused(path, view.label, `a ${kindOf(entry.mode)}; it must be a plain file`)
  return { oid: entry.blob, where: view.label }
}

function refused(path: string, where: string, message: string): GateError {
  return invalid({ path, where }, [{ line: 1, column: 1, message }])
}

/** Does `.orchestration/` hold anything there? */
export async function isAdopted(view: View): Promise<boolean> {
  if ((await view.entry(INTENTS_PATH)) !== null) return true
  return (await view.list(SIDECAR)).size > 0
}
