import * as z from 'zod/mini'
import { IntentsFile } from '../core/intent.ts'
import { Policy } from '../core/policy.ts'
import { TraceRecord } from '../core/trace.ts'

/** What an editor reads of our files: the very schemas that the gate reads them by. */
const schemas = { active_intents: IntentsFile, policy: Policy, trace_record: TraceRecord } as const

/** Text of each file of `.orchestration/schema/`, by file name. The same on every machine. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.json`,
      // input: a key with a default may be left out.
      `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 2)}\n`,
    ]),
  )
}
