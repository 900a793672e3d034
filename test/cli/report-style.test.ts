import { expect, test } from 'vitest'
import { reportStyle } from '../../src/cli/report-style.ts'
import { createStyle } from '../../src/cli/style.ts'

const style = createStyle({}, { isTTY: true })

test.each([
  { columns: 0, width: 100 },
  { columns: null, width: 100 },
  { columns: 60, width: 60 },
])('a terminal $columns wide is written $width wide', ({ columns, width }) => {
  expect(reportStyle({ style, columns }).width).toBe(width)
})
