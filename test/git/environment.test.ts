import { delimiter } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hardened, located, quoteAlternate, writingTo } from '../../src/git/environment.ts'

const places = {
  bare: false,
  top: '/r',
  gitDir: '/r/.git',
  commonDir: '/r/.git',
  indexFile: '/r/.git/next-index.lock',
  objects: '/r/.git/objects',
}

describe('the environment git runs in', () => {
  test.each([
    'GIT_EXTERNAL_DIFF',
    'GIT_DIFF_OPTS',
    'GIT_ATTR_SOURCE',
    'GIT_ICASE_PATHSPECS',
    'GIT_GLOB_PATHSPECS',
    'GIT_NOGLOB_PATHSPECS',
    'GIT_PAGER',
  ])('%s of the caller does not change what git says', (name) => {
    expect(hardened({ [name]: '1' })).not.toHaveProperty(name)
  })

  test('a trace goes to a file of its own, or nowhere', () => {
    const env = hardened({ GIT_TRACE: '1', GIT_TRACE2_EVENT: '2', GIT_TRACE_SETUP: '/tmp/log' })
    expect(Object.keys(env).filter((name) => name.startsWith('GIT_TRACE'))).toEqual(['GIT_TRACE_SETUP'])
  })

  test('the index, the quarantine and the configuration that git hands to a hook are kept', () => {
    const inherited = {
      GIT_INDEX_FILE: '.git/index.lock',
      GIT_QUARANTINE_PATH: '/q',
      GIT_OBJECT_DIRECTORY: '/q',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '/o',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_PARAMETERS: "'a.b'='c'",
    }
    expect(hardened(inherited)).toMatchObject(inherited)
  })

  test('replace refs, optional locks, pathspec magic and the network are off, whatever the caller says', () => {
    const env = hardened({ GIT_OPTIONAL_LOCKS: '1', GIT_ALLOW_PROTOCOL: 'https', LC_ALL: 'de_DE' })
    expect(env).toMatchObject({
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    })
  })

  test('places that were named become absolute; places that were not stay for git to find', () => {
    const env = located({ GIT_INDEX_FILE: '.git/next-index.lock' }, places)
    expect(env).toEqual({
      GIT_INDEX_FILE: '/r/.git/next-index.lock',
      GIT_DIR: '/r/.git',
      GIT_WORK_TREE: '/r',
    })
  })

  test.each([
    ['/plain path', '/plain path'],
    [`/a${delimiter}b`, `"/a${delimiter}b"`],
    [`/a${delimiter}"b\\`, `"/a${delimiter}\\"b\\\\"`],
    ['"quoted', '"\\"quoted"'],
  ])('an alternate %s is written %s', (path, expected) => {
    expect(quoteAlternate(path)).toBe(expected)
  })

  test('a scratch store finds the real objects and those of a quarantine', () => {
    const env = writingTo('/tmp/s', { GIT_ALTERNATE_OBJECT_DIRECTORIES: '/o1' }, '/r/.git/objects')
    expect(env).toEqual({
      GIT_OBJECT_DIRECTORY: '/tmp/s',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: `/r/.git/objects${delimiter}/o1`,
    })
  })
})
