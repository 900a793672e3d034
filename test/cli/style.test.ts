import { expect, test } from 'vitest'
import { createStyle } from '../../src/cli/style.ts'

const terminal = { isTTY: true }
const pipe = { isTTY: false }

test.each([
  { why: 'a terminal is coloured', env: {}, stream: terminal, color: true },
  { why: 'a pipe is not', env: {}, stream: pipe, color: false },
  { why: 'NO_COLOR switches colour off', env: { NO_COLOR: '1' }, stream: terminal, color: false },
  { why: 'an empty NO_COLOR says nothing', env: { NO_COLOR: '' }, stream: terminal, color: true },
  { why: 'FORCE_COLOR switches it on in a pipe', env: { FORCE_COLOR: '1' }, stream: pipe, color: true },
  {
    why: 'FORCE_COLOR wins over NO_COLOR',
    env: { FORCE_COLOR: '1', NO_COLOR: '1' },
    stream: pipe,
    color: true,
  },
  { why: 'FORCE_COLOR=0 switches it off', env: { FORCE_COLOR: '0' }, stream: terminal, color: false },
  { why: 'a dumb terminal is not coloured', env: { TERM: 'dumb' }, stream: terminal, color: false },
])('$why', ({ env, stream, color }) => {
  expect(createStyle(env, stream).red('x')).toBe(color ? '\u001b[31mx\u001b[39m' : 'x')
})

test.each([
  { env: { LANG: 'en_US.UTF-8' }, tick: '✔' },
  { env: { LANG: 'de_DE.utf8' }, tick: '✔' },
  { env: { LC_ALL: 'C', LANG: 'en_US.UTF-8' }, tick: 'ok' },
  { env: { LC_ALL: '', LC_CTYPE: 'C.UTF-8' }, tick: '✔' },
  { env: {}, tick: 'ok' },
])('signs beyond ASCII only where the locale says UTF-8: $env', ({ env, tick }) => {
  expect(createStyle(env, pipe).tick).toBe(tick)
})
