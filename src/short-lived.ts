import { versions } from 'node:process'
import { setFlagsFromString } from 'node:v8'

/** By V8's major version: Node 20; 22; 24. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  11: ['--interrupt-budget=1000000'],
  12: ['--invocation-count-for-maglev=5000', '--invocation-count-for-turbofan=30000'],
  13: ['--invocation-count-for-maglev=5000', '--invocation-count-for-turbofan=30000'],
}

/**
 * A command runs for a second: left alone, V8 spends a quarter of it on optimising code that has hardly any time left to run. These
 * mean "later", not "never". A flag that V8 does not know it complains about on stderr, so one of other versions is left alone.
 */
export function expectShortLife(): void {
  const [major = ''] = versions.v8.split('.')
  for (const flag of LATER[major] ?? []) setFlagsFromString(flag)
}
