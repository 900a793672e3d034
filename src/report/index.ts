import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import type { Format, Reporter, RuleInfo } from './reporter.ts'
import { createSarif } from './sarif.ts'
import { text } from './text.ts'

export { createMarkdown } from './markdown.ts'
export { type Failure, type Format, formats, type Reporter, type RuleInfo, type Style } from './reporter.ts'

/** One reporter per format; `rules` say in SARIF what each rule is about. */
export function createReporters(rules: readonly RuleInfo[]): Record<Format, Reporter> {
  return { text, json, github, sarif: createSarif(rules), markdown, gitlab }
}

/** With the ids of the rules only. */
export const reporters: Record<Format, Reporter> = createReporters([])
