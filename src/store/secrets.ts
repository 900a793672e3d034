import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import type { Range } from './redact.ts'

// It notes every rule on every text in the process's one list of performance marks, and searches that list each time.
secretLintProfiler.setEnabled(false)

const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }

/** Where a text holds tokens, keys and passwords of the kinds that services issue. */
export async function findIssuedSecrets(text: string): Promise<readonly Range[]> {
  const source = { content: text, contentType: 'text', ext: '.txt', filePath: 'text.txt' } as const
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } })
  return messages.map(({ range }) => [range[0], range[1]])
}
