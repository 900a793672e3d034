import { type Node, nodeIn, nodesIn, plainName } from './node.ts'
import { testName } from './test-block.ts'

export type UnitKind =
  | 'file'
  | 'imports'
  | 'namespace'
  | 'class'
  | 'method'
  | 'function'
  | 'type'
  | 'const'
  | 'test'
  | 'rule' // of a style sheet
  | 'key' // of an object, a mapping or a table

/** A unit as it stands in the tree. */
export interface Outline {
  readonly kind: UnitKind
  /** Its own name, without those around it; '' = it has none. */
  readonly name: string
  /** The identifier that is only its name, and no part of its structure. */
  readonly nameNode: Node | null
  /** One, or the declarations of an import run. */
  readonly nodes: readonly Node[]
  readonly children: readonly Outline[]
  /** The list that its children stand in; empty where their order says nothing. */
  readonly statements: readonly Node[]
  /**
   * hoisted: its place says nothing. still: evaluating it does nothing, but what runs before it cannot use it.
   * acts: evaluating it may do something, so its place counts.
   */
  readonly place: 'hoisted' | 'still' | 'acts'
}

type Shape = Omit<Outline, 'nodes'>
type Inside = Pick<Outline, 'children' | 'statements'>

const NOTHING: Inside = { children: [], statements: [] }

/** The units of a list of statements, in their order. */
export function outline(statements: readonly Node[]): readonly Outline[] {
  const units: Outline[] = []
  let run: Node[] = []
  const endRun = () => {
    if (run.length > 0) units.push({ ...importRun, nodes: run })
    run = []
  }
  for (const statement of statements) {
    if (statement.type === 'EmptyStatement') continue
    if (isImport(statement)) {
      run.push(statement)
      continue
    }
    endRun()
    const shape = shapeOf(statement)
    if (shape !== null) units.push({ ...shape, nodes: [statement] })
  }
  endRun()
  return units
}

const importRun = { kind: 'imports', name: '', nameNode: null, ...NOTHING, place: 'acts' } as const

const RE_EXPORTS = new Set(['ExportNamedDeclaration', 'ExportAllDeclaration'])

function isImport(statement: Node): boolean {
  return (
    statement.type === 'ImportDeclaration' ||
    (RE_EXPORTS.has(statement.type) && nodeIn(statement, 'source') !== null)
  )
}

const EXPORTS = new Set(['ExportNamedDeclaration', 'ExportDefaultDeclaration'])

function shapeOf(statement: Node): Shape | null {
  if (!EXPORTS.has(statement.type)) return declarationShape(statement)
  const inner = nodeIn(statement, 'declaration')
  const shape = inner === null ? null : declarationShape(inner)
  if (statement.type === 'ExportNamedDeclaration') return shape
  return shape ?? { kind: 'const', name: 'default', nameNode: null, ...NOTHING, place: 'acts' }
}

function declarationShape(node: Node): Shape | null {
  if (node.type === 'ExpressionStatement') return testShape(node)
  const id = nodeIn(node, 'id')
  const named = { name: plainName(id) ?? 'default', nameNode: id }
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return { kind: 'function', ...named, ...inFunction(node), place: 'hoisted' }
    case 'ClassDeclaration':
      return { kind: 'class', ...named, ...inClass(node), place: classPlace(node) }
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return { kind: 'type', ...named, ...NOTHING, place: 'hoisted' }
    case 'TSEnumDeclaration':
      return { kind: 'type', ...named, ...NOTHING, place: 'acts' }
    case 'TSModuleDeclaration':
      return { kind: 'namespace', ...named, ...inNamespace(node), place: 'acts' }
    case 'VariableDeclaration':
      return variableShape(node)
    default:
      return null
  }
}

function variableShape(node: Node): Shape {
  const [only, ...more] = nodesIn(node, 'declarations')
  const id = only === undefined ? null : nodeIn(only, 'id')
  const name = plainName(id)
  if (only === undefined || name === null || more.length > 0) return { ...manyVariables(node), place: 'acts' }
  const init = nodeIn(only, 'init')
  const named = { name, nameNode: id }
  if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
    return { kind: 'function', ...named, ...inFunction(init), place: 'still' }
  if (init?.type === 'ClassExpression')
    return { kind: 'class', ...named, ...inClass(init), place: classPlace(init) }
  return { kind: 'const', ...named, ...NOTHING, place: init?.type === 'Literal' ? 'still' : 'acts' }
}

/** `const a = 1, b = 2` and `const { a } = b`: the names are part of what it is. */
function manyVariables(node: Node): Omit<Shape, 'place'> {
  const names = nodesIn(node, 'declarations').map((one) => plainName(nodeIn(one, 'id')) ?? '{…}')
  return { kind: 'const', name: names.join(', '), nameNode: null, ...NOTHING }
}

function testShape(node: Node): Shape | null {
  const call = nodeIn(node, 'expression')
  const name = call === null ? null : testName(call)
  if (call === null || name === null) return null
  const body = nodesIn(call, 'arguments').find(({ type }) => /Function/.test(type))
  return {
    ...{ kind: 'test', name, nameNode: null, place: 'acts' },
    ...(body === undefined ? NOTHING : inFunction(body)),
  }
}

/** Inside a function a variable is a unit only where it holds code. */
function inFunction(node: Node): Inside {
  const body = nodeIn(node, 'body')
  if (body?.type !== 'BlockStatement') return NOTHING
  const statements = nodesIn(body, 'body')
  return { statements, children: outline(statements).filter(({ kind }) => kind !== 'const') }
}

function inNamespace(node: Node): Inside {
  const body = nodeIn(node, 'body')
  if (body?.type !== 'TSModuleBlock') return NOTHING
  const statements = nodesIn(body, 'body')
  return { statements, children: outline(statements) }
}

function inClass(node: Node): Inside {
  const body = nodeIn(node, 'body')
  return { statements: [], children: body === null ? [] : nodesIn(body, 'body').flatMap(methodIn) }
}

const METHOD = /^(?:MethodDefinition|TSAbstractMethodDefinition)$/

/** A computed name is evaluated, so such a method stays a part of the class. */
function methodIn(member: Node): Outline[] {
  const key = nodeIn(member, 'key')
  const name = member.computed === true ? null : plainName(key)
  const value = nodeIn(member, 'value')
  if (!METHOD.test(member.type) || name === null || value === null || isDecorated(member)) return []
  // A constructor's name is what makes it one.
  const nameNode = name === 'constructor' ? null : key
  return [{ kind: 'method', name, nameNode, nodes: [member], ...inFunction(value), place: 'hoisted' }]
}

function isDecorated(node: Node): boolean {
  return nodesIn(node, 'decorators').length > 0
}

function classPlace(node: Node): Outline['place'] {
  const body = nodeIn(node, 'body')
  const acts = (member: Node) =>
    member.computed === true || member.static === true || member.type === 'StaticBlock' || isDecorated(member)
  const isStill = nodeIn(node, 'superClass') === null && !isDecorated(node)
  return isStill && body !== null && !nodesIn(body, 'body').some(acts) ? 'still' : 'acts'
}
