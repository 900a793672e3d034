import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Zone {
  readonly zones: readonly string[]
  /** `node:*` is any built-in but node:child_process, which has to be named. */
  readonly packages: readonly string[]
}

/** ARCHITECTURE.md: which zone may import which. Read it downwards: the arrow never turns back. */
const MAY_IMPORT: Readonly<Record<string, Zone>> = {
  core: { zones: [], packages: ['zod/mini', 'zod/locales', 'minimatch', 'node:crypto'] },
  rules: { zones: ['core'], packages: [] },
  report: { zones: ['core'], packages: [] },
  structure: {
    zones: ['core'],
    packages: [
      ...['oxc-parser', 'web-tree-sitter', '@csstools/css-tokenizer'],
      ...['@humanwhocodes/momoa', 'yaml', 'smol-toml'],
      ...['node:crypto', 'node:fs', 'node:zlib', 'node:child_process'], // it reads its own grammars
    ],
  },
  git: { zones: ['core'], packages: ['simple-git', 'node:child_process', 'node:*'] },
  store: {
    zones: ['core', 'git'],
    packages: [
      ...['yaml', 'zod/mini', 'node:*'],
      ...['@secretlint/core', '@secretlint/profiler', '@secretlint/secretlint-rule-preset-recommend'],
    ],
  },
  // The plugin's text imports what the agent has.
  recorder: { zones: ['core', 'store'], packages: ['unbash', 'node:path', 'node:url', 'node:child_process'] },
  setup: {
    zones: ['core', 'git', 'store', 'recorder'],
    packages: [
      ...['husky', 'simple-git', 'yaml', 'zod/mini', 'node:*', 'node:child_process'],
      ...['@humanwhocodes/momoa', 'smol-toml'], // agents' settings, comments kept
    ],
  },
  // Its second file is built beside it, and loaded only for scopes that need the glob library.
  hook: { zones: ['core', 'git'], packages: ['node:*', './glob.cjs'] },
  'agent-hook': {
    zones: ['core', 'git', 'store', 'recorder', 'record.ts'],
    packages: ['node:*', './glob.cjs'],
  },
  'renamed-across.ts': { zones: ['core', 'git', 'structure'], packages: [] },
  'moved-units.ts': { zones: ['core', 'git', 'structure'], packages: [] },
  'changed-units.ts': {
    zones: ['core', 'git', 'structure', 'moved-units.ts', 'renamed-across.ts'],
    packages: [],
  },
  'outlines.ts': { zones: ['core', 'structure'], packages: [] },
  'range-units.ts': { zones: ['core', 'git', 'structure', 'changed-units.ts'], packages: [] },
  'needs.ts': {
    zones: ['core', 'git', 'store', 'structure', 'changed-units.ts', 'outlines.ts'],
    packages: ['re2js'],
  },
  'merge-reports.ts': { zones: ['core'], packages: [] },
  'in-order.ts': { zones: [], packages: [] },
  'settle.ts': { zones: ['core', 'rules', 'git', 'store', 'structure', 'needs.ts'], packages: [] },
  'each-commit.ts': {
    zones: ['core', 'git', 'store', 'settle.ts', 'merge-reports.ts', 'in-order.ts'],
    packages: [],
  },
  'request.ts': { zones: [], packages: [] },
  'open-session.ts': {
    zones: ['core', 'git', 'store', 'structure', 'settle.ts', 'each-commit.ts', 'request.ts'],
    packages: [],
  },
  'open-range.ts': {
    zones: ['core', 'git', 'settle.ts', 'each-commit.ts', 'request.ts', 'open-session.ts'],
    packages: [],
  },
  'check.ts': {
    zones: ['core', 'git', 'store', 'settle.ts', 'each-commit.ts', 'request.ts', 'open-session.ts'],
    packages: ['node:path'],
  },
  'record.ts': { zones: ['core', 'git', 'store', 'recorder'], packages: ['node:*'] },
  'intents.ts': { zones: ['core', 'git', 'store'], packages: [] },
  'record-lesson.ts': { zones: ['core', 'git', 'store', 'setup', 'record.ts'], packages: ['node:*'] },
  'check-uncommitted.ts': {
    zones: ['core', 'git', 'store', 'request.ts', 'check.ts', 'record.ts'],
    packages: ['node:*'],
  },
  // What its tools do is handed to it.
  mcp: {
    zones: ['core', 'report', 'recorder', 'intents.ts'],
    packages: ['@modelcontextprotocol/server', 'zod/v4', 'node:*'],
  },
  'short-lived.ts': { zones: [], packages: ['node:*'] },
  'prepare.ts': { zones: ['cli'], packages: [] },
  'index.ts': {
    zones: ['core', 'report', 'request.ts', 'check.ts', 'record.ts', 'intents.ts', 'recorder', 'agent-hook'],
    packages: [],
  },
  cli: {
    zones: [
      ...[
        'core',
        'request.ts',
        'open-range.ts',
        'check.ts',
        'record.ts',
        'rules',
        'report',
        'recorder',
        'store',
        'git',
        'setup',
        'hook',
      ],
      ...['mcp', 'intents.ts', 'record-lesson.ts', 'check-uncommitted.ts', 'agent-hook', 'short-lived.ts'],
      'structure',
      'changed-units.ts',
      'outlines.ts',
    ],
    packages: ['husky', 'node:*'],
  },
  action: {
    zones: [
      'core',
      'request.ts',
      'open-range.ts',
      'range-units.ts',
      'rules',
      'report',
      'git',
      'structure',
      'short-lived.ts',
    ],
    packages: ['@actions/core', 'zod/mini', 'node:*'],
  },
}

/** Where only a part of a zone is meant. */
const NARROWED: Readonly<Record<string, (found: Import) => boolean>> = {
  'store → git': ({ isType }) => isType,
  // Its process is a program of its own.
  'structure → core': ({ isType }) => isType,
  // The hook's bundle has node built-ins only: from git it may take pure parsers.
  'hook → git': ({ target }) => target.startsWith('git/parse-'),
  // The process that parses, which it ships.
  'action → structure': ({ target }) => /^structure\/parse(?:r)?\.ts$/.test(target),
  // It judges nothing by itself: from git it takes where commits come from.
  'action → git': ({ target }) => /^git\/(?:commit|scratch|workspace)-source\.ts$/.test(target),
}

/** Who may start a process, and why. */
const SPAWNS: Readonly<Record<string, string>> = {
  'git/run.ts': 'the only place that runs git',
  'git/run-at-once.ts': 'the same, for a hook that waits for it',
  'cli/intents/run-criterion.ts': 'accept runs the commands of an intent, once somebody has agreed',
  'cli/run/run-command.ts': 'run runs the command that it is given',
  'structure/parser-lane.ts': 'the parser, in a process of its own: its native stack can overflow',
  'recorder/shim/plugin.ts': 'the text of a plugin: it starts intentgate inside the agent, not here',
  'setup/agents/run-program.ts': 'doctor tries the very command that an agent would start',
  'cli/demo/sandbox.ts': 'the demo types what a person would type, in a repository of its own',
}

/** The doors: the command, the hook, and what package.json imports after an install. */
const EXITS = ['action/main.ts', 'agent-hook/bin.ts', 'cli/bin.ts', 'hook/bin.ts', 'prepare.ts']

interface Import {
  readonly file: string
  /** A file of src or action, or a package. */
  readonly target: string
  readonly isType: boolean
}

/** Files of src by their path there, those of the Action below `action/`. */
const files = [
  ...namesIn('src'),
  ...namesIn('action')
    .filter((name) => !name.startsWith('dist/'))
    .map((name) => `action/${name}`),
]
const texts = new Map(files.map((file) => [file, readFileSync(diskPath(file), 'utf8')]))

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
}

function diskPath(file: string): string {
  return file.startsWith('action/') ? file : join('src', file)
}

const STATEMENT = /^(?:import|export)\b(?<clause>[^'"`;]*?)\bfrom\s*['"](?<from>[^'"]+)['"]/gm
const BARE = /^import\s*['"](?<from>[^'"]+)['"]/gm
// After a quote it is a command for somebody else's package.json.
const CALL = /(?<!["'`])\b(?:import|require)\s*\(\s*(?:\/\*.*?\*\/\s*)?['"`](?<from>[^'"`]+)['"`]/gm

function importsOf(file: string): Import[] {
  const text = texts.get(file)!
  return [STATEMENT, BARE, CALL].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups }) => ({
      file,
      target: resolveImport(file, groups!.from!),
      isType: /^\s*type\b/.test(groups!.clause ?? ''),
    })),
  )
}

function resolveImport(file: string, from: string): string {
  if (from.endsWith('.cjs')) return from
  return from.startsWith('.') ? posix.join(dirname(file), from).replace(/^src\//, '') : from
}

const imports = files.flatMap(importsOf)

const isOwn = (target: string) => target.endsWith('.ts')
const zoneOf = (path: string) => path.split('/')[0]!
const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

function isAllowed(found: Import): boolean {
  const from = zoneOf(found.file)
  const may = MAY_IMPORT[from]
  if (may === undefined) return false
  if (!isOwn(found.target)) return mayUse(may, found.target)
  const to = zoneOf(found.target)
  if (to === from) return true
  return may.zones.includes(to) && (NARROWED[`${from} → ${to}`]?.(found) ?? true)
}

function mayUse({ packages }: Zone, target: string): boolean {
  if (!target.startsWith('node:')) return packages.includes(target) || packages.includes(packageOf(target))
  return packages.includes(target) || (packages.includes('node:*') && target !== 'node:child_process')
}

test('the imports are found at all', () => {
  expect(imports.length).toBeGreaterThan(200)
  expect(imports).toContainEqual({ file: 'core/glob.ts', target: 'minimatch', isType: false })
  expect(imports).toContainEqual({ file: 'core/rule.ts', target: 'core/coverage.ts', isType: true })
})

test('every zone has a line in the table', () => {
  expect([...new Set(files.map(zoneOf))].filter((zone) => !(zone in MAY_IMPORT))).toEqual([])
})

test('imports go one way', () => {
  const wrong = imports.filter(
    (found) => !isAllowed(found) && !(found.target === 'node:child_process' && found.file in SPAWNS),
  )
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

test('the table can refuse', () => {
  const wrong: Import[] = [
    { file: 'core/x.ts', target: 'git/run.ts', isType: true },
    { file: 'core/x.ts', target: 'node:fs', isType: false },
    { file: 'rules/x.ts', target: 'store/writer.ts', isType: false },
    { file: 'report/x.ts', target: 'yaml', isType: false },
    { file: 'store/x.ts', target: 'git/run.ts', isType: false },
    { file: 'store/x.ts', target: 'node:child_process', isType: false },
    { file: 'hook/x.ts', target: 'git/run.ts', isType: false },
    { file: 'hook/x.ts', target: 'zod/mini', isType: false },
    { file: 'core/x.ts', target: 'zod', isType: false },
    { file: 'git/x.ts', target: 'cli/main.ts', isType: false },
    { file: 'action/x.ts', target: 'store/writer.ts', isType: false },
    { file: 'action/x.ts', target: 'git/range.ts', isType: false },
    { file: 'nowhere/x.ts', target: 'core/x.ts', isType: false },
  ]
  expect(wrong.filter(isAllowed)).toEqual([])
})

describe('in every file of src and action', () => {
  const containing = (pattern: RegExp, among = files) =>
    among.filter((file) => pattern.test(texts.get(file)!))

  test('nothing is a default export', () => {
    expect(containing(/^export\s+default\b|\bas\s+default\b/m)).toEqual([])
  })

  // In a text they compile, and users read them.
  test('no merge has left its marks', () => {
    expect(containing(/^(?:<{7}|={7}|>{7})(?: |$)/m)).toEqual([])
  })

  test('only these start processes', () => {
    expect(containing(/child_process/).sort()).toEqual(Object.keys(SPAWNS).sort())
  })

  test('only the doors decide how the process ends', () => {
    expect(containing(/\bprocess\.exit(?:Code)?\b/).sort()).toEqual(EXITS)
  })

  test('judging and reporting know no clock, no environment and no chance', () => {
    const pure = files.filter((file) => ['core', 'rules', 'report'].includes(zoneOf(file)))
    expect(
      containing(
        /\b(?:Date\.now|new Date\b|performance\.now|Math\.random|randomBytes|randomUUID|process\.(?!env\.INTENTGATE_VERSION\b)|globalThis|fetch\()/,
        pure,
      ),
    ).toEqual([])
  })
})

test('no file or folder has a name that says nothing', () => {
  const banned = /^(?:utils?|helpers?|managers?|services?|handl\w*|process\w*|data|misc|common)$/
  const paths = ['src', 'action', 'test', 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }),
  )
  const saysNothing = (name: string) =>
    name
      .replace(/^package-manager\b/, '')
      .split(/[-.]/)
      .some((word) => banned.test(word))
  expect(paths.filter((path) => path.split(/[/\\]/).some(saysNothing))).toEqual([])
})
