export const PIPELINE_PATH = '.gitlab-ci.yml'
export const JOB_PATH = '.gitlab/intentgate.yml'

interface Shape {
  /** A stage that the pipeline has. */
  readonly stage: string
  /** The exact version of the package, which the registry never gives a second content. */
  readonly version: string
}

/** The job that `init --ci gitlab` writes. */
export function renderJob({ stage, version }: Shape): string {
  return `# Judges every merge request by the rules of the branch it goes to. Turn on "Pipelines must succeed", and let
# CODEOWNERS guard this file: a merge request runs the pipeline that it brings. What it cannot change is a pipeline
# execution policy, this file included from another project, or a pre-receive hook.
intentgate:
  stage: ${JSON.stringify(stage)}
  needs: []
  image: node:22-bookworm
  # Nothing else of the pipeline's defaults: a before_script or an image of the merge request would run here.
  inherit:
    default: [tags]
    variables: false
  variables:
    GIT_DEPTH: "0"
    # A fetch would keep the .git/config that another job left on this runner.
    GIT_STRATEGY: clone
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    # What came in without a merge request is seen here, after the fact; and the widget compares with this report.
    - if: $CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  allow_failure: false
  interruptible: true
  timeout: 10 minutes
  script:
    - |
      set -eu
      report=gl-code-quality-report.json
      # Outside of the clone: an .npmrc of the merge request could name another registry.
      gate=$(mktemp -d)
      (cd "$gate" && npm install --prefix "$gate" --no-save --ignore-scripts --no-audit --no-fund intentgate@${version})
      judge() { node "$gate/node_modules/intentgate/dist/cli.js" check "$@"; }
      if [ "$CI_PIPELINE_SOURCE" = merge_request_event ]; then
        # The branch as it is now: CI_MERGE_REQUEST_DIFF_BASE_SHA stays behind when the target is changed. And a fork's
        # origin is the fork.
        target=origin
        [ "$CI_MERGE_REQUEST_PROJECT_ID" = "$CI_PROJECT_ID" ] || target=$CI_MERGE_REQUEST_PROJECT_URL.git
        git fetch --quiet --no-tags "$target" "refs/heads/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
        base=$(git rev-parse FETCH_HEAD)
        # CI_COMMIT_SHA is a merge made by GitLab in pipelines for merged results; the other one is empty elsewhere.
        set -- --range "$base..\${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}"
      else
        case $CI_COMMIT_BEFORE_SHA in
          *[!0]*) set -- --range "$CI_COMMIT_BEFORE_SHA..$CI_COMMIT_SHA" ;;
          *) set -- --all ;; # the branch's first push: there is nothing before it
        esac
      fi
      judge "$@" --format gitlab --output "$report" || {
        code=$?
        judge "$@" || true # the findings for the log
        exit "$code"
      }
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
`
}
