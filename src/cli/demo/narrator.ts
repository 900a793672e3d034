import { stripVTControlCharacters } from 'node:util'
import type { Io } from '../command.ts'
import type { Annotation } from './annotations.ts'
import type { Narrator, StepResult } from './play.ts'
import { INTENT } from './story.ts'

/** Tells the story on stdout as it happens. */
export function createNarrator({ out, style }: Pick<Io, 'out' | 'style'>): Narrator {
  const bar = style.unicode ? '│' : '|'
  return {
    step: (number, { title, told }) => out(`\n${style.bold(`${number}. ${title}`)}\n   ${told}\n`),
    command: (line, output) => {
      out(`   ${style.cyan(`$ ${line}`)}\n`)
      for (const answer of lines(style.color ? output : stripVTControlCharacters(output))) {
        out(`   ${style.dim(bar)} ${answer}\n`)
      }
    },
    verdict: (result) => out(`   ${verdict(result, style)}\n`),
    review: (path, text, annotations) => {
      out(`\n   ${style.bold('What the reviewer sees in the pull request:')}\n   ${path}\n`)
      for (const [at, line] of lines(text).entries()) {
        out(`   ${style.dim(`${String(at + 1).padStart(4)} ${bar}`)} ${line}\n`)
        for (const found of annotations.filter(({ endLine }) => endLine === at + 1)) out(pinned(found, style))
      }
    },
  }
}

/** An annotation under its line. */
function pinned({ title, message }: Annotation, style: Io['style']): string {
  const corner = style.unicode ? '╰─' : '`-'
  const [first = '', ...more] = lines(message)
  const rest = more.map((line) => `           ${style.dim(line)}\n`).join('')
  return `        ${style.red(`${corner} ${style.cross} ${title}`)}: ${first}\n${rest}`
}

export function opening({ style }: Pick<Io, 'style'>, dir: string): string {
  return [
    style.bold('intentgate: five commits and a pull request, and what becomes of them'),
    '',
    'Code that an AI agent writes can be committed faster than anyone can ask why it is there. So every',
    'change has to answer three questions before git takes it: for which declared intent was it made, does',
    "it stay inside that intent's scope, and is it exactly what was traced when it was written?",
    '',
    `A throw-away repository, with the hooks installed: ${dir}`,
    `It declares one intent: ${INTENT} "Greet visitors by name", which owns src/greet/**`,
    '',
  ].join('\n')
}

export function summary(results: readonly StepResult[], { style }: Pick<Io, 'style'>): string {
  const width = Math.max(...results.map(({ step }) => step.title.length))
  const rows = results.map(({ step, happened, kept }, at) => {
    const sign = kept ? style.green(style.tick) : style.red(style.cross)
    return `  ${at + 1}  ${step.title.padEnd(width)}  ${step.promised}  ${happened}  ${sign}\n`
  })
  const header = `     ${'what'.padEnd(width)}  promised  happened\n`
  return `\n${style.bold(header)}${rows.join('')}\n${closing(results, style)}`
}

function closing(results: readonly StepResult[], style: Io['style']): string {
  const broken = results.filter(({ kept }) => !kept).length
  if (broken > 0) return `${style.red(`${broken} of ${results.length} did not come out as promised.`)}\n`
  return [
    `${style.green(`All ${results.length} came out as promised.`)} In your own repository:\n\n`,
    '  npm install --save-dev intentgate && npx intentgate init\n',
  ].join('')
}

function verdict({ step, happened, kept }: StepResult, style: Io['style']): string {
  const word =
    happened === 'accepted' ? style.green(`${style.tick} accepted`) : style.yellow(`${style.cross} rejected`)
  const reason = step.rule === null ? '' : ` (${step.rule})`
  if (kept) return `${word}${style.dim(`, as promised${reason}`)}`
  return `${word}, ${style.red(`but promised was: ${step.promised}${reason}`)}`
}

function lines(output: string): string[] {
  const text = output.trimEnd()
  return text === '' ? [] : text.split('\n')
}
