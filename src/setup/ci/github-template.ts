import type { Pin } from './release.ts'

export const WORKFLOW_FOLDER = '.github/workflows'
export const WORKFLOW_PATH = `${WORKFLOW_FOLDER}/intentgate.yml`

interface Shape {
  readonly branch: string
  readonly pin: Pin
}

/** The workflow that `init --ci github` writes. */
export function renderWorkflow({ branch, pin }: Shape): string {
  const version = pin.version === null ? '' : ` # ${pin.version}`
  return `# Judges every pull request by the rules of the branch it goes to. Make its check "intentgate" required, and let
# CODEOWNERS guard this file: a pull request is judged by the workflow that it brings.
name: intentgate

on:
  pull_request:
    # edited: the pull request may go to another branch now. No paths here and no \`if\` below: a check that is skipped
    # counts as passed, or is waited for without end.
    types: [opened, synchronize, reopened, edited]
  # Without it a merge queue waits for this check without end.
  merge_group:
    types: [checks_requested]
  # What came in without a pull request is seen here, after the fact.
  push:
    branches: [${JSON.stringify(asFilter(branch))}]
  workflow_dispatch:
    inputs:
      base:
        description: The commit or branch to compare with
        required: true
        type: string
      head:
        description: The commit or branch to judge
        required: true
        type: string

permissions: {}

concurrency:
  group: intentgate-\${{ github.event.pull_request.number || github.sha }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  intentgate:
    name: intentgate
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read # to fetch the commits that are judged
    steps:
      # It fetches what it judges by itself, and runs nothing of it: no checkout here.
      - name: Judge the change
        uses: ${pin.action}@${pin.commit}${version}
        with:
          base: \${{ inputs.base }}
          head: \${{ inputs.head }}
`
}

// A branch filter is a pattern: `release+1` would mean any number of e, and 1.
function asFilter(branch: string): string {
  return branch.replace(/[!+?*[\]\\]/g, '\\$&')
}
