import * as v from 'valibot'
import { rows } from './rows.ts'
import { integer } from './scalars.ts'

/**
 * The four styles in which `api/v5` pages. Counted and has-next share one shape: the broker leaves `count` out whenever
 * a filter makes counting dear, and `hasnext` out where the list is not filtered (banned).
 */
export const maxLimit = 10_000
export const defaultLimit = 100

const limit = v.optional(integer(1, maxLimit), defaultLimit)

/** Entries of a query for counted and has-next lists. */
export const pageQuery = { page: v.optional(integer(1), 1), limit }
/** Entries of a query for cursor lists; an empty cursor is refused by the broker, so leave it out. */
export const cursorQuery = { limit, cursor: v.optional(v.string()) }
/** Entries of a query for continued lists. `none` starts anew; `end_of_data` is documented but refused. */
export const continuationQuery = { limit, position: v.optional(v.string()) }

export const pageMetaSchema = v.object({
  page: v.number(),
  limit: v.number(),
  count: v.optional(v.number()),
  hasnext: v.optional(v.boolean()),
})
export type PageMeta = v.InferOutput<typeof pageMetaSchema>

/** `count` is the number of rows of this answer; no cursor means the last page, which may be empty. */
export const cursorMetaSchema = v.object({ count: v.number(), cursor: v.optional(v.string()) })
export type CursorMeta = v.InferOutput<typeof cursorMetaSchema>

/** `start` is the oldest position; both are `none` for an empty list. The end answers the asked position again. */
export const continuationMetaSchema = v.object({ start: v.string(), position: v.string() })
export type ContinuationMeta = v.InferOutput<typeof continuationMetaSchema>

export function paged<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: rows(item), meta: pageMetaSchema })
}

export function cursored<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: rows(item), meta: cursorMetaSchema })
}

export function continued<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: rows(item), meta: continuationMetaSchema })
}

export function hasNextPage(meta: PageMeta): boolean {
  if (meta.hasnext !== undefined) return meta.hasnext
  return meta.count !== undefined && meta.page * meta.limit < meta.count
}
