import { describe, expect, test } from 'vitest'
import { AGENTS } from '../../../src/recorder/event.ts'
import { pluginSource } from '../../../src/recorder/shim/plugin.ts'
import { hookCommand, hookWords, isOwnCommand, mcpWords } from '../../../src/setup/agents/command.ts'
import { pluginCommand } from '../../../src/setup/agents/words.ts'

const gate = { path: 'node_modules/intentgate', machine: null }

describe('the command', () => {
  test.each(AGENTS)('means the same to sh, cmd and PowerShell (%s)', (agent) => {
    const [, script, words] = /^node -e "([^"]*)" (.*)$/.exec(hookCommand(agent, gate)) ?? []
    expect(words).toBe(`hook ${agent}`)
    // What one of them would expand, or end the quotes by.
    expect(script).not.toMatch(/["$`\\!%\n\r^]/)
    expect(() => new Function(script!)).not.toThrow()
  })

  test('names no folder of this machine, and does not change with the event', () => {
    const command = hookCommand('codex', gate)
    expect(command).not.toContain(process.cwd())
    expect(hookCommand('codex', { ...gate, machine: '/opt/lib/node_modules/intentgate' })).toBe(command)
  })

  test.each([
    ['yarn unplugs the package', '.yarn/unplugged/intentgate-*/node_modules/intentgate', 'nodeLinker'],
    ['a folder could end the quotes', "it's/node_modules/intentgate", 'letters'],
    ['a folder would be expanded', '$(x)/node_modules/intentgate', 'letters'],
  ])('is refused where %s', (_, path, remedy) => {
    expect(() => hookCommand('codex', { path, machine: null })).toThrow(
      expect.objectContaining({ code: 'USAGE', remedy: expect.stringContaining(remedy) }),
    )
    expect(() => mcpWords({ path, machine: null })).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })

  test('a plugin starts what it was given', () => {
    const words = hookWords('opencode', gate)
    expect(pluginCommand(pluginSource('opencode', words))).toEqual([...words, 'hook', 'opencode'])
    expect(pluginCommand('const COMMAND = []')).toBeNull()
    expect(pluginCommand('// somebody else')).toBeNull()
  })
})

describe('ours is known', () => {
  test.each([
    ['as we write it', hookCommand('codex', gate), true],
    ['with an event', hookCommand('codex', gate, 'stop'), true],
    ['written by hand', 'npx intentgate hook codex', true],
    ['with a mode', 'npx intentgate hook codex --mode gate', true],
    ['but not that of another agent', hookCommand('cursor', gate), false],
    ['but not another tool', 'other-tool hook codex', false],
    ['but not what only speaks of it', 'echo intentgate hook codex ran; rm -rf build', false],
  ])('%s', (_, command, expected) => {
    expect(isOwnCommand(command, 'codex')).toBe(expected)
  })
})
