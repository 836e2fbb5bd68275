import { everyNode, type Pattern, type PatternNode, type RepeatNode } from './pattern-node.ts'

/** The numbers of the repeats for which a failure at a place is final. */
export type RepeatKeys = ReadonlyMap<RepeatNode, number>

const known = new WeakMap<Pattern, RepeatKeys>()

/**
 * Numbers these repeats. The continuation of such a repeat must depend on the place alone: not on captured groups,
 * and not on the number of repetitions of an enclosing repeat, which `*` and `+` do not count.
 */
export function repeatKeys(pattern: Pattern): RepeatKeys {
  const before = known.get(pattern)
  if (before !== undefined) return before
  const keys = new Map<RepeatNode, number>()
  const isForgetful = [...everyNode(pattern.root)].every(
    ({ kind }) => kind !== 'same' && kind !== 'call' && kind !== 'condition',
  )
  if (isForgetful) number(pattern.root, keys)
  known.set(pattern, keys)
  return keys
}

function number(node: PatternNode, keys: Map<RepeatNode, number>): void {
  switch (node.kind) {
    case 'sequence':
      for (const item of node.items) number(item, keys)
      return
    case 'choice':
      for (const option of node.options) number(option, keys)
      return
    case 'group':
    case 'atomic':
    case 'look':
      number(node.item, keys)
      return
    case 'repeat': {
      const isByte = node.item.kind === 'bytes' && node.item.sets.length === 1
      const isEndless = node.most === Number.POSITIVE_INFINITY && node.least <= 1
      if (isByte || isEndless) keys.set(node, keys.size)
      if (!isByte && isEndless) number(node.item, keys)
      return
    }
    default:
  }
}

/** The maximum number of bytes used to remember failures in a subject. */
const mostRemembered = 4_000_000

/** The places at which each state of a repeat has failed, where it need not be tried again. */
export class FailedPlaces {
  readonly #size: number
  readonly #marks = new Map<number, Uint8Array>()

  constructor(size: number) {
    this.#size = size
  }

  has(key: number, at: number): boolean {
    return this.#marks.get(key)?.[at] === 1
  }

  add(key: number, at: number): void {
    let marks = this.#marks.get(key)
    if (marks === undefined) {
      if ((this.#marks.size + 1) * this.#size > mostRemembered) return
      marks = new Uint8Array(this.#size)
      this.#marks.set(key, marks)
    }
    marks[at] = 1
  }
}
