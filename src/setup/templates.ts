/** What `init` writes into `.orchestration/`. Never over a file that is there. */

export const INTENTS_TEMPLATE = `# yaml-language-server: $schema=schema/active_intents.json
# The declared intents: what is being worked on, and which files it may touch. Every change is traced to one of them.
active_intents:
# An example; take the "# " away:
#   - id: "INT-001"                     # unique; quoted in commits
#     name: "JWT Authentication Migration"
#     status: "IN_PROGRESS"             # PLANNED | IN_PROGRESS | BLOCKED | COMPLETED | ABANDONED; only IN_PROGRESS authorises
#     owned_scope: ["src/auth/**", "src/middleware/jwt.ts", "!src/auth/legacy/**"]
#     constraints:
#       - "Must not use external auth providers"
#       - forbid_pattern: "passport"      # RE2; no added line may match it
#         in: "src/**"
#     acceptance_criteria:
#       - "Unit tests in tests/auth/ pass"
`

export const POLICY_TEMPLATE = `# yaml-language-server: $schema=schema/policy.json
# How strict the gate is. A pull request is judged by the policy of the branch it goes to, never by its own.
# Every key may be left out; new_intents would then be deny, all others are as written here.

rules: {}                     # severity per rule: error | warning | notice | off, e.g. { intents-overlap: notice }
mode: enforce                 # enforce | shadow (report, exit 0) | ratchet (old files are free until a trace names them)
# baseline: <full commit id>  # history up to this commit is not judged
new_intents: review           # deny | review (an intent declared by the change itself is a warning) | allow
humans: attest                # attest (people run: npx intentgate adopt) | scope-only | exempt
exempt: []                    # - { paths: ["package-lock.json"], reason: "generated", until: 2027-06-30 }
waivers: []                   # - { id: W-001, rule: hash-mismatch, paths: ["docs/**"], until: 2027-01-31, reason: "…", approved_by: "…" }
formatters: tolerate          # tolerate (a file of the same structure passes with a notice) | deny
reverts: notice               # allow | notice | deny
weak_evidence: notice         # allow | notice | deny: records of other tools, without before and after
commits: net                  # net | each: whether every single commit of a range must pass
ledger:
  layout: sharded             # sharded | single
  autostage: true             # the pre-commit hook stages the recorder's own open shards
  signed: off                 # off; signed records are not in this version
trailer: off                  # off | add | require  (Intent: INT-001 in the commit message)
`

export const AGENT_TEMPLATE = `# Shared memory

What people and agents who work here have learned, for whoever comes next. Append; do not rewrite what others wrote.

## Decisions

## Lessons
`
