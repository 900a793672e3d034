import { expect, test } from 'vitest'
import { parseFlags } from '../../src/cli/flags.ts'
import { GateError } from '../../src/core/error.ts'

const options = {
  commit: { type: 'string' },
  each: { type: 'boolean' },
  model: { type: 'string', multiple: true },
} as const

function refusal(args: readonly string[], positionals: Parameters<typeof parseFlags>[2] = 'none'): GateError {
  try {
    parseFlags(args, options, positionals)
  } catch (error) {
    if (error instanceof GateError) return error
    throw error
  }
  throw new Error(`accepted: ${args.join(' ')}`)
}

test('flags and paths are read, in any order, and after -- everything is a path', () => {
  const { values, positionals } = parseFlags(
    ['a.ts', '--commit', 'HEAD', '--each', '--', '--each.ts'],
    options,
    'any',
  )
  expect({ ...values }).toEqual({ commit: 'HEAD', each: true })
  expect(positionals).toEqual(['a.ts', '--each.ts'])
})

test.each([
  {
    why: 'a misspelt flag',
    args: ['--comit', 'HEAD'],
    message: "Unknown option '--comit'",
    remedy: 'did you mean --commit?',
  },
  {
    why: 'a flag like no other',
    args: ['--zzzzzzzz'],
    message: "Unknown option '--zzzzzzzz'",
    remedy: 'see --help',
  },
  {
    why: 'a flag without its value',
    args: ['--commit'],
    message: 'argument missing',
    remedy: 'give --commit its value as --commit=VALUE',
  },
  {
    why: 'a flag that swallows the next one',
    args: ['--commit', '--each'],
    message: 'ambiguous',
    remedy: 'give --commit its value as --commit=VALUE',
  },
  { why: 'a value for a switch', args: ['--each=yes'], message: 'does not take an argument', remedy: '' },
  {
    why: 'the same flag twice',
    args: ['--commit', 'A', '--commit', 'B'],
    message: '--commit is given twice',
    remedy: 'give --commit once',
  },
  {
    why: 'a variable that CI left empty',
    args: ['--commit', ''],
    message: '--commit is empty',
    remedy: 'give --commit a value, or leave it out',
  },
  {
    why: 'an argument nobody asked for',
    args: ['stray'],
    message: "unexpected argument 'stray'",
    remedy: 'leave it out, or see --help',
  },
])('$why is a usage error that says what to do', ({ args, message, remedy }) => {
  const error = refusal(args)
  expect(error).toMatchObject({ code: 'USAGE', exit: 2 })
  expect(error.message).toContain(message)
  expect(error.remedy).toContain(remedy)
})

test('a flag that may stand several times keeps all its values', () => {
  expect(parseFlags(['--model', 'a', '--model', 'b'], options).values.model).toEqual(['a', 'b'])
})

test('the one thing a command needs is named when it is absent or given twice', () => {
  expect(refusal([], { one: 'PATH' }).message).toBe('PATH is missing')
  expect(refusal(['a', 'b'], { one: 'PATH' }).message).toBe("unexpected argument 'b'")
})
