import type { SyntaxNode } from '@lezer/common'

/** The grammar nodes that have a value. */
export const expressions = new Set([
  'Or',
  'And',
  'Not',
  'Comparison',
  'In',
  'Arithmetic',
  'Unary',
  'Case',
  'Call',
  'Variable',
  'Path',
  'String',
  'Number',
  'Range',
  'Slice',
  'List',
  'Parentheses',
  'Named',
])

/** Returns the operands of a node in order. */
export function parts(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (expressions.has(child.name)) found.push(child)
  }
  return found
}

export function withoutBrackets(node: SyntaxNode): SyntaxNode {
  const [inner] = node.name === 'Parentheses' ? parts(node) : []
  return inner === undefined ? node : withoutBrackets(inner)
}

/** Removes all quotes at both ends: `'it''s'` keeps the quotes inside. */
export const unquote = (text: string) =>
  text.startsWith("'")
    ? text.replace(/^'+|'+$/g, '')
    : text.startsWith('"')
      ? text.replace(/^"+|"+$/g, '')
      : text

/** Parses the bounds of a range such as `[1..3]`. */
export function bounds(text: string) {
  const [first = '0', last = '0'] = text.slice(1, -1).split('..')
  return { first: BigInt(first.replace('+', '')), last: BigInt(last.replace('+', '')) }
}
