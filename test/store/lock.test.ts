import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { underLock } from '../../src/store/lock.ts'
import { newOwner } from '../../src/store/lock-owner.ts'
import { temporaryFolder } from '../support/repo.ts'

const dead = spawnSync(process.execPath, ['-e', '']).pid

function lockIn(folder: string): string {
  return join(folder, 'ledger.lock')
}

test('two that want the lock are inside one after the other', async () => {
  const lock = lockIn(temporaryFolder())
  const seen: string[] = []
  const visit = (name: string) =>
    underLock(lock, async () => {
      seen.push(`${name} in`)
      await sleep(20)
      seen.push(`${name} out`)
    })
  await Promise.all([visit('a'), visit('b'), visit('c')])
  expect(seen.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out', 'in', 'out'])
})

test('nothing is left behind', async () => {
  const folder = temporaryFolder()
  await underLock(lockIn(folder), async () => {})
  await expect(underLock(lockIn(folder), () => Promise.reject(new Error('work failed')))).rejects.toThrow(
    'work failed',
  )
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a process that was killed is taken over, and the next one is told', async () => {
  const folder = temporaryFolder()
  writeFileSync(lockIn(folder), JSON.stringify({ ...newOwner(), pid: dead }))
  expect(await underLock(lockIn(folder), async (entry) => entry)).toBe('inherited')
  expect(await underLock(lockIn(folder), async (entry) => entry)).toBe('free')
  expect(readdirSync(folder)).toEqual([])
})

test('whoever fails to put things right leaves that to the next', async () => {
  const folder = temporaryFolder()
  writeFileSync(lockIn(folder), JSON.stringify({ ...newOwner(), pid: dead }))
  await expect(underLock(lockIn(folder), () => Promise.reject(new Error('disk full')))).rejects.toThrow(
    'disk full',
  )
  expect(await underLock(lockIn(folder), async (entry) => entry)).toBe('inherited')
})

test('a process that has the pid of the dead one does not keep its lock', async () => {
  const folder = temporaryFolder()
  writeFileSync(lockIn(folder), JSON.stringify({ ...newOwner(), start: '1' }))
  const taken = underLock(lockIn(folder), async (entry) => entry, { patience: 100 })
  if (existsSync('/proc/self/stat')) expect(await taken).toBe('inherited')
  else await expect(taken).rejects.toMatchObject({ code: 'LEDGER_BUSY' })
})

test('a process killed while it removed a dead lock does not stand in the way either', async () => {
  const folder = temporaryFolder()
  const first = { ...newOwner(), pid: dead }
  const second = { ...newOwner(), pid: dead }
  writeFileSync(lockIn(folder), JSON.stringify(first))
  writeFileSync(`${lockIn(folder)}.${first.nonce}`, JSON.stringify(second))
  expect(await underLock(lockIn(folder), async (entry) => entry)).toBe('inherited')
  expect(readdirSync(folder)).toEqual([])
})

test('what killed processes left beside the lock is cleared away, and what the living need is not', async () => {
  const folder = temporaryFolder()
  const gone = { ...newOwner(), pid: dead }
  const waiting = newOwner()
  writeFileSync(lockIn(folder), JSON.stringify(gone))
  for (const owner of [{ ...newOwner(), pid: dead }, gone, waiting])
    writeFileSync(`${lockIn(folder)}.${owner.nonce}.tmp`, JSON.stringify(owner))
  await underLock(lockIn(folder), async () => {})
  expect(readdirSync(folder)).toEqual([`ledger.lock.${waiting.nonce}.tmp`])
})

test('a living owner is waited for, and named when patience ends', async () => {
  const lock = lockIn(temporaryFolder())
  await underLock(lock, async () => {
    await expect(underLock(lock, async () => {}, { patience: 60 })).rejects.toMatchObject({
      code: 'LEDGER_BUSY',
    })
  })
})

test('an owner on another machine keeps its lock for a minute', async () => {
  const lock = lockIn(temporaryFolder())
  writeFileSync(lock, JSON.stringify({ ...newOwner(), pid: dead, host: `not-${hostname()}` }))
  await expect(underLock(lock, async () => {}, { patience: 60 })).rejects.toMatchObject({
    code: 'LEDGER_BUSY',
  })
  const longAgo = new Date(Date.now() - 61_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await underLock(lock, async (entry) => entry)).toBe('inherited')
})

test.each(['', '{"nonce":', 'null', '{"nonce":"x","pid":1,"host":"h"}'])(
  'a lock file that says %j is given a minute',
  async (text) => {
    const lock = lockIn(temporaryFolder())
    writeFileSync(lock, text)
    await expect(underLock(lock, async () => {}, { patience: 60 })).rejects.toMatchObject({
      code: 'LEDGER_BUSY',
    })
    const longAgo = new Date(Date.now() - 61_000)
    utimesSync(lock, longAgo, longAgo)
    expect(await underLock(lock, async (entry) => entry)).toBe('inherited')
  },
)

test('a lock that somebody else took in the meantime is not removed', async () => {
  const lock = lockIn(temporaryFolder())
  await underLock(lock, async () => writeFileSync(lock, 'theirs'))
  expect(readFileSync(lock, 'utf8')).toBe('theirs')
})
