import { type Node, nodeIn, nodesIn } from './node.ts'

const BLOCKS = new Set(['describe', 'suite', 'context', 'test', 'it', 'bench'])

/** What a call like `test('…', …)`, `it.only('…', …)` or `test.each(…)('…', …)` tests; null = no such call. */
export function testName(call: Node): string | null {
  if (call.type !== 'CallExpression') return null
  if (!BLOCKS.has(calledName(nodeIn(call, 'callee')))) return null
  const [title] = nodesIn(call, 'arguments')
  return title?.type === 'Literal' && typeof title.value === 'string' ? title.value : null
}

function calledName(callee: Node | null): string {
  switch (callee?.type) {
    case 'Identifier':
      return String(callee.name)
    case 'MemberExpression':
      return calledName(nodeIn(callee, 'object'))
    case 'CallExpression':
      return calledName(nodeIn(callee, 'callee'))
    case 'TaggedTemplateExpression':
      return calledName(nodeIn(callee, 'tag'))
    default:
      return ''
  }
}
