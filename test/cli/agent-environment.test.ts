import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AGENT_VARIABLES, agentVariable } from '../../src/cli/agent-environment.ts'

const all = Object.values(AGENT_VARIABLES).flat()

test.each(all)('%s shows an agent', (name) => {
  expect(agentVariable({ [name]: '1' })).toBe(name)
})

test.each(['', '0', 'false', 'FALSE'])('a variable that is %j shows none', (value) => {
  expect(agentVariable({ CLAUDECODE: value })).toBe(null)
})

test('what people set for themselves shows none', () => {
  const own = {
    CODEX_HOME: '/home/u',
    COPILOT_MODEL: 'm',
    OPENCODE_CONFIG: 'c',
    CURSOR_TRACE_ID: 't',
    EDITOR: 'vi',
  }
  expect(agentVariable(own)).toBe(null)
})

test('docs/agents.md lists every agent with its variables', () => {
  const rows = Object.entries(AGENT_VARIABLES).map(
    ([agent, names]) => `| ${agent} | ${names.map((name) => `\`${name}\``).join(', ')} |`,
  )
  const [, section = ''] = readFileSync('docs/agents.md', 'utf8').split('\n## Who is asking?\n')
  const listed = section
    .slice(0, section.indexOf('\n## '))
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => line.replaceAll(/ +\|/g, ' |'))
  expect(listed).toEqual(rows)
})
