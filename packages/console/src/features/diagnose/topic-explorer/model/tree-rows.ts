import { type Order, type Source, sourceBit, type TopicNode } from './topic-node.ts'
import type { TreeSearch } from './tree-search.ts'

export interface TreeRow {
  readonly node: TopicNode
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** The position among the shown siblings, from 1. */
  readonly position: number
  readonly setSize: number
}

export interface RowChoice {
  readonly order: Order
  readonly show: Source | 'all'
  readonly search: TreeSearch | undefined
  /** The branches that the user opened or closed during a search. */
  readonly turned: ReadonlyMap<number, boolean>
}

/**
 * Tells whether a node is open. During a search, the paths to the found nodes are open, and the found nodes are
 * closed.
 */
export function isNodeOpen(node: TopicNode, { search, turned }: RowChoice): boolean {
  if (search === undefined) return node.isOpen
  return turned.get(node.id) ?? node.foundBelowBy === search.id
}

/** Returns the rows of a tree from top to bottom, within open branches. */
export function listRows(root: TopicNode, choice: RowChoice): readonly TreeRow[] {
  const mask = choice.show === 'all' ? ~0 : sourceBit[choice.show]
  const { search } = choice
  const rows: TreeRow[] = []
  const listShownChildren = (node: TopicNode, isFound: boolean): readonly TopicNode[] => {
    const all = childrenInOrder(node, choice.order)
    if (mask === ~0 && (search === undefined || isFound)) return all
    return all.filter(
      (child) =>
        (child.below & mask) !== 0 &&
        (search === undefined || isFound || child.foundBy === search.id || child.foundBelowBy === search.id),
    )
  }
  // The recursion is as deep as the levels of a topic, which are bounded.
  const append = (parent: TopicNode, isFound: boolean) => {
    const children = listShownChildren(parent, isFound)
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

export const byName: Order = 0

const names = new Intl.Collator('en', { numeric: true })

/** Sorts `line-2` before `line-10`; at the top level the broker's own topics come last. */
function compareNames(a: TopicNode, b: TopicNode): number {
  if (a.depth === 1) {
    const apart = Number(a.name.startsWith('$')) - Number(b.name.startsWith('$'))
    if (apart !== 0) return apart
  }
  return names.compare(a.name, b.name) || (a.name < b.name ? -1 : 1)
}

function compareActivity(a: TopicNode, b: TopicNode): number {
  if (a.depth === 1) {
    const apart = Number(a.name.startsWith('$')) - Number(b.name.startsWith('$'))
    if (apart !== 0) return apart
  }
  return b.messages - a.messages || compareNames(a, b)
}

function merge(list: readonly TopicNode[], more: readonly TopicNode[]): TopicNode[] {
  const merged: TopicNode[] = []
  let next = 0
  for (const node of list) {
    for (let other = more[next]; other !== undefined && compareNames(other, node) < 0; other = more[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(node)
  }
  return merged.concat(more.slice(next))
}

/**
 * Returns the children in order. By name, new children are inserted at their place; by activity, they are appended
 * until a new order is requested.
 */
export function childrenInOrder(node: TopicNode, order: Order): readonly TopicNode[] {
  if (node.children === undefined) return []
  const { arranged } = node
  if (arranged === undefined || arranged.order !== order) {
    const list = [...node.children.values()].sort(order === byName ? compareNames : compareActivity)
    node.arranged = { order, list, pending: [] }
    return list
  }
  if (arranged.pending.length > 0) {
    const more = arranged.pending.sort(compareNames)
    arranged.list = order === byName ? merge(arranged.list, more) : arranged.list.concat(more)
    arranged.pending = []
  }
  return arranged.list
}
