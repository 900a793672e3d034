import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { kindOf } from '../../src/agent-hook/kind.ts'
import { createScripts } from '../../src/agent-hook/scripts.ts'

/** A package with one script, whose text says what it exports. */
function packageWith(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-scripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const compiled = join(folder, 'compiled')
  const build = (said: string) =>
    writeFileSync(
      join(folder, 'a.cjs'),
      `//${said}\n(function(exports,require,module){const say=()=>${said};module.exports=say()})`,
    )
  build(text)
  return {
    build,
    compiled,
    /** One event. */
    run(kind = 'after') {
      const scripts = createScripts(folder, kind, null)
      const said = [scripts.load('a'), scripts.load('a')]
      scripts.keep()
      expect(said[1]).toBe(said[0])
      return said[0]
    },
    kept: () => readdirSync(compiled).map((name) => join(compiled, name)),
    lessons: () =>
      readdirSync(compiled).map((name) => {
        const [head = ''] = readFileSync(join(compiled, name), 'latin1').split('\n')
        return JSON.parse(head).lessons
      }),
  }
}

test('what is compiled is kept for each kind of event, and taken: it starts anew only where it was refused', () => {
  const script = packageWith('[1]')
  for (const lessons of [1, 2, 3, 3]) {
    expect(script.run()).toEqual([1])
    expect(script.lessons()).toEqual([lessons])
  }
  script.run('before')
  expect(script.lessons().sort()).toEqual([1, 3])
})

test('another script of the same length is not run as the one before it', () => {
  const script = packageWith('[1]')
  script.run()
  script.build('[2]')
  expect(script.run()).toEqual([2])
  expect(script.lessons()).toEqual([1])
})

test.each<[string, (file: string) => void]>([
  [
    'a bit',
    (file) =>
      writeFileSync(
        file,
        readFileSync(file).map((byte, at) => (at === 300 ? byte ^ 4 : byte)),
      ),
  ],
  ['its end', (file) => truncateSync(file, 400)],
  ['all of it', (file) => truncateSync(file, 0)],
  ['its head', (file) => writeFileSync(file, `{}\n${'x'.repeat(500)}`)],
])('V8 never sees what is damaged, and it is made anew: %s', (_, damage) => {
  const script = packageWith('[1]')
  script.run()
  script.run()
  damage(script.kept()[0]!)
  expect(script.run()).toEqual([1])
  expect(script.lessons()).toEqual([1])
})

test('a package that cannot be written to runs all the same', () => {
  const script = packageWith('[1]')
  writeFileSync(script.compiled, '')
  expect(script.run()).toEqual([1])
  rmSync(script.compiled)
  mkdirSync(script.compiled)
  expect(script.run()).toEqual([1])
  expect(script.kept()).toHaveLength(1)
})

test.each<[string, string[], string]>([
  ['{"hook_event_name":"PreToolUse","tool_name":"Write"}', [], 'before'],
  ['{"hook_event_name": "PostToolUse","tool_name": "Bash"}', [], 'after-shell'],
  ['{"hook_event_name":"BeforeTool","tool_name":"run_shell_command"}', [], 'before-shell'],
  ['{"toolName":"edit"}', ['copilot-cli', '--event', 'postToolUse'], 'after'],
  ['{"hook_event_name":"Stop"}', ['claude-code'], 'other'],
  ['{"hook_event_name":"../../x","tool_name":"\\u0000"}', [], 'other'],
  ['', [], 'other'],
])('an event is of one of six kinds, whatever it says: %s', (payload, args, kind) => {
  expect(kindOf(payload, args)).toBe(kind)
})
