import { expect, test } from 'vitest'
import { isModuleMeant } from '../../src/core/module-name.ts'

const PATH = 'src/auth/login.ts'

test.each([
  // glob, name, means it
  ['passport', 'passport', true],
  ['passport', 'passport/lib/strategy', true],
  ['passport', 'passport-jwt', false],
  ['passport*', 'passport-jwt', true],
  ['passport*', './passport', false],
  ['lodash', 'lodash.get', false],
  ['@acme/*', '@acme/db/client', true],
  ['@acme', '@acme/db', true],
  ['fs', 'node:fs', true],
  ['node:fs', 'fs', true],
  ['node:fs', 'node:fs/promises', true],
  ['fs', 'fs/promises', true],
  ['child_process', 'node:child_process', true],
  ['src/legacy/**', '../legacy/old', true],
  ['src/legacy', '../legacy/old', true],
  ['src/legacy', '../legacy-2/old', false],
  ['src/auth/old', './old', true],
  ['**/old', './old', true],
  ['lib', '../../lib', true],
  ['lib', '../../../../lib', true],
])('%s and %s in JavaScript: %s', (glob, name, expected) => {
  expect(isModuleMeant(glob, { name, path: PATH, norm: 'es/1' })).toBe(expected)
})

test.each([
  ['python', 'os', 'os.path', true],
  ['python', 'os*', 'ossaudiodev', true],
  ['python', 'os', 'ossaudiodev', false],
  ['java', 'java.util', 'java.util.List', true],
  ['rust', 'std::process', 'std::process::Command', true],
  ['go', 'github.com/acme', 'github.com/acme/db', true],
  ['go', 'gopkg.in/yaml', 'gopkg.in/yaml.v3', false],
  ['php', 'App\\Models', 'App\\Models\\User', true],
  ['php', 'App\\*', 'App\\Models\\User', true],
])('in %s %s and %s: %s', (language, glob, name, expected) => {
  expect(isModuleMeant(glob, { name, path: PATH, norm: `tst/1:${language}@0123456789ab` })).toBe(expected)
})
