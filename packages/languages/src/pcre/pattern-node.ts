import type { ByteSet } from './byte-sets.ts'

export type Edge = 'start' | 'end' | 'last' | 'line-start' | 'line-end' | 'word' | 'no-word' | 'first'

/** The condition that chooses between the two branches of `(?(…)yes|no)`. */
export type Condition =
  | { readonly kind: 'group'; readonly groups: readonly number[] }
  /** True inside a call of the group; 0 is the whole pattern, undefined is any group. */
  | { readonly kind: 'called'; readonly group: number | undefined }
  | { readonly kind: 'define' }
  | { readonly kind: 'look'; readonly look: PatternNode }

/**
 * A reference to a group. A named group may occur anywhere in a pattern, so it is resolved after the whole pattern is
 * read.
 */
export interface GroupReference {
  groups: readonly number[]
}

export type PatternNode =
  /** Matches as many bytes as there are sets. */
  | { readonly kind: 'bytes'; readonly sets: readonly ByteSet[] }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | RepeatNode
  | { readonly kind: 'group'; readonly item: PatternNode; readonly index: number }
  | { readonly kind: 'atomic'; readonly item: PatternNode }
  | LookNode
  /** `\1`: matches the bytes that a group has captured. */
  | { readonly kind: 'same'; readonly reference: GroupReference; readonly isCaseless: boolean }
  /** `(?1)`: runs the content of a group again. */
  | { readonly kind: 'call'; readonly reference: GroupReference }
  | {
      readonly kind: 'condition'
      readonly condition: Condition
      readonly yes: PatternNode
      readonly no: PatternNode
    }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** `\K`: the match begins here. */
  | { readonly kind: 'keep' }

export interface RepeatNode {
  readonly kind: 'repeat'
  readonly item: PatternNode
  readonly least: number
  readonly most: number
  readonly manner: 'greedy' | 'lazy'
}

export interface LookNode {
  readonly kind: 'look'
  readonly item: PatternNode
  readonly isBehind: boolean
  readonly isNegative: boolean
}

/** A parsed pattern. */
export interface Pattern {
  readonly root: PatternNode
  readonly groups: number
  /** The content of each group, for calls of it; the whole pattern is 0. */
  readonly bodies: ReadonlyMap<number, PatternNode>
}

export const nothing: PatternNode = { kind: 'sequence', items: [] }

/** Joins adjacent fixed bytes into one node, so that a long text does not become a deep tree. */
export function toSequence(items: readonly PatternNode[]): PatternNode {
  const joined: PatternNode[] = []
  let sets: ByteSet[] = []
  const close = () => {
    if (sets.length > 0) joined.push({ kind: 'bytes', sets })
    sets = []
  }
  for (const item of items) {
    if (item.kind === 'bytes') sets.push(...item.sets)
    else {
      close()
      joined.push(item)
    }
  }
  close()
  const [only] = joined
  return only !== undefined && joined.length === 1 ? only : { kind: 'sequence', items: joined }
}

/** Yields all nodes of a tree, without the targets of calls. */
export function* everyNode(node: PatternNode): Generator<PatternNode> {
  yield node
  switch (node.kind) {
    case 'sequence':
      for (const item of node.items) yield* everyNode(item)
      return
    case 'choice':
      for (const option of node.options) yield* everyNode(option)
      return
    case 'repeat':
    case 'group':
    case 'atomic':
    case 'look':
      yield* everyNode(node.item)
      return
    case 'condition':
      if (node.condition.kind === 'look') yield* everyNode(node.condition.look)
      yield* everyNode(node.yes)
      yield* everyNode(node.no)
      return
    default:
  }
}

/** Returns whether the pattern can match only at the beginning. */
export function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items[0] !== undefined && isAnchored(node.items[0])
  if (node.kind === 'group') return isAnchored(node.item)
  return node.kind === 'edge' && node.edge === 'start'
}
