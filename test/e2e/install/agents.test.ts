import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AGENT_SETUPS } from '../../../src/setup/agents/catalog.ts'
import { codexHash } from '../../../src/setup/agents/trust.ts'
import { type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { type Answer, createRepo, temporaryFolder } from '../../support/repo.ts'

const NAMES = AGENT_SETUPS.map(({ name }) => name)
const CLAUDE = '.claude/settings.json'

/** What an agent runs for this event, read as the agent would. */
function commandOf(repo: GatedRepo, path = CLAUDE, event = 'PreToolUse'): string {
  const { hooks } = JSON.parse(repo.read(path))
  const [entry] = hooks[event]
  return entry.command ?? entry.hooks[0].command
}

/** A write without an intent, told the way agents tell it: a shell, in some folder, with a clean environment. */
function tell(command: string, cwd: string, file: string, env: Record<string, string> = {}): Answer {
  const payload = {
    session_id: 's',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: file, content: '' },
    tool_use_id: 'c',
  }
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { PATH, HOME: temporaryFolder(), INTENTGATE_RECORDER: 'gate', ...env },
    input: JSON.stringify(payload),
  })
  return { code: status ?? -1, out: stdout.toString(), err: stderr.toString() }
}

const REFUSAL = /"permissionDecision":"deny".*select_active_intent/

describe('install-agent', () => {
  test('writes for every agent, changes nothing the second time, and leaves no trace when it goes', () => {
    const repo = gatedRepo()
    expect(repo.cli(['install-agent', ...NAMES]).code).toBe(0)
    const written = repo.git('status', '--porcelain', '-uall')
    expect(written.split('\n').length).toBeGreaterThanOrEqual(15)
    const again = repo.cli(['install-agent', ...NAMES]).out
    expect(again).not.toMatch(/^ +(?:created|edited|removed)/m)
    const { code, out } = repo.cli(['install-agent', '--remove'])
    expect(code).toBe(0)
    expect(repo.git('status', '--porcelain', '-uall')).toBe('')
    // git never saw them: there is nothing to add, and nothing for a person to answer for.
    expect(out).not.toContain('git add')
    expect(['.claude', '.codex', '.kilo'].filter((folder) => existsSync(join(repo.dir, folder)))).toEqual([])
  })

  test('knows an agent by the first part of its name', () => {
    expect(gatedRepo().cli(['install-agent', 'gemini']).err).toContain('did you mean gemini-cli?')
  })

  test('keeps the hooks, keys and comments that stand there', () => {
    const repo = gatedRepo()
    const theirs = `{
    // ours since May
    "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [{ "type": "command", "command": "theirs" }] }, ] },
    "model": "opus",
}\n`
    repo.write({ [CLAUDE]: theirs })
    repo.cli(['install-agent', 'claude-code'])
    const text = repo.read(CLAUDE)
    expect(text).toContain('// ours since May')
    expect(text).toContain('"command": "theirs"')
    repo.cli(['install-agent', '--remove', 'claude-code'])
    expect(repo.read(CLAUDE)).toBe(theirs)
  })

  test('puts a command of an older version right where it stands', () => {
    const repo = gatedRepo()
    const entry =
      '{ "matcher": "Write", "hooks": [{ "type": "command", "command": "npx intentgate hook claude-code", "timeout": 9 }] }'
    repo.write({ [CLAUDE]: `{ "hooks": { "PreToolUse": [${entry}] } }\n` })
    repo.cli(['install-agent', 'claude-code'])
    const { PreToolUse } = JSON.parse(repo.read(CLAUDE)).hooks
    expect(PreToolUse).toHaveLength(1)
    expect(PreToolUse[0]).toMatchObject({ matcher: 'Write', hooks: [{ timeout: 9 }] })
    expect(commandOf(repo)).toMatch(/^node -e/)
  })

  test.each([
    ['is no JSON', CLAUDE, '{\n  "hooks": {,\n}', '.claude/settings.json:2'],
    [
      'has hooks of another kind',
      CLAUDE,
      '{\n\n  "hooks": []\n}',
      ".claude/settings.json:3: 'hooks' has to be an object",
    ],
    [
      'names hooks twice',
      CLAUDE,
      '{\n"hooks": {},\n"hooks": {}\n}',
      ".claude/settings.json:3: 'hooks' stands there twice",
    ],
    ['is no TOML', '.codex/config.toml', 'a = 1\nb = \n', '.codex/config.toml:2'],
    [
      'has a server of that name',
      '.codex/config.toml',
      '[mcp_servers.intentgate]\ncommand = "x"\n',
      'of its own',
    ],
    [
      'is a plugin of somebody else',
      '.cline/plugins/intentgate.ts',
      '// mine\n',
      'not a plugin that intentgate wrote',
    ],
  ])('refuses a file that %s, and writes nothing at all', (_, path, text, said) => {
    const repo = gatedRepo()
    repo.write({ [path]: text })
    const before = repo.git('status', '--porcelain', '-uall')
    const { code, err } = repo.cli(['install-agent', ...NAMES])
    expect(code).toBe(2)
    expect(err).toContain(said)
    expect(err).toMatch(/; nothing was changed\n/)
    expect(err).toMatch(new RegExp(`correct (?:line \\d+ of )?${path}, then`))
    expect(repo.read(path)).toBe(text)
    expect(repo.git('status', '--porcelain', '-uall')).toBe(before)
  })

  test('does not follow a link out of the working tree', () => {
    const repo = gatedRepo()
    const outside = temporaryFolder()
    spawnSync('ln', ['-s', outside, join(repo.dir, '.claude')])
    const { code, err } = repo.cli(['install-agent', 'claude-code'])
    expect([code, readdirSync(outside)]).toEqual([2, []])
    expect(err).toContain('.claude: it is a symbolic link')
  })

  test('says what it would do, and does not', () => {
    const repo = gatedRepo()
    expect(repo.cli(['install-agent', '--dry-run', 'codex']).out).toContain('would create')
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('says how a person lets the change through, and that lets it through', () => {
    const repo = gatedRepo({
      intents: `active_intents:
  - { id: INT-001, name: n, status: IN_PROGRESS, owned_scope: ["src/**", ".claude/settings.json", ".mcp.json"] }
`,
    })
    const { out } = repo.cli(['install-agent', 'claude-code'])
    const named = `${CLAUDE} .mcp.json`
    expect(out).toContain(`git add ${named}\n`)
    expect(out).toContain(`npx intentgate adopt --intent ID ${named}\n`)
    repo.git('add', CLAUDE, '.mcp.json')
    expect(repo.check().out).toContain('trace-missing')
    repo.cli(['adopt', '--yes', '--intent', 'INT-001', CLAUDE, '.mcp.json'])
    expect(repo.check().code).toBe(0)
  })

  test.each([
    [['claud-code'], 'did you mean claude-code?'],
    [[], 'name an agent'],
  ])('%j is answered with the names there are', (args, said) => {
    const { code, err } = gatedRepo().cli(['install-agent', ...args])
    expect(code).toBe(2)
    expect(err).toContain(said)
    expect(err).toContain('opencode')
  })
})

describe('the installed command', () => {
  test('answers in any folder of the working tree', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'claude-code'])
    const { out } = tell(commandOf(repo), join(repo.dir, 'src'), join(repo.dir, 'src/app.ts'))
    expect(out).toMatch(REFUSAL)
  })

  test('answers in a worktree that has no packages of its own', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'claude-code'])
    const worktree = join(temporaryFolder(), 'tree')
    repo.git('worktree', 'add', '-q', worktree)
    expect(tell(commandOf(repo), worktree, join(worktree, 'src/app.ts')).out).toMatch(REFUSAL)
  })

  test('answers where the agent has left the project, but names it', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'claude-code'])
    const file = join(repo.dir, 'src/app.ts')
    const env = { CLAUDE_PROJECT_DIR: repo.dir }
    expect(tell(commandOf(repo), temporaryFolder(), file, env).out).toMatch(REFUSAL)
  })

  test('answers where the package belongs to a folder of the repository', () => {
    const repo = gatedRepo({ folder: 'web' })
    expect(repo.cli(['install-agent', 'claude-code'], { cwd: join(repo.dir, 'web') }).code).toBe(0)
    expect(tell(commandOf(repo), join(repo.dir, 'src'), join(repo.dir, 'src/app.ts')).out).toMatch(REFUSAL)
  })

  test('stops no agent where the package is missing, and says so', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'claude-code', 'cursor'])
    rmSync(join(repo.dir, 'node_modules'), { recursive: true })
    const file = join(repo.dir, 'src/app.ts')
    const { code, out, err } = tell(commandOf(repo), repo.dir, file)
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toMatch(/^intentgate: the package is not installed here.*\n$/)
    // Silence is a refusal to Cursor.
    const toCursor = tell(commandOf(repo, '.cursor/hooks.json', 'preToolUse'), repo.dir, file)
    expect(toCursor.code).toBe(0)
    expect(JSON.parse(toCursor.out)).toMatchObject({ permission: 'allow' })
  })
})

interface Row {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly detail: string
  readonly remedy?: string
}

/** The rows about agents; nobody's home but an empty one, and no agent on PATH, unless `env` says otherwise. */
function diagnose(
  repo: GatedRepo,
  env: Record<string, string> = {},
): { code: number; rows: string[]; details: string } {
  const bare = { HOME: temporaryFolder(), PATH: pathWithNode() }
  const { code, out } = repo.cli(['doctor', '--json'], { env: { ...bare, ...env } })
  const checks: Row[] = JSON.parse(out).checks.filter(({ id }: Row) => id.startsWith('agent'))
  return {
    code,
    rows: checks.map(({ id, status, title }) => `${status}: ${title} ${id}`),
    details: checks.map(({ detail, remedy = '' }) => `${detail} ${remedy}`).join('\n'),
  }
}

function pathWithNode(): string {
  return [resolve(process.execPath, '..'), '/usr/bin', '/bin'].join(':')
}

describe('where one of the files cannot be written', () => {
  const state = (repo: GatedRepo) => [
    repo.git('status', '--porcelain', '-uall', '--ignored'),
    repo.git('config', '--list', '--local'),
  ]

  test('install-agent writes none of them, and says so', () => {
    const repo = gatedRepo()
    repo.write({ '.codex': 'in the way\n' })
    const before = state(repo)
    const { code, err } = repo.cli(['install-agent', 'claude-code', 'codex'])
    expect(code).toBe(2)
    expect(err).toMatch(/cannot read .*\.codex.*; nothing was changed\n +fix: move/)
    expect(state(repo)).toEqual(before)
  })

  test('init writes none of them, and leaves the hooks as they are', () => {
    const repo = createRepo()
    repo.write({
      'package.json': '{ "devDependencies": { "intentgate": "1.0.0" } }\n',
      '.orchestration/schema': 'in the way\n',
      'AGENTS.md': 'Ours.\n',
    })
    mkdirSync(join(repo.dir, 'node_modules'))
    symlinkSync(resolve('.'), join(repo.dir, 'node_modules/intentgate'))
    const before = [repo.git('status', '--porcelain', '-uall'), repo.git('config', '--list', '--local')]
    const { code, err } = repo.run('init', '--yes', '--hooks', 'husky')
    expect([code, err]).toEqual([2, expect.stringMatching(/; nothing was changed\n/)])
    expect([repo.git('status', '--porcelain', '-uall'), repo.git('config', '--list', '--local')]).toEqual(
      before,
    )
    expect(readdirSync(join(repo.dir, '.orchestration'))).toEqual(['schema'])
  })
})

describe('doctor', () => {
  test('finds every agent that was installed, and runs its hook and its server', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', ...NAMES])
    const before = repo.git('status', '--porcelain', '-uall')
    const { code, rows } = diagnose(repo)
    expect(code).toBe(0)
    expect(rows.filter((row) => !row.startsWith('ok: '))).toEqual([])
    expect(rows.filter((row) => row.endsWith(' agent'))).toHaveLength(NAMES.length)
    expect(rows.filter((row) => row.endsWith(' agent-mcp'))).toHaveLength(NAMES.length - 1)
    // What it rehearsed left nothing behind.
    expect(repo.git('status', '--porcelain', '-uall')).toBe(before)
    expect(readdirSync(join(repo.dir, '.git/intentgate'))).not.toContain('sessions')
  })

  test('says nothing of agents that are not here, and of one on PATH how it is set up', () => {
    const repo = gatedRepo()
    expect(diagnose(repo).rows).toEqual([])
    const bin = temporaryFolder()
    spawnSync('ln', ['-s', '/bin/false', join(bin, 'codex')])
    const { rows, details } = diagnose(repo, { PATH: `${bin}:${pathWithNode()}` })
    expect(rows).toEqual(['ok: Codex agent'])
    expect(details).toContain('npx intentgate install-agent codex')
  })

  test('says that Codex skips the hooks until a person trusts this very text', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'codex'])
    const home = temporaryFolder()
    mkdirSync(join(home, '.codex'))
    const trusted = `[projects."${repo.dir}"]\ntrust_level = "trusted"\n`
    const config = (text: string) => spawnSync('tee', [join(home, '.codex/config.toml')], { input: text })
    config(trusted)
    const untrusted = diagnose(repo, { HOME: home })
    expect(untrusted.rows).toContain('warning: Codex agent-trust')
    expect(untrusted.details).toMatch(/skips.*PreToolUse.*open \/hooks/)
    config(trusted + statesOf(repo))
    expect(diagnose(repo, { HOME: home }).rows).toEqual(['ok: Codex agent', 'ok: Codex agent-mcp'])
  })

  test.each([
    ['codex', '.codex/config.toml', 'model = "x"\n[projects\n', /config\.toml:2: it is no TOML/, 2],
    [
      'claude-code',
      '.claude.json',
      '{\n  // mine\n  "projects": {',
      /\.claude\.json:3: it is no JSON: it ends/,
      3,
    ],
    ['gemini-cli', '.gemini/settings.json', '{\n"a": 1,,\n}', /settings\.json:2: .*',' does not belong/, 2],
    ['qwen-code', '.qwen/trustedFolders.json', '[', /trustedFolders\.json:1: it is no JSON/, 1],
    ['copilot-cli', '.copilot/config.json', '{"a": "b" "c"}', /config\.json:1: .*'"c"' does not belong/, 1],
  ])(
    '%s cannot read its own %s: file, line and what to do are said, and the rest is checked',
    (name, file, text, said, line) => {
      const repo = gatedRepo()
      repo.cli(['install-agent', name])
      const home = temporaryFolder()
      mkdirSync(dirname(join(home, file)), { recursive: true })
      writeFileSync(join(home, file), text)
      const { rows, details } = diagnose(repo, { HOME: home })
      expect(details).toMatch(said)
      expect(details).not.toContain('nothing was changed')
      expect(details).toContain(`correct line ${line} of ${join(home, file)}, then run this again`)
      expect(rows.map((row) => row.replace(/^(\w+): .* /, '$1 '))).toEqual([
        'ok agent',
        'warning agent-trust',
        'ok agent-mcp',
      ])
    },
  )

  test('a folder where an agent has its settings, or a byte order mark in them, stops nothing', () => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'codex'])
    const home = temporaryFolder()
    mkdirSync(join(home, '.codex/config.toml'), { recursive: true })
    const { rows, details } = diagnose(repo, { HOME: home })
    expect(rows).toEqual(['ok: Codex agent', 'warning: Codex agent-trust', 'ok: Codex agent-mcp'])
    expect(details).toContain(`cannot read ${join(home, '.codex/config.toml')}: it is a folder`)
    rmSync(join(home, '.codex/config.toml'), { recursive: true })
    const trusted = `[projects."${repo.dir}"]\ntrust_level = "trusted"\n`
    writeFileSync(join(home, '.codex/config.toml'), `\ufeff${trusted}${statesOf(repo)}`)
    expect(diagnose(repo, { HOME: home }).rows).toEqual(['ok: Codex agent', 'ok: Codex agent-mcp'])
  })

  test.each([
    [
      'the package is gone',
      (repo: GatedRepo) => edit(repo, CLAUDE, 'agent.cjs', 'gone.cjs'),
      /hook does not answer.*not installed/,
    ],
    [
      'the command fails',
      (repo: GatedRepo) => edit(repo, CLAUDE, 'r(x)', 'throw 1'),
      /hook does not answer: it ended with 1/,
    ],
    [
      'an event is missing',
      (repo: GatedRepo) => edit(repo, CLAUDE, '"Stop"', '"Stopp"'),
      /not those of this version/,
    ],
    [
      'the file is broken',
      (repo: GatedRepo) => repo.write({ [CLAUDE]: '{' }),
      /settings\.json:1: it is no JSON/,
    ],
    [
      'the server is gone',
      (repo: GatedRepo) => repo.write({ '.mcp.json': null }),
      /names no MCP server.*install-agent claude-code/,
    ],
    [
      'the server fails',
      (repo: GatedRepo) => edit(repo, '.mcp.json', 'cli.js', 'gone.js'),
      /server does not answer: .*not installed/,
    ],
    [
      'the server is no program',
      (repo: GatedRepo) => edit(repo, '.mcp.json', '"node"', '"no-such-program"'),
      /server does not answer: .*ENOENT/,
    ],
  ])('warns where %s', (_, harm, said) => {
    const repo = gatedRepo()
    repo.cli(['install-agent', 'claude-code'])
    harm(repo)
    const { code, rows, details } = diagnose(repo)
    expect(code).toBe(0)
    expect(rows.filter((row) => row.startsWith('warning: Claude Code'))).not.toEqual([])
    expect(details).toMatch(said)
  })
})

function edit(repo: GatedRepo, path: string, from: string, to: string): void {
  const text = repo.read(path)
  expect(text).toContain(from)
  repo.write({ [path]: text.replaceAll(from, to) })
}

/** What Codex writes when a person trusts all of them. */
function statesOf(repo: GatedRepo): string {
  const file = join(repo.dir, '.codex/hooks.json')
  const events = Object.keys(JSON.parse(repo.read('.codex/hooks.json')).hooks)
  return events
    .map((event) => [event, event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()] as const)
    .map(
      ([event, name]) =>
        `[hooks.state."${file}:${name}:0:0"]\ntrusted_hash = "${codexHash(name, commandOf(repo, '.codex/hooks.json', event))}"\n`,
    )
    .join('')
}
