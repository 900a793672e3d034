import { GateError } from '../src/core/error.ts'
import {
  Dispatch,
  isRefName,
  MergeGroup,
  PullRequest,
  Push,
  type Repository,
  readPayload,
} from './payload.ts'

/** One end of what is judged: a commit id of 40 or 64 hex digits, or the full name of a ref, whose tip is meant as it stands now. */
export type End = { readonly commit: string } | { readonly ref: string }

export interface Judging {
  readonly kind: 'judge'
  /** `pull_request (synchronize) #7 into main` */
  readonly subject: string
  readonly base: End
  readonly head: End
  /** How many commits the event speaks of, a hint for the first fetch. */
  readonly expected: number
  /** The pull request's author by the event; never who started the run. */
  readonly author: string | null
  /** Where the commits are fetched from. */
  readonly url: string
  /** Refs that hold the head, for a server that gives out no commit by its id. */
  readonly via: readonly string[]
  /** A warning where the base is no ancestor of the head; null where that is in order. */
  readonly ifRewritten: string | null
}

export interface NothingToJudge {
  readonly kind: 'nothing'
  readonly subject: string
  readonly why: string
  /** Is that as usual, or has somebody to look at it? */
  readonly alert: string | null
}

export type Plan = Judging | NothingToJudge

/** What the runner says of the event, and the ends that the workflow names; an empty text names none. */
export interface Event {
  readonly name: string
  readonly payload: unknown
  readonly sha: string
  /** `https://github.com/owner/name`, for payloads without a clone_url. */
  readonly url: string
  readonly base: string
  readonly head: string
}

const BRANCHES = 'refs/heads/'

const planners: ReadonlyMap<string, (event: Event) => Plan> = new Map([
  ['pull_request', planPullRequest],
  // Its GITHUB_SHA and GITHUB_REF are the default branch's, whatever the pull request's base is: neither is read.
  ['pull_request_target', planPullRequest],
  ['merge_group', planMergeGroup],
  ['push', planPush],
  ['workflow_dispatch', planDispatch],
])

/** Which commits an event is about. Pure. Throws USAGE (exit 2) for an event that cannot be judged, EVENT_UNREADABLE (exit 3). */
export function planOf(event: Event): Plan {
  const planner = planners.get(event.name)
  if (planner !== undefined) return planner(event)
  throw new GateError('USAGE', {
    message: event.name === '' ? 'there is no event' : `event ${event.name} is about no commits`,
    remedy: `run it on: ${[...planners.keys()].join(', ')}`,
  })
}

/**
 * From the tip of the base branch as it stands now. The payload's base.sha is as old as the pull request's last push, and the parents
 * of its merge commit may be those of another base: what was judged by them could be judged by a law that no longer holds.
 */
function planPullRequest(event: Event): Judging {
  const { action, number, pull_request, before, repository } = readPayload(PullRequest, event.payload)
  const { head, base, user, commits } = pull_request
  if (event.base !== '' && [head.sha, before].includes(event.base)) throw ownBase(event)
  return judging(event, repository, {
    subject: `${event.name} (${action}) #${number} into ${base.ref}`,
    base: { ref: `${BRANCHES}${base.ref}` },
    head: { commit: head.sha },
    expected: commits ?? 0,
    author: user?.login ?? null,
    via: [`refs/pull/${number}/head`],
  })
}

// `github.event.before` is the base branch's on a push, and the pull request's own when that is pushed to.
function ownBase({ name, base }: Event): GateError {
  return new GateError('USAGE', {
    message: `input base is ${base}, a commit of the ${name} itself: what it did before would be judged by nobody`,
    remedy:
      'leave base empty for pull requests; one that is github.event.before belongs into a workflow that only a push starts',
  })
}

/** The base of a group that waits behind another is that one's head: if it fails, the queue builds this one again. */
function planMergeGroup(event: Event): Judging {
  const { action, merge_group, repository } = readPayload(MergeGroup, event.payload)
  const { base_ref, base_sha, head_ref, head_sha } = merge_group
  return judging(event, repository, {
    subject: `merge_group (${action}) into ${base_ref}`,
    base: { commit: base_sha },
    head: { commit: head_sha },
    via: [head_ref],
  })
}

function planPush(event: Event): Plan {
  const { ref, before, after, deleted, repository } = readPayload(Push, event.payload)
  const subject = `push to ${ref.replace(BRANCHES, '')}`
  const skip = (why: string, alert: string | null = null) =>
    ({ kind: 'nothing', subject, why, alert }) as const
  if (deleted || isNull(after)) return skip(`${ref} was deleted`)
  if (!ref.startsWith(BRANCHES)) return skip(`${ref} is no branch; its commits are judged where they land`)
  const about = { subject, head: { commit: after }, via: [ref] }
  const trunk = `${BRANCHES}${repository.default_branch}`
  // By its own last push a branch could pardon its next one.
  if (ref !== trunk) return judging(event, repository, { ...about, base: { ref: trunk } })
  if (isNull(before) && event.base === '')
    return skip(
      `${ref} is new, and there is no branch to judge it from`,
      'the first push of the default branch was not judged',
    )
  const ifRewritten = `force push: ${ref} does not go on from ${before}, and what it took away is not judged`
  return judging(event, repository, { ...about, base: { commit: before }, ifRewritten })
}

function planDispatch(event: Event): Judging {
  const { repository } = readPayload(Dispatch, event.payload)
  if (event.base === '')
    throw new GateError('USAGE', {
      message: 'workflow_dispatch does not say what to judge from',
      remedy: 'give the input base: a commit id, a branch or a full ref',
    })
  const ends = { base: endNamed('base', event.base), head: endNamed('head', event.head || event.sha) }
  return judging(event, repository, { subject: 'workflow_dispatch', ...ends, via: [] })
}

type About = Pick<Judging, 'subject' | 'base' | 'head' | 'via'> &
  Partial<Pick<Judging, 'expected' | 'author' | 'ifRewritten'>>

/** What the workflow names goes before what the event says. */
function judging(event: Event, { clone_url = event.url }: Repository, about: About): Judging {
  const base = event.base === '' ? about.base : endNamed('base', event.base)
  const head = event.head === '' ? about.head : endNamed('head', event.head)
  const usual = { expected: 0, author: null, ifRewritten: null }
  return { kind: 'judge', ...usual, ...about, base, head, url: clone_url }
}

function endNamed(input: string, name: string): End {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)) return { commit: name }
  if (isRefName(name)) return { ref: name.startsWith('refs/') ? name : `${BRANCHES}${name}` }
  throw new GateError('USAGE', {
    message: `input ${input} is '${name}', which names no commit`,
    remedy: 'give a whole commit id, a branch, or a ref that begins with refs/',
  })
}

/** 40 zeros, or 64 where the repository uses SHA-256. */
export function isNull(id: string): boolean {
  return /^0+$/.test(id)
}
