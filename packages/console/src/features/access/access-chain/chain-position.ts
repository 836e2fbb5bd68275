/** As the API spells a place in a chain. */
export type ChainPosition = 'front' | 'rear' | `before:${string}`

/** The place that makes one of the chain the `to`-th, counted from 0; undefined if it is there. */
export function chainPosition(ids: readonly string[], id: string, to: number): ChainPosition | undefined {
  if (ids.indexOf(id) === to) return undefined
  const others = ids.filter((one) => one !== id)
  const next = others[to]
  if (to <= 0) return 'front'
  return next === undefined ? 'rear' : `before:${next}`
}
