import type { Severity } from '../core/policy.ts'
import type { Style } from './reporter.ts'

type Paint = (text: string) => string

export interface Palette {
  readonly error: Paint
  readonly warning: Paint
  readonly notice: Paint
  readonly good: Paint
  readonly strong: Paint
  readonly dim: Paint
}

const plain: Paint = (text) => text

function sgr(on: number, off: number): Paint {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`
}

const coloured = {
  error: sgr(31, 39),
  warning: sgr(33, 39),
  notice: sgr(36, 39),
  good: sgr(32, 39),
  strong: sgr(1, 22),
  dim: sgr(2, 22),
} satisfies Record<Severity, Paint> & Palette

const uncoloured: Palette = {
  error: plain,
  warning: plain,
  notice: plain,
  good: plain,
  strong: plain,
  dim: plain,
}

export function paletteOf({ colour }: Style): Palette {
  return colour === 'always' ? coloured : uncoloured
}
