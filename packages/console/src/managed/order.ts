import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { request } from '#api/http.ts'

/** One of an ordered list, about to be the `to`-th, counted from 0. */
export interface Move<Item> {
  readonly item: Item
  readonly id: string
  /** All of them, in the order of now. */
  readonly ids: readonly string[]
  readonly to: number
}

/** How a list is put into another order. */
export type Mover<Item> = (move: Move<Item>) => Promise<unknown>

/** As the API spells a place in a list. */
export type Position = 'front' | 'rear' | `before:${string}`

/** The place that makes one the `to`-th; undefined if it is there. */
export function positionOf({ id, ids, to }: Omit<Move<unknown>, 'item'>): Position | undefined {
  if (ids.indexOf(id) === to) return undefined
  const others = ids.filter((one) => one !== id)
  const next = others[to]
  if (to <= 0) return 'front'
  return next === undefined ? 'rear' : `before:${next}`
}

/** For an endpoint that moves one to a position, which the path or the body names. */
export function toPosition<E extends Endpoint, Item>(
  endpoint: E,
  given: (item: Item, position: Position) => RequestOf<E>,
): Mover<Item> {
  return async (move) => {
    const position = positionOf(move)
    if (position !== undefined) await request(endpoint, given(move.item, position))
  }
}
