import type { DataNode } from '#lib/data-tree/data-node.ts'
import { type DataPath, keyName, stripTags } from '#lib/data-tree/data-path.ts'

/** The number of children that are shown at a time. */
export const CHILDREN = 100
/** The number of rows that a document may fill at first: it opens to the deepest level that fits. */
const ROWS_AT_FIRST = 60

export interface ValueRow {
  readonly kind: 'value'
  /** The positions from the root, because the same key may occur twice. */
  readonly id: string
  readonly parent: string | undefined
  readonly depth: number
  /** The key of an entry or the index of an item; undefined for the root. */
  readonly name: string | number | undefined
  readonly node: DataNode
  readonly path: DataPath
  /** Undefined if there is nothing to open. */
  readonly isOpen: boolean | undefined
  readonly position: number
  readonly siblings: number
}

export interface MoreRow {
  readonly kind: 'more'
  readonly id: string
  readonly parent: string
  readonly depth: number
  /** The number of children before this row, and the number of children that it stands for. */
  readonly shown: number
  readonly hidden: number
  readonly position: number
  readonly siblings: number
}

export type TreeRow = ValueRow | MoreRow

/** The rows that the user has opened, closed and expanded; all other rows keep their initial state. */
export interface TreeShape {
  readonly opened: ReadonlyMap<string, boolean>
  readonly shown: ReadonlyMap<string, number>
}

/** Returns the visible rows in their order. Closed rows cost nothing. */
export function treeRows(root: DataNode, shape: TreeShape): readonly TreeRow[] {
  const depthAtFirst = depthThatFits(root)
  const rows: TreeRow[] = []
  const visit = (row: Omit<ValueRow, 'kind' | 'isOpen'>): void => {
    const count = childCount(row.node)
    const isOpen = count === 0 ? undefined : (shape.opened.get(row.id) ?? row.depth < depthAtFirst)
    rows.push({ ...row, kind: 'value', isOpen })
    if (isOpen !== true) return
    const shown = Math.min(count, shape.shown.get(row.id) ?? CHILDREN)
    const siblings = count > shown ? shown + 1 : count
    for (const [at, child] of listChildren(row.node, shown).entries())
      visit({
        id: `${row.id}/${at}`,
        parent: row.id,
        depth: row.depth + 1,
        name: child.name,
        node: child.node,
        path: [...row.path, child.name],
        position: at + 1,
        siblings,
      })
    if (shown === count) return
    const place = { parent: row.id, depth: row.depth + 1, position: siblings, siblings }
    rows.push({ ...place, kind: 'more', id: `${row.id}/+`, shown, hidden: count - shown })
  }
  visit({
    id: '',
    parent: undefined,
    depth: 0,
    name: undefined,
    node: root,
    path: [],
    position: 1,
    siblings: 1,
  })
  return rows
}

function childCount(node: DataNode): number {
  const inner = stripTags(node)
  if (inner.kind === 'list') return inner.items.length
  return inner.kind === 'map' ? inner.entries.length : 0
}

interface Child {
  readonly name: string | number
  readonly node: DataNode
}

function listChildren(node: DataNode, most: number): readonly Child[] {
  const inner = stripTags(node)
  if (inner.kind === 'list') return inner.items.slice(0, most).map((item, at) => ({ name: at, node: item }))
  if (inner.kind !== 'map') return []
  return inner.entries.slice(0, most).map(({ key, value }) => ({ name: keyName(key), node: value }))
}

function depthThatFits(root: DataNode): number {
  let level: readonly DataNode[] = [root]
  let rows = 1
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((node) => listChildren(node, CHILDREN).map((child) => child.node))
    rows += level.length
    if (level.length === 0) return depth
    if (rows > ROWS_AT_FIRST) return Math.max(1, depth)
  }
}
