import { expect, test } from 'vitest'
import { attributeFiles } from '../../src/git/attribute-files.ts'

const BLOB = 'a'.repeat(40)

function found(...rows: string[]): string[] {
  const listing = Buffer.from(rows.map((row) => `${row}\0`).join(''), 'latin1')
  return [...attributeFiles(listing)].map(
    ({ path, blob }) => `${path.toString('latin1')} ${blob.slice(0, 1)}`,
  )
}

test('every .gitattributes is found, first, last and in between', () => {
  expect(
    found(
      `100644 blob ${BLOB}\t.gitattributes`,
      `100644 blob ${BLOB}\ta b/x\xff/.gitattributes`,
      `100644 blob ${BLOB}\tsrc/a.ts`,
      `100755 blob ${BLOB}\tz/.gitattributes`,
    ),
  ).toEqual(['.gitattributes a', 'a b/x\xff/.gitattributes a', 'z/.gitattributes a'])
})

test.each([
  ['a name that only ends alike', `100644 blob ${BLOB}\tx.gitattributes`],
  ['a folder of that name', `100644 blob ${BLOB}\t.gitattributes/a`],
  ['a symlink', `120000 blob ${BLOB}\t.gitattributes`],
  ['a submodule', `160000 commit ${BLOB}\tsub/.gitattributes`],
  ['a crafted tree that leads out of the folder', `100644 blob ${BLOB}\t../../.gitattributes`],
  ['… or with a dot', `100644 blob ${BLOB}\t./.gitattributes`],
  ['… or through an empty name', `100644 blob ${BLOB}\t/.gitattributes`],
  ['… or into the git folder', `100644 blob ${BLOB}\t.GIT/info/.gitattributes`],
  ['… or with backslashes', `100644 blob ${BLOB}\t..\\.gitattributes`],
])('not taken: %s', (_, row) => {
  expect(found(`100644 blob ${BLOB}\ta`, row)).toEqual([])
})
