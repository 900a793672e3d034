import { GateError } from '../../core/error.ts'
import type { AgentName } from '../../recorder/event.ts'
import type { Gate } from '../gate.ts'

/*
 * What an agent starts has to stay word for word the same (Codex trusts a hook by its text) and run in sh, cmd and
 * PowerShell alike: one `node -e "…"` in which only single quotes stand, and nothing that one of them would expand.
 * It is node's own start and nothing more: neither a package manager nor git.
 */

/** As a shell takes it: `node -e "…" hook AGENT`. Throws USAGE where the package cannot be named in it. */
export function hookCommand(agent: AgentName, gate: Gate, event?: string): string {
  const words = ['hook', agent, ...(event === undefined ? [] : ['--event', event])]
  return `node -e "${hookScript(agent, gate)}" ${words.join(' ')}`
}

/** The same for a program that starts others itself; `hook AGENT` is still to come. */
export function hookWords(agent: AgentName, gate: Gate): string[] {
  return ['node', '-e', hookScript(agent, gate)]
}

/** What starts the MCP server. */
export function mcpWords(gate: Gate): string[] {
  const start = "process.argv.splice(1,0,x);import(r('url').pathToFileURL(x))"
  return ['node', '-e', script(gate, 'cli.js', start, ''), 'mcp']
}

/** Does this command run our hook for this agent, whoever wrote it? */
export function isOwnCommand(command: string, agent: AgentName): boolean {
  return /\bintentgate\b/.test(command) && new RegExp(`\\bhook ${agent}(?: --\\w+ \\w+)*\\s*$`).test(command)
}

function hookScript(agent: AgentName, gate: Gate): string {
  // Cursor takes silence for a refusal, and a missing package must not stop it.
  const pass = agent === 'cursor' ? "console.log(JSON.stringify({permission:'allow',continue:true}))" : ''
  return script(gate, 'agent.cjs', 'process.argv.splice(1,1,x);r(x)', pass)
}

/** Looks for the package from here upwards, in the agent's project, in the main checkout, beside node; runs it, or says that it is missing. */
function script(gate: Gate, door: string, run: string, otherwise: string): string {
  return [
    "const r=require,{dirname:u,join:j,resolve:p}=r('path'),{existsSync:e,readFileSync:f}=r('fs'),{env,execPath}=process,c=process.cwd()",
    `,g=(d='')=>{for(;;d=u(d)){const h=j(d,'${namedPath(gate)}/dist/${door}');if(e(h))return h;if(d===u(d))return''}}`,
    // A worktree's .git is a file that begins with `gitdir: `, and what it names lies below the main checkout.
    ",m=d=>{for(;;d=u(d)){try{return p(d,f(j(d,'.git'),'utf8').slice(8).trim())}catch{}if(d===u(d))return''}}",
    ",x=g(c)||g(env.CLAUDE_PROJECT_DIR)||g(m(c))||g(j(execPath,'../../lib'))||g(u(execPath));",
    `if(x){${run}}else{console.error('intentgate: the package is not installed here, so nothing is recorded. To install it: npm install');${otherwise}}`,
  ].join('')
}

function namedPath({ path }: Gate): string {
  if (/^[\w@+,./-]+$/.test(path)) return path
  throw new GateError('USAGE', {
    message: `agents cannot start the package from ${path}`,
    remedy: path.includes('*')
      ? "set 'nodeLinker: node-modules' in .yarnrc.yml, or: npm install --global intentgate"
      : 'move it to a folder whose name is letters, digits and dashes, or: npm install --global intentgate',
  })
}
