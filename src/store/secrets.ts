import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import type { Range } from './redact.ts'

const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }

/** Where a text holds tokens, keys and passwords of the kinds that services issue. */
export async function findIssuedSecrets(text: string): Promise<readonly Range[]> {
  const source = { content: text, contentType: 'text', ext: '.txt', filePath: 'text.txt' } as const
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } })
  return messages.map(({ range }) => [range[0], range[1]])
}
