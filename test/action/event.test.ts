import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Event, planOf } from '../../action/event.ts'
import { GateError } from '../../src/core/error.ts'
import { eventFile, type Json, merged } from './forge.ts'

const [A, B, C] = [
  '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  '7ac2e2b1d2f6f7d3e0a1c9b8a7f6e5d4c3b2a190',
  'c'.repeat(40),
]
const URL = 'https://github.com/octo-org/octo-repo.git'
const NULL = ['0'.repeat(40), '0'.repeat(64)]

function plan(file: string, changes: Json = {}, event: Partial<Event> = {}) {
  const payload = merged(eventFile(file), changes)
  return planOf({
    name: file.split('.')[0]!,
    payload,
    sha: C,
    url: 'https://x.invalid/y',
    base: '',
    head: '',
    ...event,
  })
}

function codeOf(run: () => unknown): string {
  try {
    return `planned ${JSON.stringify(run())}`
  } catch (error) {
    return error instanceof GateError ? error.code : String(error)
  }
}

describe('which commits an event is about', () => {
  test.each(['opened', 'synchronize', 'reopened', 'edited'])(
    'pull_request %s: from the base branch to the head',
    (action) => {
      expect(plan(`pull_request.${action}`)).toEqual({
        kind: 'judge',
        subject: `pull_request (${action}) #7 into main`,
        base: { ref: 'refs/heads/main' },
        head: { commit: B },
        expected: 1,
        author: 'octocat',
        url: URL,
        via: ['refs/pull/7/head'],
        ifRewritten: null,
      })
    },
  )

  test('pull_request_target: the pull request’s own base, not the default branch', () => {
    const changes = { pull_request: { base: { ref: 'release/1.x' } } }
    expect(plan('pull_request.opened', changes, { name: 'pull_request_target' })).toMatchObject({
      base: { ref: 'refs/heads/release/1.x' },
      head: { commit: B },
    })
  })

  test('merge_group: from its own base, and nobody is its author', () => {
    expect(plan('merge_group.checks_requested')).toMatchObject({
      base: { commit: A },
      head: { commit: B },
      author: null,
    })
  })

  test('push to the default branch: from what it was', () => {
    expect(plan('push.branch')).toMatchObject({ base: { commit: A }, head: { commit: B } })
    expect(plan('push.forced', { ref: 'refs/heads/main' })).toMatchObject({
      base: { commit: A },
      ifRewritten: expect.stringContaining('force push'),
    })
  })

  test.each(['branch', 'created', 'forced'])(
    'push.%s to any other branch: from the default branch',
    (file) => {
      const changes = { ref: 'refs/heads/topic', repository: { default_branch: 'trunk' } }
      expect(plan(`push.${file}`, changes)).toMatchObject({
        base: { ref: 'refs/heads/trunk' },
        head: { commit: B },
      })
    },
  )

  test.each(NULL)('nothing is there to judge, and it is said: %s', (id) => {
    expect(plan('push.deleted', { after: id })).toMatchObject({ kind: 'nothing', alert: null })
    expect(plan('push.deleted', { after: id, deleted: false })).toMatchObject({ kind: 'nothing' })
    expect(plan('push.tag', { before: id })).toMatchObject({ kind: 'nothing', alert: null })
    const first = { ref: 'refs/heads/main', before: id }
    expect(plan('push.created', first)).toMatchObject({
      kind: 'nothing',
      alert: expect.stringMatching(/not judged/),
    })
    expect(plan('push.created', first, { base: A })).toMatchObject({
      base: { commit: A },
      head: { commit: B },
    })
  })

  test('workflow_dispatch: from the base that the workflow names to the head, else to where it was started', () => {
    expect(plan('workflow_dispatch', {}, { base: A, head: B })).toMatchObject({
      base: { commit: A },
      head: { commit: B },
    })
    expect(plan('workflow_dispatch', {}, { base: 'main' })).toMatchObject({
      base: { ref: 'refs/heads/main' },
      head: { commit: C },
    })
    expect(codeOf(() => plan('workflow_dispatch'))).toBe('USAGE')
    expect(codeOf(() => plan('workflow_dispatch', {}, { base: A, sha: '' }))).toBe('USAGE')
  })
})

test('what the workflow names goes before the event', () => {
  const event = { base: 'refs/heads/release', head: 'f'.repeat(64) }
  expect(plan('pull_request.opened', {}, event)).toMatchObject({
    base: { ref: 'refs/heads/release' },
    head: { commit: 'f'.repeat(64) },
    author: 'octocat',
  })
})

test.each([
  'HEAD~1',
  'a..b',
  '-x',
  'a b',
  'a:b',
  'main^{}',
  '@{u}',
  'x.lock',
  '*',
  '/main',
  'refs/heads/a\nb',
])('an input that names no branch and no commit is an error: %j', (name) => {
  for (const event of [{ base: name }, { head: name }])
    expect(codeOf(() => plan('pull_request.opened', {}, event))).toBe('USAGE')
})

test('the address comes from the event, else from the runner', () => {
  expect(plan('push.branch', { repository: { clone_url: undefined } })).toMatchObject({
    url: 'https://x.invalid/y',
  })
})

test('an account that is gone is nobody', () => {
  expect(plan('pull_request.opened', { pull_request: { user: null } })).toMatchObject({ author: null })
})

test.each(['issue_comment', 'schedule', 'workflow_run', 'constructor', '__proto__', ''])(
  'event %j is refused by name',
  (name) => {
    expect(codeOf(() => plan('push.branch', {}, { name }))).toBe('USAGE')
  },
)

describe('a payload of another shape is never a plan', () => {
  const BROKEN: readonly (readonly [string, Json])[] = [
    ['pull_request.opened', { pull_request: { head: { sha: 'main' } } }],
    ['pull_request.opened', { pull_request: { head: { sha: B.toUpperCase() } } }],
    ['pull_request.opened', { pull_request: { head: null } }],
    ['pull_request.opened', { pull_request: { base: { ref: '' } } }],
    ['pull_request.opened', { pull_request: { base: { ref: '../x' } } }],
    ['pull_request.opened', { pull_request: { user: { login: 7 } } }],
    ['pull_request.opened', { repository: { clone_url: 'not a url' } }],
    ['merge_group.checks_requested', { merge_group: { base_sha: undefined } }],
    ['merge_group.checks_requested', { merge_group: { base_ref: 'main' } }],
    ['push.branch', { after: null }],
    ['push.branch', { ref: 'main' }],
    ['push.branch', { repository: { default_branch: undefined } }],
    ['push.branch', { deleted: 'false' }],
  ]

  test.each(BROKEN)('%s with %j', (file, changes) => {
    expect(codeOf(() => plan(file, changes))).toBe('EVENT_UNREADABLE')
  })

  test('and it is said what is wrong with it, and where', () => {
    const changes = { number: 'x', pull_request: { head: { sha: 'main' }, user: { login: '' } } }
    expect(() => plan('pull_request.opened', changes)).toThrow(
      'number: Invalid input: expected number, received string; pull_request.head.sha: not a commit id; pull_request.user.login: Too small: expected string to have >=1 characters',
    )
  })

  test('whatever comes, both ends are ids or full refs', () => {
    const names = fc.constantFrom(
      'pull_request',
      'pull_request_target',
      'merge_group',
      'push',
      'workflow_dispatch',
    )
    const payloads = fc.oneof(
      fc.jsonValue(),
      damaged('pull_request.opened'),
      damaged('push.branch'),
      damaged('merge_group.checks_requested'),
    )
    fc.assert(
      fc.property(names, payloads, (name, payload) => {
        const said = codeOf(() => {
          const made = planOf({ name, payload, sha: C, url: '', base: '', head: '' })
          if (made.kind === 'nothing') return 'nothing'
          return [made.base, made.head].map((end) => ('commit' in end ? end.commit : end.ref))
        })
        expect(said).toMatch(
          /^(?:USAGE|EVENT_UNREADABLE|planned (?:"nothing"|\["(?:[0-9a-f]{40}|refs\/[^"\s:]+)","[0-9a-f]{40}"\]))$/,
        )
      }),
    )
  })
})

/** An event file with one of its values replaced by anything. */
function damaged(file: string): fc.Arbitrary<unknown> {
  const whole = eventFile(file)
  return fc
    .tuple(fc.constantFrom(...Object.keys(whole)), fc.jsonValue())
    .map(([key, value]) => ({ ...whole, [key]: value }))
}
