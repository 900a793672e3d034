import { must } from './measure.mjs'

/** Go's own sources are formatted already: the same programs in another layout. */
export function relaidGo(texts) {
  return JSON.parse(must('go', ['run', 'bench/support/relay-go.go'], { input: JSON.stringify(texts) }))
}
