import type { TreeRow } from './tree-rows.ts'

export type TreeMove =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'open'; readonly isOpen: boolean }
  | { readonly kind: 'activate' }

/** What a key means in a tree (ARIA Authoring Practices, tree view); undefined: nothing. */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  const isOpen = row.kind === 'value' ? row.isOpen : undefined
  const go = (to: number): TreeMove | undefined => (rows[to] === undefined ? undefined : { kind: 'go', to })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'Enter':
    case ' ':
      return { kind: 'activate' }
    case 'ArrowRight':
      if (isOpen === false) return { kind: 'open', isOpen: true }
      return isOpen === true ? go(at + 1) : undefined
    case 'ArrowLeft':
      if (isOpen === true) return { kind: 'open', isOpen: false }
      return go(rows.findIndex(({ id }) => id === row.parent))
  }
  return key.length === 1 ? go(firstNamed(rows, at, key)) : undefined
}

/** The next row whose name begins with a letter that was typed. */
function firstNamed(rows: readonly TreeRow[], at: number, letter: string): number {
  const isNamed = (row: TreeRow) =>
    row.kind === 'value' &&
    String(row.name ?? '')
      .toLowerCase()
      .startsWith(letter.toLowerCase())
  const after = rows.findIndex((row, each) => each > at && isNamed(row))
  return after === -1 ? rows.findIndex(isNamed) : after
}
