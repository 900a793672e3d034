import type { AgentName } from '../../recorder/event.ts'
import type { PluginHost } from '../../recorder/shim/plugin.ts'
import type { Head } from './head.ts'

/** One file that an agent reads, and what we have in it. Paths are from the root of the working tree. */
export type Part =
  | {
      readonly kind: 'hooks'
      readonly path: string
      readonly head: Head
      readonly events: readonly string[]
      readonly form: HookForm
    }
  | {
      readonly kind: 'server'
      readonly path: string
      readonly head: Head
      readonly key: string
      readonly server: ServerForm
      /** Written instead where it is there, and `path` is not. */
      readonly orElse?: string
    }
  | { readonly kind: 'toml-server'; readonly path: string }
  | { readonly kind: 'plugin'; readonly path: string; readonly host: PluginHost }

/** group: entries of Claude Code's shape, with or without a matcher; flat: the command itself; named: flat, for payloads that do not name their event. */
export type HookForm = 'group' | 'matched-group' | 'flat' | 'flat-typed' | 'named'
/** argv: one list with the program first. */
export type ServerForm = 'plain' | 'always-loaded' | 'stdio' | 'argv'

/** An agent that we can be installed for. */
export interface AgentSetup {
  readonly name: string
  readonly title: string
  /** Whose payloads it sends. */
  readonly agent: Exclude<AgentName, 'generic'>
  /** How its program is called; [] = an editor's extension, or none that we know. */
  readonly programs: readonly string[]
  readonly parts: readonly Part[]
  /** What a person has to do before its hooks run, or its server is known. */
  readonly notes: readonly string[]
}

const CLAUDE_EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']
const COPILOT_FILE = '.github/hooks/intentgate.json'
const OPENCODE_HEAD = { $schema: 'https://opencode.ai/config.json' }

export const AGENT_SETUPS: readonly AgentSetup[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    agent: 'claude-code',
    programs: ['claude'],
    parts: [
      hooks('.claude/settings.json', 'matched-group', [
        ...CLAUDE_EVENTS,
        'PostToolUseFailure',
        'Stop',
        'SessionEnd',
      ]),
      // Its tools are hidden behind a search otherwise, and the model does not see ours.
      server('.mcp.json', 'mcpServers', 'always-loaded'),
    ],
    notes: ['start claude here once and trust the folder; it asks for the MCP server intentgate, too'],
  },
  {
    name: 'codex',
    title: 'Codex',
    agent: 'codex',
    programs: ['codex'],
    parts: [
      hooks('.codex/hooks.json', 'group', [...CLAUDE_EVENTS, 'Stop', 'SessionEnd']),
      { kind: 'toml-server', path: '.codex/config.toml' },
    ],
    notes: [
      'start codex here, trust the folder, then open /hooks and trust these hooks: until then it skips them silently',
    ],
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    agent: 'gemini-cli',
    programs: ['gemini'],
    parts: [
      hooks('.gemini/settings.json', 'matched-group', [
        ...['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent', 'SessionEnd'],
      ]),
      server('.gemini/settings.json', 'mcpServers', 'plain'),
    ],
    notes: ['start gemini here once and trust the folder'],
  },
  {
    name: 'qwen-code',
    title: 'Qwen Code',
    agent: 'qwen-code',
    programs: ['qwen'],
    parts: [
      // It writes the version itself when it starts: a file that changes then would hold up the next commit.
      hooks('.qwen/settings.json', 'matched-group', [...CLAUDE_EVENTS, 'Stop', 'SessionEnd'], {
        $version: 4,
      }),
      server('.qwen/settings.json', 'mcpServers', 'plain'),
    ],
    notes: ['start qwen here once and trust the folder'],
  },
  {
    name: 'copilot-cli',
    title: 'Copilot CLI',
    agent: 'copilot-cli',
    programs: ['copilot'],
    parts: [
      hooks(
        COPILOT_FILE,
        'named',
        [
          ...['sessionStart', 'userPromptSubmitted', 'preToolUse', 'postToolUse', 'postToolUseFailure'],
          ...['agentStop', 'sessionEnd'],
        ],
        { version: 1 },
      ),
      server('.mcp.json', 'mcpServers', 'stdio'),
    ],
    notes: ['start copilot here once and trust the folder: it runs the hooks of trusted folders only'],
  },
  {
    name: 'vscode',
    title: 'VS Code',
    agent: 'vscode',
    programs: ['code'],
    parts: [
      hooks(COPILOT_FILE, 'flat-typed', [...CLAUDE_EVENTS, 'Stop'], { version: 1 }),
      server('.vscode/mcp.json', 'servers', 'stdio'),
    ],
    notes: ['start the MCP server intentgate once: MCP: List Servers in the command palette'],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    agent: 'cursor',
    programs: ['cursor', 'cursor-agent'],
    parts: [
      hooks(
        '.cursor/hooks.json',
        'flat',
        [
          ...['sessionStart', 'beforeSubmitPrompt', 'preToolUse', 'postToolUse', 'postToolUseFailure'],
          ...['stop', 'sessionEnd'],
        ],
        { version: 1 },
      ),
      server('.cursor/mcp.json', 'mcpServers', 'plain'),
    ],
    notes: ['switch the MCP server intentgate on: Settings, MCP'],
  },
  {
    name: 'cline',
    title: 'Cline',
    agent: 'cline',
    programs: ['cline'],
    parts: [{ kind: 'plugin', path: '.cline/plugins/intentgate.ts', host: 'cline' }],
    notes: [
      'Cline keeps MCP servers for the whole machine, not for a project: add the server below in MCP Servers, Configure',
    ],
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    agent: 'opencode',
    programs: ['opencode'],
    parts: [
      { kind: 'plugin', path: '.opencode/plugins/intentgate.ts', host: 'opencode' },
      { ...server('opencode.json', 'mcp', 'argv', OPENCODE_HEAD), orElse: 'opencode.jsonc' },
    ],
    notes: [],
  },
  {
    name: 'kilo',
    title: 'Kilo Code',
    agent: 'opencode',
    programs: ['kilo'],
    parts: [
      { kind: 'plugin', path: '.kilo/plugins/intentgate.ts', host: 'opencode' },
      { ...server('kilo.json', 'mcp', 'argv'), orElse: 'kilo.jsonc' },
    ],
    notes: [],
  },
]

type ServerPart = Extract<Part, { kind: 'server' }>

function hooks(path: string, form: HookForm, events: readonly string[], head: Head = {}): Part {
  return { kind: 'hooks', path, form, events, head }
}

function server(path: string, key: string, form: ServerForm, head: Head = {}): ServerPart {
  return { kind: 'server', path, key, server: form, head }
}
