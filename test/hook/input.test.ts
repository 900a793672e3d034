import { expect, test } from 'vitest'
import { parseInput } from '../../src/hook/input.ts'

const OID = 'a'.repeat(40)
const RAW = ':100644 100644 '.concat(OID, ' ', 'b'.repeat(40), ' M\0src/a\nb.ts\0')
const ANSWERS = `${OID} commit 200\n${OID} blob 30\nHEAD:.orchestration/policy.yaml missing\n`

const parse = (index: string, raw = RAW, answers = ANSWERS) =>
  parseInput(Buffer.from(`${index}\n\0${raw}ok\0${answers}`))

test.each(['/repo/.git/index', '/re po/.git/index', '/two\nlines/.git/next-index-1.lock'])(
  'the index may be %j',
  (file) => {
    expect(parse(` 4711 ${file}`)).toEqual({
      index: '4711',
      raw: Buffer.from(RAW),
      head: OID,
      intents: OID,
      policy: null,
    })
  },
)

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no index', Buffer.from(`\0${RAW}ok\0${ANSWERS}`)],
  ['git came to no end', Buffer.from(`1 index\n\0${RAW}${ANSWERS}`)],
  ['before the first commit', Buffer.from('1 index\n\0ok\0HEAD missing\nx missing\nx missing\n')],
  ['no intents', Buffer.from(`1 index\n\0${RAW}ok\0${OID} commit 200\nx missing\nx missing\n`)],
  ['an intents folder', Buffer.from(`1 index\n\0${RAW}ok\0${OID} commit 200\n${OID} tree 30\nx missing\n`)],
])('%s: judged in full', (_, bytes) => {
  expect(parseInput(bytes)).toBeNull()
})
