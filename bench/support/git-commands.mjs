// What a program asks of git, noted once, then asked again without the program.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './measure.mjs'
import { temporary } from './repos.mjs'

/** A `git` that notes its folder, environment, arguments and input, and what stands in `tmp` at the time. */
const script = (git, notes, tmp) => `#!/bin/sh
n=10000
until mkdir '${notes}'/$n 2> /dev/null; do n=$((n + 1)); done
cp -a '${tmp}/.' '${notes}/tmp' 2> /dev/null
pwd > '${notes}'/$n/folder
env -0 > '${notes}'/$n/environment
printf '%s\\0' "$@" > '${notes}'/$n/arguments
tee '${notes}'/$n/input | '${git}' "$@"
`

/**
 * Calls `run` with a folder to be first on PATH, whose `git` takes notes; `tmp` is the program's TMPDIR. Returns what `alternate`
 * wants: the same commands one after the other, with the same input, their output thrown away. Objects that they make have to be
 * made again.
 */
export async function noteGitCommands(tmp, run) {
  const [notes, bin] = [temporary('git-notes'), temporary('git-bin')]
  const git = must('sh', ['-c', 'command -v git']).trim()
  mkdirSync(join(notes, 'tmp'))
  writeFileSync(join(bin, 'git'), script(git, notes, tmp))
  chmodSync(join(bin, 'git'), 0o755)
  await run(bin)
  const commands = readdirSync(notes)
    .filter((name) => name !== 'tmp')
    .map((name) => readNote(join(notes, name)))
  const isObject = (path) => /\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(path)
  return {
    count: commands.length,
    prepare() {
      rmSync(tmp, { recursive: true, force: true })
      cpSync(join(notes, 'tmp'), tmp, { recursive: true, filter: (path) => !isObject(path) })
    },
    run() {
      for (const { args, options } of commands) runAgain(git, args, options)
    },
  }
}

function readNote(note) {
  const read = (name) => readFileSync(join(note, name))
  const listIn = (name) => read(name).toString().split('\0').slice(0, -1)
  return {
    args: listIn('arguments'),
    options: {
      cwd: read('folder').toString().slice(0, -1),
      env: Object.fromEntries(listIn('environment').map((line) => line.split(/=(.*)/s, 2))),
      input: read('input'),
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  }
}

function runAgain(git, args, options) {
  const { error, status } = spawnSync(git, args, options)
  if (error) throw error
  // 1 is an answer: no such setting.
  if (status > 1) throw new Error(`git ${args.join(' ')} → ${status}`)
}
