import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  offerBinding,
  readBinding,
  readDeclared,
  sessionKeyOf,
  writeBinding,
  writeDeclared,
} from '../../src/store/bindings.ts'
import { temporaryFolder } from '../support/repo.ts'

const key = sessionKeyOf('claude-code', 's1')

test('a session has the intent it chose last, and no other session has it', () => {
  const state = temporaryFolder()
  expect(readBinding(state, key)).toBeNull()
  writeBinding(state, key, 'INT-001')
  writeBinding(state, key, 'INT-002')
  expect(readBinding(state, key)).toBe('INT-002')
  expect(readBinding(state, sessionKeyOf('codex', 's1'))).toBeNull()
  expect(readDeclared(state)).toBeNull()
})

test('the working tree has the intent that was declared last in it', () => {
  const state = temporaryFolder()
  writeDeclared(state, 'INT-001')
  writeDeclared(state, 'INT-002')
  expect(readDeclared(state)).toBe('INT-002')
})

test('what the server offers binds a session that nobody bound, and never one that its own hook bound', () => {
  const state = temporaryFolder()
  offerBinding(state, key, 'INT-001')
  offerBinding(state, key, 'INT-002')
  expect(readBinding(state, key)).toBe('INT-002')
  writeBinding(state, key, 'INT-003')
  offerBinding(state, key, 'INT-004')
  expect(readBinding(state, key)).toBe('INT-003')
})

test.each(['', '{"intent":', '[]', 'null', '{"intent":7}'])('a file that holds %j binds nobody', (text) => {
  const state = temporaryFolder()
  writeBinding(state, key, 'INT-001')
  writeFileSync(join(state, 'sessions', `${key}.json`), text)
  expect(readBinding(state, key)).toBeNull()
})

test('sessions of more than thirty days ago are forgotten, and nothing else in the folder is', () => {
  const state = temporaryFolder()
  writeBinding(state, key, 'INT-001')
  const sessions = join(state, 'sessions')
  writeFileSync(join(sessions, 'notes'), '')
  const old = new Date(Date.now() - 31 * 86_400_000)
  for (const name of [`${key}.json`, 'notes']) utimesSync(join(sessions, name), old, old)
  const fresh = sessionKeyOf('claude-code', 's2')
  writeBinding(state, fresh, 'INT-002')
  expect(readdirSync(sessions).sort()).toEqual([`${fresh}.json`, 'notes'].sort())
})

test('a session is named by its digest: no id leads out of the folder', () => {
  const state = temporaryFolder()
  expect(() => writeBinding(state, '../../escape', 'INT-001')).toThrow('sessionKeyOf')
  expect(existsSync(join(state, '..', 'escape.json'))).toBe(false)
})

test('a session that selects the same again day after day is not forgotten', () => {
  const state = temporaryFolder()
  const file = join(state, 'sessions', `${key}.json`)
  writeBinding(state, key, 'INT-001')
  const age = (days: number) => {
    const then = new Date(Date.now() - days * 86_400_000)
    utimesSync(file, then, then)
  }
  age(29)
  writeBinding(state, key, 'INT-001')
  age(2)
  writeBinding(state, sessionKeyOf('claude-code', 's2'), 'INT-002')
  expect(readBinding(state, key)).toBe('INT-001')
  expect(Date.now() - statSync(file).mtimeMs).toBeGreaterThan(86_400_000)
  writeBinding(state, key, 'INT-001')
  expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(86_400_000)
})
