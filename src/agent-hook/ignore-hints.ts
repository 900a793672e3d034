import { dirname, join } from 'node:path'
import { readIfThere, type Site } from './site.ts'

/**
 * May git ignore this path? false = it does not: no pattern is there whose literal pieces all stand in the path. Anything
 * else is for git to say.
 */
export function mayBeIgnored(site: Site, path: string, env: Readonly<Record<string, string>>): boolean {
  const home = env.HOME ?? process.getBuiltinModule('node:os').homedir()
  const folder = join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git')
  const settings = [
    env.GIT_CONFIG_GLOBAL ?? join(home, '.gitconfig'),
    join(folder, 'config'),
    '/etc/gitconfig',
  ]
  const namesMore = settings.some((file) => /excludesfile|include/i.test(readIfThere(file) ?? ''))
  if (namesMore || site.config.has('core.excludesfile')) return true
  const files = [join(folder, 'ignore'), join(site.commonDir, 'info/exclude')]
  for (let at = dirname(path); ; at = dirname(at)) {
    files.push(join(site.top, at, '.gitignore'))
    if (at === '.') break
  }
  const lines = files.flatMap((file) => (readIfThere(file) ?? '').split('\n'))
  return lines.some((line) => mayMatch(line, path.toLowerCase()))
}

function mayMatch(line: string, path: string): boolean {
  if (line.trim() === '' || line.startsWith('#')) return false
  // Whatever is quoted, or stands in brackets, is not looked at: the less is asked for, the more may match.
  const pieces = line.replace(/\\.|\[[^\]]*\]?/g, '*').split(/[*?/!\s]+/)
  return pieces.every((piece) => path.includes(piece.toLowerCase()))
}
