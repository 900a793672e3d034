import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeLog } from '../../../src/agent-hook/hook-log.ts'
import {
  forgetOld,
  type KeptCall,
  keepCall,
  keepImage,
  keptImage,
  readSeen,
  takeCall,
  takeOpenCalls,
  writeSeen,
} from '../../../src/agent-hook/kept.ts'
import { temporaryFolder } from '../../support/repo.ts'

const KEY = '0123456789abcdef'
const call = (at: number): KeptCall => ({ at, head: null, kind: 'edit', name: 'Write', files: [] })
const DAY = 86_400_000
const age = (file: string, days: number) => utimesSync(file, new Date(), new Date(Date.now() - days * DAY))

test('a call is taken once, and only in its own session', () => {
  const state = temporaryFolder()
  keepCall(state, KEY, 'a/../b', call(1))
  expect(takeCall(state, 'fedcba9876543210', 'a/../b')).toBeNull()
  expect(takeCall(state, KEY, 'a/../b')?.call).toEqual(call(1))
  expect(takeCall(state, KEY, 'a/../b')).toBeNull()
})

test('what was left open comes back oldest first, and once', () => {
  const state = temporaryFolder()
  for (const at of [3, 1, 2]) keepCall(state, KEY, String(at), call(at))
  expect(takeOpenCalls(state, KEY).map(({ call }) => call.at)).toEqual([1, 2, 3])
  expect(takeOpenCalls(state, KEY)).toEqual([])
})

test('contents and sessions are forgotten after a time, and are for their owner’s eyes', () => {
  const state = temporaryFolder()
  keepImage(state, 'old', Buffer.from('old'))
  keepImage(state, 'new', Buffer.from('new'))
  expect(statSync(join(state, 'images/new')).mode & 0o077).toBe(0)
  age(join(state, 'images/old'), 3)
  mkdirSync(join(state, 'diff-x'))
  age(join(state, 'diff-x'), 3)
  writeSeen(state, KEY, 'src/a.ts', '-')
  writeSeen(state, 'fedcba9876543210', 'src/a.ts', '-')
  const gone = join(state, 'sessions/fedcba9876543210')
  for (const folder of [join(gone, 'seen'), gone]) age(folder, 31)
  forgetOld(state)
  expect(keptImage(state, 'old')).toBeNull()
  expect(keptImage(state, 'new')?.toString()).toBe('new')
  expect(readSeen(state, KEY, 'src/a.ts')).toBe('-')
  expect([existsSync(gone), existsSync(join(state, 'diff-x'))]).toEqual([false, false])
})

test('an image that is used again is kept for longer', () => {
  const state = temporaryFolder()
  keepImage(state, 'a', Buffer.from('a'))
  age(join(state, 'images/a'), 3)
  keepImage(state, 'a', Buffer.from('a'))
  forgetOld(state)
  expect(readdirSync(join(state, 'images'))).toEqual(['a'])
})

test('the log is bounded, on one line each, and never throws', () => {
  const state = temporaryFolder()
  for (let i = 0; i < 4_000; i++) writeLog(state, `line ${i}\u001b[31m\n${'x'.repeat(200)}`)
  expect(statSync(join(state, 'recorder.log')).size).toBeLessThan(300 * 1024)
  mkdirSync(join(state, 'other/recorder.log'), { recursive: true })
  expect(() => writeLog(join(state, 'other'), 'x')).not.toThrow()
})
