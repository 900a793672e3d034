import { expect, test } from 'vitest'
import { lineDigests } from '../../src/core/digest.ts'
import { withoutLayout } from '../../src/core/familiar-lines.ts'
import { type LaidOut, relaid } from '../../src/core/layout.ts'
import type { CodeUnit } from '../../src/core/structure.ts'
import { readStructure } from '../../src/structure/read.ts'
import { corpus, everyNth } from '../structure/corpus.ts'
import { createRandom, meaning, mutantsOf } from '../structure/mutants.ts'
import { relayout } from '../structure/relayout.ts'

const linesOf = (text: string) => text.split(/(?<=\n)/)

/** Imports may be sorted. */
function settled(text: string): string {
  const lines = linesOf(text)
  const isImport = (line: string) => /^\s*(?:import|export)\b.*\bfrom\s/.test(line)
  const imports = lines.filter(isImport).sort((a, b) => (withoutLayout(a) < withoutLayout(b) ? -1 : 1))
  return [...imports, ...lines.filter((line) => !isImport(line))].join('')
}

async function laidOut(path: string, text: string): Promise<LaidOut | null> {
  const bytes = Buffer.from(text)
  const reading = await readStructure(path, bytes)
  if (reading.kind === 'unstructured') return null
  const own = { text: linesOf(text), lines: lineDigests(bytes) }
  return { oid: text, norm: reading.norm, unit: reading.unit, ...own }
}

function unitsIn(unit: CodeUnit): CodeUnit[] {
  return [unit, ...unit.children.flatMap(unitsIn)]
}

/** The same lines in another arrangement: a unit or a line moved, left out, or there twice. */
function* rearranged({ oid: text, unit }: LaidOut, count: number, random: () => number): Generator<string> {
  const lines = linesOf(text)
  const units = unitsIn(unit).slice(1)
  const place = () => Math.floor(random() * (lines.length + 1))
  for (let i = 0; i < count; i++) {
    const one = units[Math.floor(random() * units.length)]
    const from = one === undefined || random() < 0.4 ? place() : one.startLine - 1
    const to = one === undefined || from !== one.startLine - 1 ? from + 1 : one.endLine
    const taken = lines.slice(from, to)
    const rest = random() < 0.3 ? lines : [...lines.slice(0, from), ...lines.slice(to)]
    const at = random() < 0.2 ? null : Math.min(place(), rest.length)
    yield (at === null ? rest : [...rest.slice(0, at), ...taken, ...rest.slice(at)]).join('')
  }
}

async function changed(path: string, text: string, random: () => number): Promise<string[]> {
  const state = await laidOut(path, text)
  const moved = state === null ? [] : [...rearranged(state, 12, random)]
  return [text, ...moved, ...Array.from(mutantsOf(path, text, 6, random), (mutant) => mutant.text)]
}

const files = everyNth(
  corpus().filter(({ text }) => text.length < 8_000 && text.length > 300),
  16,
)

test.each(files)(
  'whatever the target is, putting its units back changes layout only: $name',
  async ({ path, text }) => {
    const random = createRandom(text.length)
    const states = (
      await Promise.all(
        [text, ...(await changed(path, text, random)).slice(1, 6)].map((one) => laidOut(path, one)),
      )
    ).filter((state) => state !== null)
    for (const target of await changed(path, relayout(path, text, random), random)) {
      const state = await laidOut(path, target)
      if (state === null || meaning(path, target) === null) continue
      for (const grain of ['coarse', 'fine'] as const) {
        const stretches = relaid(state, states, grain)
        const back = stretches.flatMap(({ oid, from, to }) => linesOf(oid).slice(from, to)).join('')
        expect(meaning(path, settled(back)), `${grain}\n${target}`).toBe(meaning(path, settled(target)))
      }
    }
  },
)
