import { structuralHash } from '../language.ts'
import type { Comment } from '../parse.ts'
import { createLineCount, type Range, rangeOf, standsAlone, textAround } from '../place.ts'
import { outsideOf, startingIn } from '../ranges.ts'
import { siblingKeys, type Unit } from '../unit.ts'
import type { Canon } from './canonical.ts'
import { digestComments } from './comment-digests.ts'

/** A key of an object, a mapping or a document, and what it stands for. */
export interface Entry extends Range {
  readonly name: string
  readonly canon: Canon
}

/** What a file of values holds. */
export interface Values {
  /** All that is not in an entry. */
  readonly rest: Canon
  /** In the order of the text. */
  readonly entries: readonly Entry[]
  readonly comments: readonly Comment[]
}

const OBEYED = {
  directive:
    /^(?:#|\/\/|\/\*)\s*(?:[@!#:]|\$schema|syntax=|yamllint|yaml-language-server|prettier|eslint|biome|renovate|zizmor|checkov|kics|trivy|tfsec|semgrep|nosec|noqa|shellcheck|pragma|taplo|actionlint|cloud-config)/i,
  directiveBlock: null,
}

/** The file, and its keys on the first level: their order counts. */
export function structureOfValues(text: string, { rest, entries, comments }: Values, norm: string): Unit {
  const lineAt = createLineCount(text)
  const hashed = (canon: Canon) => structuralHash(JSON.stringify(canon), norm)
  const unitOf = (range: Range, holes: readonly Range[]) => ({
    startLine: lineAt(range.start),
    endLine: lineAt(Math.max(range.start, range.end - 1)),
    alone: standsAlone(range, text),
    ...{ alpha: null, said: null, length: null, outer: ['export'], sorted: null },
    text: structuralHash(textAround(range, holes, text), norm),
    ...digestComments(
      outsideOf(holes, range).flatMap((part) => startingIn(comments, part)),
      text,
      OBEYED,
      norm,
    ),
  })
  const ranges = entries.map((entry) => rangeOf([entry], text, comments))
  const children = entries.map(({ name, canon }, at): Unit => {
    const hash = hashed(canon)
    return { kind: 'key', name, ...unitOf(ranges[at]!, []), hash, own: hash, order: [], children: [] }
  })
  return {
    ...{ kind: 'file', name: '', ...unitOf({ start: 0, end: text.length }, ranges) },
    hash: hashed([rest, ...children.map(({ kind, name, hash }) => ['#unit', kind, name, hash ?? ''])]),
    own: hashed([rest]),
    order: siblingKeys(children).map((key) => `!${key}`),
    children,
  }
}
