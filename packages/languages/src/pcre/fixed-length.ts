import type { PatternNode } from './pattern-node.ts'

type Bodies = ReadonlyMap<number, PatternNode>

/** Returns the number of bytes that a part of a pattern matches; undefined if it varies. */
export function findFixedLength(node: PatternNode, bodies: Bodies, calls = 0): number | undefined {
  switch (node.kind) {
    case 'bytes':
      return node.sets.length
    case 'sequence':
      return node.items.reduce<number | undefined>((sum, item) => {
        const length = sum === undefined ? undefined : findFixedLength(item, bodies, calls)
        return sum === undefined || length === undefined ? undefined : sum + length
      }, 0)
    case 'choice':
      return same(node.options.map((option) => findFixedLength(option, bodies, calls)))
    case 'repeat': {
      const length =
        node.least === node.most && (node.least > 0 || node.item.kind !== 'look')
          ? findFixedLength(node.item, bodies, calls)
          : undefined
      return length === undefined ? undefined : length * node.least
    }
    case 'group':
    case 'atomic':
      return findFixedLength(node.item, bodies, calls)
    case 'look':
    case 'edge':
    case 'keep':
      return 0
    case 'condition':
      if (node.condition.kind === 'define') return 0
      return same([node.yes, node.no].map((branch) => findFixedLength(branch, bodies, calls)))
    case 'call': {
      const body = bodies.get(node.reference.groups[0] ?? -1)
      return body === undefined || calls > 10 ? undefined : findFixedLength(body, bodies, calls + 1)
    }
    case 'same':
      return undefined
  }
}

const same = (lengths: readonly (number | undefined)[]): number | undefined =>
  lengths.every((length) => length === lengths[0]) ? lengths[0] : undefined
