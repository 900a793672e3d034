/** Why a path decides whether anything is judged at all. */
export interface ControlPlane {
  readonly why: string
  /** named: only where the file speaks of the gate. */
  readonly when: 'always' | 'named'
}

interface Entry extends ControlPlane {
  readonly path: RegExp
}

const HOOK =
  'pre-commit|prepare-commit-msg|commit-msg|pre-merge-commit|pre-push|post-commit|post-rewrite|pre-receive'
const MANAGED = 'a manager of git hooks installs them as this says'

// On a case-insensitive file system `.Husky/pre-commit` is the same file: hence i; a name may hold a newline: hence s.
const entries: readonly Entry[] = [
  always(/^\.orchestration\/policy\.yaml$/is, 'it says how strict the gate is'),
  always(/(^|\/)\.(husky|githooks|git-hooks|lefthook|hk-hooks|overcommit)\//is, 'git hooks run from here'),
  always(new RegExp(`^hooks/(${HOOK}|gate)$`, 'is'), 'git hooks run from here'),
  always(/^(\.config\/)?\.?lefthook(-local)?\.(ya?ml|toml|jsonc?)$/is, MANAGED),
  always(/^(\.pre-commit-config\.ya?ml|prek\.toml)$/is, MANAGED),
  always(/(^|\/)\.?simple-git-hooks\.([cm]?js|[cm]?ts|json)$/is, MANAGED),
  always(/(^|\/)(\.huskyrc(\.[a-z]+)?|husky\.config\.[cm]?js)$/is, MANAGED),
  always(/^(\.config\/)?hk(\.local)?\.pkl$/is, MANAGED),
  always(/^(\.overcommit\.yml|(config\/)?captainhook\.json|\.?grumphp(\.dist)?\.ya?ml)$/is, MANAGED),
  always(/^(\.cargo-husky\/hooks\/|\.rusty-hook\.toml$|\.openhands\/pre-commit\.sh$)/is, MANAGED),
  // core.hooksPath may lead anywhere.
  named(
    new RegExp(`(^|/)(${HOOK})(\\.([cm]?[jt]s|(ba|z)?sh|py|rb|pl|php|ps1|cmd|bat))?$`, 'is'),
    'this git hook runs the gate',
  ),
  always(/(^|\/)\.gitattributes$/is, 'filters and attributes decide which bytes git stores and shows'),
  always(/^\.gitmodules$/is, 'it says where submodules come from'),

  job(/^\.(github|gitea|forgejo)\/(workflows|actions)\/.*\.ya?ml$/is),
  job(/^\.gitlab-ci\.ya?ml$/is),
  job(/^\.gitlab\/.*\.ya?ml$/is),
  job(/^(azure-pipelines|bitbucket-pipelines)[^/]*\.ya?ml$/is),
  job(/^\.(azure-?pipelines|azuredevops|vsts)\/.*\.ya?ml$/is),
  job(/^\.circleci\/.*\.ya?ml$/is),
  job(/^(\.jenkins\/.*|[^/]*jenkinsfile[^/]*)$/is),
  job(/^\.woodpecker(\.ya?ml|\/.*\.ya?ml)$/is),
  job(/^\.drone\.(ya?ml|jsonnet|star)$/is),
  job(/^(\.buildkite\/.*|(\.?buildkite|buildkite\/pipeline)\.(ya?ml|json))$/is),
  job(/^(\.travis|\.?appveyor|\.?codefresh|\.?wercker|\.?bitrise|codemagic|\.?screwdriver)\.ya?ml$/is),
  job(
    /^(\.?cloudbuild|buildspec|\.onedev-buildspec|\.build|\.?zuul|codeship-(steps|services))[^/]*\.(ya?ml|json)$/is,
  ),
  job(/^\.cirrus\.(ya?ml|star)$/is),
  job(/^(\.(semaphore|builds|tekton|harness|teamcity|codefresh|zuul\.d)|bamboo-specs)\/.*$/is),

  agent(/(^|\/)\.claude\/(settings[^/]*\.json$|hooks\/)/is, 'Claude Code'),
  agent(/(^|\/)\.codex\/(config\.toml$|hooks\.json$|hooks\/)/is, 'Codex'),
  agent(/(^|\/)\.gemini\/(settings\.json$|hooks\/|extensions\/)/is, 'Gemini CLI'),
  agent(
    /(^|\/)\.(qwen|iflow|qoder|codebuddy)\/(settings[^/]*\.json$|hooks\/|extensions\/)/is,
    'Qwen Code and its like',
  ),
  agent(/^\.github\/(hooks\/|copilot\/settings[^/]*\.json$)/is, 'Copilot'),
  agent(/(^|\/)\.copilot\/(mcp-config\.json$|config\.json$|hooks\/)/is, 'Copilot'),
  agent(/(^|\/)\.cursor\/(hooks\.json$|hooks\/|mcp\.json$|cli\.json$)/is, 'Cursor'),
  agent(/(^|\/)\.(clinerules\/hooks|cline\/hooks|cline\/plugins)\//is, 'Cline'),
  agent(/(^|\/)(\.opencode\/|opencode\.jsonc?$)/is, 'OpenCode'),
  agent(/(^|\/)(\.kilo\/plugins?\/|\.kilo(code)?\/mcp\.json$|kilo\.jsonc?$)/is, 'Kilo Code'),
  agent(/(^|\/)\.factory\/(hooks|settings|mcp)[^/]*\.json$/is, 'Factory Droid'),
  agent(/(^|\/)\.devin\/[^/]*\.json$/is, 'Devin'),
  agent(/(^|\/)\.windsurf\/(hooks|mcp)[^/]*\.json$/is, 'Windsurf'),
  agent(/(^|\/)\.agents\/(hooks\.json$|plugins\/|mcp[^/]*\.json$)/is, 'agents that read .agents/'),
  agent(/(^|\/)\.amazonq\/(mcp\.json$|(cli-)?agents\/)/is, 'Amazon Q'),
  agent(/(^|\/)\.kiro\/(hooks\/|agents\/|settings\/)/is, 'Kiro'),
  agent(/(^|\/)\.continue\/(mcpServers\/|config\.(ya?ml|json|ts)$)/is, 'Continue'),
  agent(/(^|\/)\.(amp|augment|grok|zed)\/settings[^/]*\.json$/is, 'agents with a settings.json'),
  agent(/(^|\/)\.openhands\/(hooks\.json|hooks\/|setup\.sh)/is, 'OpenHands'),
  agent(
    /(^|\/)(\.?crush\.json|\.vibe\/config\.toml|\.aider\.conf\.ya?ml)$/is,
    'agents with a file of settings',
  ),
  agent(/(^|\/)(\.mcp\.json|\.(vscode|roo|trae|junie|junie\/mcp)\/mcp\.json)$/is, 'MCP clients'),
]

function always(path: RegExp, why: string): Entry {
  return { path, why, when: 'always' }
}

function named(path: RegExp, why: string): Entry {
  return { path, why, when: 'named' }
}

function job(path: RegExp): Entry {
  return named(path, 'this job runs the gate')
}

function agent(path: RegExp, name: string): Entry {
  return {
    path,
    why: `it sets up the hooks and tools of ${name}, which record what is written`,
    when: 'always',
  }
}

// What all of the above have in common, said once more: compiling fifty patterns would cost an ordinary commit more than the rest of its judgement.
const MAY_STEER = new RegExp(
  [
    '(?:^|/)\\.',
    '^(?:hooks/|lefthook|prek\\.|hk\\.|(?:config/)?captainhook|grumphp|bamboo-specs/|[^/]*jenkinsfile)',
    '^(?:azure-pipelines|bitbucket-pipelines|buildkite|appveyor|codefresh|wercker|bitrise|codemagic)',
    '^(?:screwdriver|cloudbuild|buildspec|zuul|codeship-)',
    '(?:^|/)(?:opencode|kilo|crush)\\.json|(?:^|/)(?:simple-git-hooks|husky\\.config)\\.',
    `(?:^|/)(?:${HOOK})(?:\\.[a-z0-9]+)?$`,
  ].join('|'),
  'is',
)

const MOST_KNOWN = 10_000
/** The commits of a range touch the same paths again and again. */
const known = new Map<string, ControlPlane | null>()

/** Is this a path that steers the gate, and why? null for every other. */
export function controlPlaneOf(path: string): ControlPlane | null {
  const before = known.get(path)
  if (before !== undefined) return before
  const found = MAY_STEER.test(path) ? (entries.find((entry) => entry.path.test(path)) ?? null) : null
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(path, found)
  return found
}

/** Does a job's text speak of the gate, in UTF-16 too? A forge does not tell `Owner/IntentGate` from `owner/intentgate`. */
export function namesTheGate(text: Uint8Array): boolean {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  return bytes.toString('latin1').replaceAll('\0', '').toLowerCase().includes('intentgate')
}
