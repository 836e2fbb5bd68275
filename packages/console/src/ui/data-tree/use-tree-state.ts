import { useMemo, useState } from 'react'
import type { DataNode } from '#lib/data-tree/data-node.ts'
import { CHILDREN, type MoreRow, type TreeRow, type TreeShape, treeRows } from './tree-rows.ts'

/** What is open and where one stands. Both outlast a new document: messages of one topic look alike. */
export function useTreeState(root: DataNode) {
  const [shape, setShape] = useState<TreeShape>(() => ({ opened: new Map(), shown: new Map() }))
  const [activeId, setActiveId] = useState('')
  const rows = useMemo(() => treeRows(root, shape), [root, shape])
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  const open = (id: string, isOpen: boolean) =>
    setShape(({ opened, shown }) => ({ opened: new Map(opened).set(id, isOpen), shown }))
  const showMore = ({ parent, shown: before }: MoreRow) => {
    setShape(({ opened, shown }) => ({ opened, shown: new Map(shown).set(parent, before + CHILDREN) }))
    setActiveId(`${parent}/${before}`)
  }
  /** What Enter, the space bar and a click do. */
  const activate = (row: TreeRow) => {
    if (row.kind === 'more') return showMore(row)
    setActiveId(row.id)
    if (row.isOpen !== undefined) open(row.id, !row.isOpen)
  }
  return { rows, at, setActiveId, open, activate }
}
