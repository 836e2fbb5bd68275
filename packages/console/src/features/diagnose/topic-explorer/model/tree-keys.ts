import type { TreeRow } from './tree-rows.ts'

export const treeKeys = [
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
] as const
export type TreeKey = (typeof treeKeys)[number]

export interface TreeMove {
  /** The index of the row that becomes active. */
  readonly index: number
  /** The branch to open or close. */
  readonly turn?: { readonly id: number; readonly isOpen: boolean }
}

const page = 15

/**
 * Returns the effect of a key in a tree (ARIA Authoring Practices, tree view). `index` is -1 while no row is active.
 */
export function moveInTree(rows: readonly TreeRow[], index: number, key: TreeKey): TreeMove {
  const last = rows.length - 1
  const at = (wanted: number) => ({ index: Math.max(0, Math.min(last, wanted)) })
  const row = rows[index]
  if (row === undefined) return at(key === 'End' ? last : 0)
  switch (key) {
    case 'ArrowDown':
      return at(index + 1)
    case 'ArrowUp':
      return at(index - 1)
    case 'PageDown':
      return at(index + page)
    case 'PageUp':
      return at(index - page)
    case 'Home':
      return at(0)
    case 'End':
      return at(last)
    case 'ArrowRight':
      if (!row.hasChildren) return at(index)
      return row.isOpen ? at(index + 1) : { index, turn: { id: row.node.id, isOpen: true } }
    case 'ArrowLeft':
      if (row.isOpen) return { index, turn: { id: row.node.id, isOpen: false } }
      return at(parentIndex(rows, index, row))
  }
}

function parentIndex(rows: readonly TreeRow[], index: number, { node }: TreeRow): number {
  let at = index
  while (at > 0 && rows[at]?.node !== node.parent) at -= 1
  return rows[at]?.node === node.parent ? at : index
}

/** Finds the next row whose name begins with the typed text, from the active row on, wrapping around. */
export function findTyped(rows: readonly TreeRow[], index: number, typed: string): number {
  const wanted = typed.toLowerCase()
  // With more than one letter, the present row may still match.
  const start = typed.length > 1 ? Math.max(index, 0) : index + 1
  for (let step = 0; step < rows.length; step += 1) {
    const at = (start + step) % rows.length
    if (rows[at]?.node.name.toLowerCase().startsWith(wanted)) return at
  }
  return index
}
