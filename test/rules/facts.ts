import { RE2JS } from 're2js'
import type { Change, Entry, Mode } from '../../src/core/change.ts'
import type { Coverage } from '../../src/core/coverage.ts'
import type { Evidence, Loaded } from '../../src/core/evidence.ts'
import { Intent, type Intents } from '../../src/core/intent.ts'
import { Policy } from '../../src/core/policy.ts'
import type { Facts, Finding, Rule } from '../../src/core/rule.ts'
import type { Snapshot, Source } from '../../src/core/snapshot.ts'
import type { Write } from '../../src/core/trace.ts'

/** What a rule is shown, as far as a test cares; the rest is a staged change of an adopted repository, all quiet. */
export interface Scenario {
  readonly place?: Snapshot['place']
  readonly operation?: Snapshot['operation']
  readonly source?: Partial<Source>
  readonly message?: string | null
  /** Besides those of `coverage`. */
  readonly changes?: readonly Change[]
  readonly coverage?: readonly Coverage[]
  readonly policy?: Readonly<Record<string, unknown>>
  /** At base and head; `baseIntents` where they differ. */
  readonly intents?: readonly Intent[]
  readonly baseIntents?: readonly Intent[]
  readonly adopted?: Partial<Evidence['adopted']>
  readonly ledger?: Partial<Evidence['ledger']>
  readonly loaded?: Partial<Loaded>
}

export function factsOf(scenario: Scenario): Facts {
  const coverage = scenario.coverage ?? []
  return { snapshot: snapshotOf(scenario, coverage), evidence: evidenceOf(scenario), coverage }
}

function snapshotOf(scenario: Scenario, coverage: readonly Coverage[]): Snapshot {
  return {
    source: { kind: 'staged', base: oid('base'), head: null, mergeBases: [], ...scenario.source },
    place: scenario.place ?? 'local',
    operation: scenario.operation ?? null,
    changes: [...coverage.map(({ change }) => change), ...(scenario.changes ?? [])],
    merged: [],
    conflicted: new Set(),
    message: scenario.message ?? null,
  }
}

function evidenceOf(scenario: Scenario): Evidence {
  const head = scenario.intents ?? [intent()]
  return {
    policy: Policy.parse(scenario.policy ?? {}),
    policyBlob: null,
    intents: { base: byId(scenario.baseIntents ?? head), head: byId(head) },
    adopted: { base: true, target: true, ...scenario.adopted },
    ledger: { added: [], problems: [], lost: [], lossIsRevert: false, ...scenario.ledger },
    loaded: {
      records: new Map(),
      blobs: new Map(),
      diffs: new Map(),
      history: new Map(),
      states: new Map(),
      undo: new Map(),
      each: new Map(),
      names: new Map(),
      ledger: null,
      recorded: new Map(),
      structures: new Map(),
      outlines: null,
      unitChanges: null,
      patterns: RE2JS,
      ...scenario.loaded,
    },
    today: '2026-11-30',
    author: null,
  }
}

function byId(intents: readonly Intent[]): Intents {
  return new Map(intents.map((entry) => [entry.id, entry]))
}

/** INT-001, in progress, owns src/**. */
export function intent(parts: Partial<Intent> = {}): Intent {
  return Intent.parse({
    id: 'INT-001',
    name: 'Login',
    status: 'IN_PROGRESS',
    owned_scope: ['src/**'],
    ...parts,
  })
}

/** Any text as an object id. */
export function oid(text: string): string {
  return Buffer.from(text).toString('hex').padEnd(40, '0').slice(0, 40)
}

export function entry(text: string, mode: Mode = '100644'): Entry {
  return { mode, blob: oid(text) }
}

export function added(path: string, text = 'new'): Change {
  return { path, before: null, after: entry(text) }
}

export function modified(path: string, before = 'old', after = 'new'): Change {
  return { path, before: entry(before), after: entry(after) }
}

export function deleted(path: string): Change {
  return { path, before: entry('old'), after: null }
}

/** A path that nothing explains yet; by default it is modified and no record names it. */
export function uncovered(path: string, parts: Partial<Coverage> = {}): Coverage {
  return {
    change: modified(path),
    how: null,
    intents: [],
    used: [],
    named: [],
    lines: null,
    uncovered: [],
    refusals: [],
    unreviewed: [],
    contradictions: [],
    undelivered: 0,
    weak: false,
    relaid: null,
    blindness: null,
    exempted: null,
    explainedByRefused: false,
    ...parts,
  }
}

/** A path explained by INT-001, through its chain of records. */
export function covered(path: string, parts: Partial<Coverage> = {}): Coverage {
  return uncovered(path, { how: 'chain', intents: ['INT-001'], used: [write({ path })], ...parts })
}

/** A record of one path: by an agent, for INT-001. */
export function write(parts: Partial<Write> = {}): Write {
  return {
    id: 'record-1',
    intent: 'INT-001',
    contributor: 'ai',
    model: null,
    tool: 'claude-code',
    call: 'Write',
    timestamp: '2026-11-30T12:00:00.000Z',
    path: 'src/a.ts',
    operation: 'modify',
    edge: { before: entry('old'), after: entry('new') },
    contentHash: null,
    hunks: [],
    ranges: [],
    movedFrom: null,
    movedTo: null,
    mutation: null,
    place: { file: '.orchestration/agent_trace/2026-11/30-s.jsonl', line: 1 },
    ...parts,
  }
}

/** `path:line[-endLine]: message`, one per finding: what a reader sees first. */
export function findings(rule: Rule, scenario: Scenario): string[] {
  return findingsOf(rule, scenario).map(({ path, line, endLine, message }) => {
    const end = endLine === undefined || endLine === line ? '' : `-${endLine}`
    return `${path ?? 'change'}${line === undefined ? '' : `:${line}${end}`}: ${message}`
  })
}

export function findingsOf(rule: Rule, scenario: Scenario): Finding[] {
  return [...rule.check(factsOf(scenario))]
}

/** What it wants loaded. */
export function needs(rule: Rule, scenario: Scenario): unknown[] {
  return [...(rule.needs?.(factsOf(scenario)) ?? [])]
}

export function severity(rule: Rule, scenario: Scenario): string {
  return typeof rule.severity === 'function' ? rule.severity(factsOf(scenario)) : rule.severity
}
