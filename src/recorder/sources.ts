const MOST = 40
const GIT = /(?:^|[\s;&|(/])git\s/
const WORDS = /[\w@~^{}+./:-]+/g

/** `git checkout v1 -- a`, `git restore --source=main~2 a`, `git show v1:a > b`: every word that could name a commit, or a file in one. */
export function sourcesIn(command: string): string[] {
  if (!GIT.test(command)) return []
  const words = command.match(WORDS) ?? []
  const names = words.filter((word) => !word.startsWith('-')).flatMap((word) => [word, word.split(':')[0]!])
  // Where git is given no commit it takes HEAD, and `-` is the branch before.
  return [...new Set(['HEAD', '@{-1}', ...names])].filter((name) => name !== '').slice(0, MOST)
}
