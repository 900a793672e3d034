import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesTheGate } from '../../core/control-plane.ts'
import { asBytes, type Change, fileChange, keep, readBytes } from '../change.ts'
import type { Plan } from '../install.ts'
import type { Site } from '../site.ts'
import { JOB_PATH, PIPELINE_PATH, renderJob } from './gitlab-template.ts'
import { addInclude, includesFile, readPipeline } from './include.ts'

/** The job's own file, and the include that makes it part of the pipeline. Throws USAGE for a pipeline that is not YAML. */
export function planGitlab(site: Site): Plan {
  const text = readText(site, PIPELINE_PATH)
  const pipeline = readPipeline(text, PIPELINE_PATH)
  const notes = notesOn(pipeline)
  if (includesFile(pipeline, JOB_PATH))
    return { changes: [jobFile(site, pipeline), keep(PIPELINE_PATH)], notes: [] }
  if (namesTheGate(Buffer.from(text))) {
    return { changes: [keep(PIPELINE_PATH, 'it names the gate already')], notes: [] }
  }
  const after = asBytes(addInclude(text, JOB_PATH, PIPELINE_PATH))
  const include = fileChange({ file: join(site.top, PIPELINE_PATH), what: PIPELINE_PATH, after })
  return { changes: [jobFile(site, pipeline), include], notes }
}

function readText({ top }: Site, path: string): string {
  return Buffer.from(readBytes(join(top, path)) ?? '', 'latin1').toString('utf8')
}

function jobFile(site: Site, pipeline: Readonly<Record<string, unknown>>): Change {
  const file = join(site.top, JOB_PATH)
  if (readBytes(file) !== null) return keep(JOB_PATH)
  const text = renderJob({ stage: stageOf(pipeline), version: versionOf(site.running) })
  return fileChange({ file, what: JOB_PATH, after: asBytes(text) })
}

// A job of a stage that the pipeline does not have makes the whole pipeline invalid.
function stageOf({ stages }: Readonly<Record<string, unknown>>): string {
  const names = Array.isArray(stages) ? stages.filter((name) => typeof name === 'string') : []
  return names.length === 0 || names.includes('test') ? 'test' : names[0]!
}

function versionOf(running: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(running, 'package.json'), 'utf8'))
  return version
}

function notesOn(pipeline: Readonly<Record<string, unknown>>): string[] {
  if (Object.keys(pipeline).length === 0 || 'workflow' in pipeline) return []
  return [
    'merge requests get a pipeline of their own now, and "Pipelines must succeed" looks at that one: give the jobs that must pass a rule for it, too: - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
  ]
}
