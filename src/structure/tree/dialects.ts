import { bash } from './bash.ts'
import { csharp } from './csharp.ts'
import { css } from './css.ts'
import type { Dialect } from './dialect.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { kotlin } from './kotlin.ts'
import { lua } from './lua.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { scala } from './scala.ts'

/** By the name of the grammar. */
export const dialects = {
  ...{ bash, csharp, css, go, java, kotlin, lua, php, python, ruby, rust, scala },
} as const satisfies Record<string, Dialect>

export type GrammarName = keyof typeof dialects
