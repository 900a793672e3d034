import type { Adapter } from '../event.ts'
import type { Dialect } from './dialect.ts'
import { parsePayload } from './parse.ts'

export function createAdapter(dialect: Dialect): Adapter {
  return {
    agent: dialect.agent,
    canAsk: dialect.canAsk,
    parse: (payload, env) => parsePayload(dialect, payload, env),
    answer: dialect.render,
  }
}
