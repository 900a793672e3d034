import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { gatedRepo } from '../support/gated-repo.ts'
import { temporaryFolder } from '../support/repo.ts'

const CLIENT = '@modelcontextprotocol/client@2.4.0'

const SCRIPT = `
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
const [cli, cwd, mode] = process.argv.slice(2)
const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], cwd }))
const call = (name, args) => client.callTool({ name, arguments: args })
console.log(JSON.stringify({
  version: client.getNegotiatedProtocolVersion(),
  instructions: client.getInstructions(),
  tools: (await client.listTools()).tools.map(({ name }) => name),
  selected: await call('select_active_intent', { intent_id: 'INT-001' }),
  refused: await call('select_active_intent', { intent_id: 'INT-01' }),
  checked: await call('check_changes', {}),
}))
await client.close()
`

// The protocol's own client, from the registry.
test.each([
  { mode: 'legacy', version: /^2025-/ },
  { mode: 'auto', version: /^2026-/ },
])("the protocol's own client finds and calls the tools, mode $mode", ({ mode, version }) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(folder, 'client.mjs'), SCRIPT)
  const flags = ['--silent', '--no-audit', '--no-fund']
  const installed = spawnSync('npm', ['install', ...flags, CLIENT], { cwd: folder })
  expect(installed.status, installed.stderr.toString()).toBe(0)
  const repo = gatedRepo()
  const ran = spawnSync(process.execPath, ['client.mjs', resolve('dist/cli.js'), repo.dir, mode], {
    cwd: folder,
  })
  expect(ran.status, ran.stderr.toString()).toBe(0)
  const answers = JSON.parse(ran.stdout.toString())
  expect(answers.version).toMatch(version)
  expect(answers.instructions).toContain('select_active_intent')
  expect(answers.tools).toContain('record_lesson')
  expect(answers.selected.content[0].text).toContain('<intent_context>')
  expect(answers.refused.isError).toBe(true)
  expect(JSON.parse(answers.refused.content[0].text).next).toEqual(['select INT-001: Work on the sources'])
  expect(JSON.parse(answers.checked.content[0].text).verdict).toBe('pass')
})
