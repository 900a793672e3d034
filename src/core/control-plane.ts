/** Why a path decides whether anything is judged at all. */
interface ControlPlane {
  readonly why: string
  /** named: only where the file speaks of the gate. */
  readonly when: 'always' | 'named'
}

interface Entry extends ControlPlane {
  readonly path: RegExp
}

// On a case-insensitive file system `.Husky/pre-commit` is the same file: hence i; a name may hold a newline: hence s.
const entries: readonly Entry[] = [
  always(/^\.orchestration\/policy\.yaml$/is, 'it says how strict the gate is'),
  always(/(^|\/)\.(husky|githooks|lefthook)\//is, 'git hooks run from here'),
  always(
    /^hooks\/(pre-commit|prepare-commit-msg|commit-msg|pre-merge-commit|pre-push|post-commit|post-rewrite|gate)$/is,
    'git hooks run from here',
  ),
  always(
    /^(\.config\/)?\.?lefthook(-local)?\.(ya?ml|toml|jsonc?)$/is,
    'lefthook installs git hooks as this says',
  ),
  always(/^\.pre-commit-config\.ya?ml$/is, 'pre-commit installs git hooks as this says'),
  always(/(^|\/)\.gitattributes$/is, 'filters and attributes decide which bytes git stores and shows'),
  always(/^\.gitmodules$/is, 'it says where submodules come from'),

  named(/^\.(github|gitea|forgejo)\/(workflows|actions)\/.*\.ya?ml$/is),
  named(/^\.gitlab-ci\.ya?ml$/is),
  named(/^\.gitlab\/.*\.ya?ml$/is),
  named(/^(azure-pipelines|bitbucket-pipelines)[^/]*\.ya?ml$/is),
  named(/^\.circleci\/.*\.ya?ml$/is),
  named(/^jenkinsfile$/is),

  agent(/(^|\/)\.claude\/(settings[^/]*\.json$|hooks\/)/is, 'Claude Code'),
  agent(/(^|\/)\.codex\/(config\.toml$|hooks\.json$|hooks\/)/is, 'Codex'),
  agent(/(^|\/)\.gemini\/(settings\.json$|hooks\/)/is, 'Gemini CLI'),
  agent(/(^|\/)\.qwen\/(settings\.json$|hooks\/)/is, 'Qwen Code'),
  agent(/^\.github\/(hooks\/|copilot\/settings[^/]*\.json$)/is, 'Copilot'),
  agent(/(^|\/)\.cursor\/(hooks\.json$|hooks\/|mcp\.json$)/is, 'Cursor'),
  agent(/(^|\/)\.(clinerules\/hooks|cline\/hooks|cline\/plugins)\//is, 'Cline'),
  agent(/(^|\/)(\.opencode\/|opencode\.jsonc?$)/is, 'OpenCode'),
  agent(/(^|\/)(\.kilo\/plugins?\/|kilo\.jsonc?$)/is, 'Kilo Code'),
  agent(/(^|\/)\.factory\/(hooks|settings|mcp)[^/]*\.json$/is, 'Factory Droid'),
  agent(/(^|\/)\.devin\/[^/]*\.json$/is, 'Devin'),
  agent(/(^|\/)\.windsurf\/hooks\.json$/is, 'Windsurf'),
  agent(/(^|\/)\.agents\/(hooks\.json$|plugins\/)/is, 'agents that read .agents/'),
  agent(/(^|\/)\.(mcp\.json|vscode\/mcp\.json|roo\/mcp\.json)$/is, 'MCP clients'),
]

function always(path: RegExp, why: string): Entry {
  return { path, why, when: 'always' }
}

function named(path: RegExp): Entry {
  return { path, why: 'this job runs the gate', when: 'named' }
}

function agent(path: RegExp, name: string): Entry {
  return {
    path,
    why: `it sets up the hooks and tools of ${name}, which record what is written`,
    when: 'always',
  }
}

// What all of the above have in common, said once more: compiling thirty patterns would cost an ordinary commit more than the rest of its judgement.
const MAY_STEER =
  /(?:^|\/)\.|^(?:hooks\/|lefthook|jenkinsfile$|azure-pipelines|bitbucket-pipelines)|(?:^|\/)(?:opencode|kilo)\.json/is

/** Is this a path that steers the gate, and why? null for every other. */
export function controlPlaneOf(path: string): ControlPlane | null {
  if (!MAY_STEER.test(path)) return null
  return entries.find((entry) => entry.path.test(path)) ?? null
}

/** Does a job's text speak of the gate? A forge does not tell `Owner/IntentGate` from `owner/intentgate`. */
export function namesTheGate(text: Uint8Array): boolean {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  return bytes.toString('latin1').toLowerCase().includes('intentgate')
}
