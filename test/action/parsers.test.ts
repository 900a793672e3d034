import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createStructureReader } from '../../src/structure/reader.ts'

/** The bundle as a runner has it: no package anywhere around. */
const shipped = mkdtempSync(join(tmpdir(), 'intentgate-test-shipped-'))
cpSync('action/dist', shipped, { recursive: true })
const ours = createStructureReader(join(shipped, 'parsers/structure.js'))
const installed = createStructureReader('dist/structure.js')
afterAll(() => {
  ours.close()
  installed.close()
  rmSync(shipped, { recursive: true, force: true })
})

const SAMPLES: Readonly<Record<string, string>> = {
  'a.ts': 'import { b } from "./b"\nexport class A { size(n: number) { return b(n) ?? n + 1 } }\n',
  'a.tsx': 'export const A = () => <p className="x  y">{ 1 }</p>\n',
  'a.js': 'function f() {\n  return\n  `x`\n}\n',
  'a.py': 'import os\n\ndef f(x):\n    """Doc."""\n    return (x,)\n',
  'a.go': 'package a\n\nimport "fmt"\n\nfunc f() { fmt.Println(1) }\n',
  'a.rs': 'use std::fmt;\nfn f() -> u8 { return 1; }\n',
  'a.java': 'class A { int f() { return 1; } }\n',
  'a.cs': 'class A { int F() { return 1; } }\n',
  'a.rb': 'def f\n  1\nend\n',
  'a.php': '<?php\nfunction f() { return 1; }\n',
  'a.sh': 'f() { echo 1; }\n',
  'a.kt': 'fun f() = 1\n',
  'a.scala': 'object A { def f = 1 }\n',
  'a.lua': 'local function f() return 1 end\n',
  'a.css': 'a { color: RED }\n',
  'a.json': '{ "a": [1, 2.0] }\n',
  'a.yaml': 'a: [1, "2"]\n',
  'a.toml': 'a = 1\n',
}

test.each(Object.entries(SAMPLES))('the Action and the package agree on %s', async (path, text) => {
  const bytes = Buffer.from(text)
  const reading = await ours.read(path, bytes)
  expect(reading.kind).toBe('structured')
  expect(reading).toEqual(await installed.read(path, bytes))
})

test('what was unpacked for this machine is gone once it is loaded', () => {
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('intentgate-parser-'))).toEqual([])
})
