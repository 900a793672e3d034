import { setFlagsFromString } from 'node:v8'

/**
 * A command runs for a second: left alone, V8 spends a quarter of it on optimising code that has hardly any time left to run. It
 * means "later", not "never", and a V8 without the flag goes on as it is.
 */
export function expectShortLife(): void {
  setFlagsFromString('--interrupt-budget=1000000')
}
