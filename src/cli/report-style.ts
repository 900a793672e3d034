import type { Style as ReportStyle } from '../report/index.ts'
import type { Io } from './command.ts'

/** Grouped for a person: at a terminal, or where colour is forced. One finding per line for an agent, a log or a pipe. */
export function reportStyle({ style, columns }: Pick<Io, 'style' | 'columns'>): ReportStyle {
  return {
    colour: style.color ? 'always' : 'never',
    layout: columns === null && !style.color ? 'lines' : 'grouped',
    width: columns || 100, // a terminal that does not know its width says 0
    unicode: style.unicode ? 'yes' : 'no',
  }
}
