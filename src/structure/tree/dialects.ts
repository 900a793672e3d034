import { css } from './css.ts'
import type { Dialect } from './dialect.ts'
import { go } from './go.ts'
import { python } from './python.ts'
import { rust } from './rust.ts'

/** By the name of the grammar. */
export const dialects = { css, go, python, rust } as const satisfies Record<string, Dialect>

export type GrammarName = keyof typeof dialects
