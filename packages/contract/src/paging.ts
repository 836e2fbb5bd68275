import * as v from 'valibot'
import { integerSchema } from './scalars.ts'

/**
 * The four styles in which `api/v5` pages. Counted and has-next share one shape: the broker leaves `count` out whenever
 * a filter makes counting dear, and `hasnext` out where the list is not filtered (banned).
 */
export const maxLimit = 10_000
export const defaultLimit = 100

const limit = v.optional(integerSchema(1, maxLimit), defaultLimit)

/** Entries of a query for counted and has-next lists. */
export const pageQuery = { page: v.optional(integerSchema(1), 1), limit }
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

export function pageSchema<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: rows(item), meta: pageMetaSchema })
}

export function cursorPageSchema<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: rows(item), meta: cursorMetaSchema })
}

export function continuationSchema<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: rows(item), meta: continuationMetaSchema })
}

export function hasNextPage(meta: PageMeta): boolean {
  if (meta.hasnext !== undefined) return meta.hasnext
  return meta.count !== undefined && meta.page * meta.limit < meta.count
}

/**
 * Parts of an answer that do not fit its schema, left out so that all others can be shown: rows of a list, or what one node
 * says of something. `odd-rows.ts` describes them.
 */
export interface UnreadableRows {
  /** Of all of them. */
  readonly count: number
  /** The first of them. */
  readonly faults: readonly RowFault[]
  readonly answer: unknown
}

export type Reading<Output> =
  | { readonly kind: 'read'; readonly output: Output; readonly unreadable: UnreadableRows | undefined }
  /** Its frame does not fit. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly detail: string }

const mostRows = 20

/** A row that does not fit. */
export interface RowFault {
  readonly list: readonly unknown[]
  readonly index: number
  /** Of the fault, from the beginning of the row. */
  readonly path: string
  /** What is wrong there, in the words of the schema. */
  readonly detail: string
}

/** While an answer is read with its odd rows left out: what was left out so far. Reading does not wait for anything. */
let leftOut: RowFault[] | undefined

/**
 * A list whose rows do not depend on each other. Everybody reads it as `v.array` does, but for `readWithoutOddRows`,
 * which leaves out what does not fit. A list that is changed as a whole is none of these: it would be written back
 * without what was left out.
 */
export function rows<const Item extends v.GenericSchema>(item: Item): v.ArraySchema<Item, undefined> {
  const list = v.array(item)
  const runAll = list['~run'].bind(list)
  const run: typeof runAll = (dataset, config) => {
    const faults = leftOut
    const input = dataset.value
    if (faults === undefined || !Array.isArray(input)) return runAll(dataset, config)
    return { typed: true, value: input.flatMap((value, index) => readRow(item, input, value, index, faults)) }
  }
  return Object.assign(list, { '~run': run })
}

function readRow<Item extends v.GenericSchema>(
  item: Item,
  list: readonly unknown[],
  value: unknown,
  index: number,
  faults: RowFault[],
): readonly v.InferOutput<Item>[] {
  const before = faults.length
  const parsed = v.safeParse(item, value)
  if (parsed.success) return [parsed.output]
  const [issue] = parsed.issues
  // Its own parts are gone with it.
  faults.length = before
  faults.push({ list, index, path: v.getDotPath(issue) ?? '', detail: issue.message })
  return []
}

/** Reads an answer. Where it does not fit as a whole, the rows that do are read and the others told apart. */
export function readWithoutOddRows<const S extends v.GenericSchema>(
  schema: S,
  answer: unknown,
): Reading<v.InferOutput<S>> {
  // All faults of a long list would take seconds, and more memory than there is.
  const whole = v.safeParse(schema, answer, { abortEarly: true })
  if (whole.success) return { kind: 'read', output: whole.output, unreadable: undefined }
  const faults: RowFault[] = []
  leftOut = faults
  try {
    const parsed = v.safeParse(schema, answer)
    if (parsed.success) {
      const unreadable = { count: faults.length, faults: faults.slice(0, mostRows), answer }
      return { kind: 'read', output: parsed.output, unreadable }
    }
    const [issue] = parsed.issues
    return { kind: 'unreadable', path: v.getDotPath(issue) ?? '', detail: issue.message }
  } finally {
    leftOut = undefined
  }
}

/** The same of an answer as it travels. */
export function readJsonWithoutOddRows<const S extends v.GenericSchema>(
  schema: S,
  text: string,
): Reading<v.InferOutput<S>> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (parsed.success) return readWithoutOddRows(schema, parsed.output)
  return { kind: 'unreadable', path: '', detail: parsed.issues[0].message }
}
