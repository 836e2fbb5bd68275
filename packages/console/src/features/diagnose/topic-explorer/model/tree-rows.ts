import { childrenInOrder } from './child-order.ts'
import { type Order, type Source, sourceBit, type TopicNode } from './topic-node.ts'
import type { TreeSearch } from './tree-search.ts'

export interface TreeRow {
  readonly node: TopicNode
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** Among its siblings that are shown, from 1. */
  readonly position: number
  readonly setSize: number
}

export interface RowChoice {
  readonly order: Order
  readonly show: Source | 'all'
  readonly search: TreeSearch | undefined
  /** What somebody opened or closed while searching. */
  readonly turned: ReadonlyMap<number, boolean>
}

/** While searching the way to what was found is open, and what was found is not. */
export function isNodeOpen(node: TopicNode, { search, turned }: RowChoice): boolean {
  if (search === undefined) return node.isOpen
  return turned.get(node.id) ?? node.foundBelowBy === search.id
}

/** The rows of a tree from top to bottom, as far as branches are open. */
export function listRows(root: TopicNode, choice: RowChoice): readonly TreeRow[] {
  const mask = choice.show === 'all' ? ~0 : sourceBit[choice.show]
  const { search } = choice
  const rows: TreeRow[] = []
  const shownChildren = (node: TopicNode, isFound: boolean): readonly TopicNode[] => {
    const all = childrenInOrder(node, choice.order)
    if (mask === ~0 && (search === undefined || isFound)) return all
    return all.filter(
      (child) =>
        (child.below & mask) !== 0 &&
        (search === undefined || isFound || child.foundBy === search.id || child.foundBelowBy === search.id),
    )
  }
  // As deep as the levels of a topic, which are bounded.
  const append = (parent: TopicNode, isFound: boolean) => {
    const children = shownChildren(parent, isFound)
    for (const [index, node] of children.entries()) {
      const isFoundHere = isFound || node.foundBy === search?.id
      const hasChildren = node.children !== undefined
      const isOpen = hasChildren && isNodeOpen(node, choice)
      rows.push({ node, hasChildren, isOpen, position: index + 1, setSize: children.length })
      if (isOpen) append(node, isFoundHere)
    }
  }
  append(root, false)
  return rows
}
