import type { ByteSet } from './byte-sets.ts'

export type Edge = 'start' | 'end' | 'last' | 'line-start' | 'line-end' | 'word' | 'no-word' | 'first'

/** What decides between the two branches of `(?(…)yes|no)`. */
export type Condition =
  | { readonly kind: 'group'; readonly groups: readonly number[] }
  /** Inside a call of the group, 0 being the whole pattern; undefined is any. */
  | { readonly kind: 'called'; readonly group: number | undefined }
  | { readonly kind: 'define' }
  | { readonly kind: 'look'; readonly look: PatternNode }

/** A group that is named may stand anywhere in a pattern, so it is known only once all of it is read. */
export interface GroupReference {
  groups: readonly number[]
}

export type PatternNode =
  /** As many bytes as there are sets. */
  | { readonly kind: 'bytes'; readonly sets: readonly ByteSet[] }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | RepeatNode
  | { readonly kind: 'group'; readonly item: PatternNode; readonly index: number }
  | { readonly kind: 'atomic'; readonly item: PatternNode }
  | LookNode
  /** `\1`: the bytes that a group has found. */
  | { readonly kind: 'same'; readonly reference: GroupReference; readonly isCaseless: boolean }
  /** `(?1)`: what stands in a group, again. */
  | { readonly kind: 'call'; readonly reference: GroupReference }
  | {
      readonly kind: 'condition'
      readonly condition: Condition
      readonly yes: PatternNode
      readonly no: PatternNode
    }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** `\K`: what is found begins here. */
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

/** A pattern that was read. */
export interface Pattern {
  readonly root: PatternNode
  readonly groups: number
  /** What stands in each group, for calls of it; the whole is 0. */
  readonly bodies: ReadonlyMap<number, PatternNode>
}

export const nothing: PatternNode = { kind: 'sequence', items: [] }

/** Neighbours of fixed bytes become one, so that a long text is no deep tree. */
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

/** All nodes of a tree, what a call leads to not among them. */
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

/** Whether it can be found at the beginning only. */
export function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items[0] !== undefined && isAnchored(node.items[0])
  if (node.kind === 'group') return isAnchored(node.item)
  return node.kind === 'edge' && node.edge === 'start'
}
