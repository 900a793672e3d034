import { expect, test } from 'vitest'
import { format } from '../../support/formatter.ts'
import { gatedRepo } from '../../support/gated-repo.ts'

const TOTAL = `export function total(items) {
    return items.reduce((sum, item) => sum + item.price * item.count, 0)
}
`
const SHOW = `export function show(cart) { return 'all: ' + cart.total }
`
const NOTICE = 'notice reformatted src/price.js'

test('a file that an agent wrote is moved by a person, laid out anew, and something else is edited', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/cart.js': `${TOTAL}${SHOW}` })
  repo.git('add', '-A')
  repo.git('mv', 'src/cart.js', 'src/price.js')
  repo.write({ 'src/price.js': format('src/price.js', repo.read('src/price.js')) })
  repo.write({ 'src/app.ts': 'export const app = 1\n' })
  repo.git('add', '-A')
  expect(repo.cli(['adopt', '--yes', 'src/app.ts']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('a function that an agent wrote is moved into a new file before the commit, and laid out anew', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/cart.js': `${TOTAL}${SHOW}` })
  repo.write({ 'src/cart.js': SHOW, 'src/price.js': format('src/price.js', TOTAL) })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect((await repo.landing()).net).toContain(NOTICE)
})

test('an operator flipped in a function that moves is refused, with its line', () => {
  const repo = gatedRepo()
  repo.trace({ 'src/cart.js': `${TOTAL}${SHOW}` })
  repo.write({
    'src/cart.js': SHOW,
    'src/price.js': format('src/price.js', TOTAL.replace('price * ', 'price - ')),
  })
  repo.git('add', '-A')
  const { code, err } = repo.commit()
  expect(err).toMatch(/(?:hash-mismatch|trace-missing) src\/price\.js/)
  expect(code).toBe(1)
})

test('a function that was moved, and is still where it was, is a copy: it is refused', () => {
  const repo = gatedRepo()
  repo.trace({ 'src/cart.js': `${TOTAL}${SHOW}` })
  repo.write({ 'src/price.js': format('src/price.js', TOTAL) })
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(1)
})
