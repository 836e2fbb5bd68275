import * as v from 'valibot'
import { integerSchema } from './scalars.ts'

/**
 * The four paging styles of `api/v5`. Counted and has-next lists share one shape: the broker omits `count` whenever a
 * filter makes counting expensive, and `hasnext` if the list is not filtered (banned).
 */
export const maxLimit = 10_000
export const defaultLimit = 100

const limit = v.optional(integerSchema(1, maxLimit), defaultLimit)

/** The query parameters of counted and has-next lists. */
export const pageQuery = { page: v.optional(integerSchema(1), 1), limit }
/** The query parameters of cursor lists; the broker rejects an empty cursor, so it must be left out. */
export const cursorQuery = { limit, cursor: v.optional(v.string()) }
/** The query parameters of continued lists. `none` starts anew; `end_of_data` is documented but rejected. */
export const continuationQuery = { limit, position: v.optional(v.string()) }

export const pageMetaSchema = v.object({
  page: v.number(),
  limit: v.number(),
  count: v.optional(v.number()),
  hasnext: v.optional(v.boolean()),
})
export type PageMeta = v.InferOutput<typeof pageMetaSchema>

/** `count` is the number of rows of this response; a missing cursor means the last page, which may be empty. */
export const cursorMetaSchema = v.object({ count: v.number(), cursor: v.optional(v.string()) })
export type CursorMeta = v.InferOutput<typeof cursorMetaSchema>

/**
 * `start` is the oldest position; both are `none` for an empty list. At the end, the response repeats the requested
 * position.
 */
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
 * The parts of a response that do not match its schema and are left out so that the other parts can be shown: rows of
 * a list, or the data of one node. `odd-rows.ts` describes them.
 */
export interface UnreadableRows {
  /** The number of all parts that were left out. */
  readonly count: number
  /** The errors of the first of these parts. */
  readonly faults: readonly RowFault[]
  readonly answer: unknown
}

export type Reading<Output> =
  | { readonly kind: 'read'; readonly output: Output; readonly unreadable: UnreadableRows | undefined }
  /** The response around the rows does not match its schema. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly detail: string }

const mostRows = 20

/** A row that does not match its schema. */
export interface RowFault {
  readonly list: readonly unknown[]
  readonly index: number
  /** The path of the error from the root of the row. */
  readonly path: string
  /** The problem, in the words of the schema. */
  readonly detail: string
}

/**
 * The rows left out so far, while a response is read without its invalid rows. A global is safe because reading is
 * synchronous.
 */
let leftOut: RowFault[] | undefined

/**
 * A list of independent rows. It parses like `v.array`, except in `readWithoutOddRows`, which leaves out invalid
 * rows. A list that is written back as a whole must not use it, because the rows left out would be lost.
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
  // The errors within the row are dropped, since the whole row is left out.
  faults.length = before
  faults.push({ list, index, path: v.getDotPath(issue) ?? '', detail: issue.message })
  return []
}

/**
 * Reads a response. If it does not match its schema as a whole, returns the valid rows and lists the invalid rows
 * separately.
 */
export function readWithoutOddRows<const S extends v.GenericSchema>(
  schema: S,
  answer: unknown,
): Reading<v.InferOutput<S>> {
  // Collecting all errors of a long list would take seconds and more memory than is available.
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

/** Reads a response like `readWithoutOddRows`, from its JSON text. */
export function readJsonWithoutOddRows<const S extends v.GenericSchema>(
  schema: S,
  text: string,
): Reading<v.InferOutput<S>> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (parsed.success) return readWithoutOddRows(schema, parsed.output)
  return { kind: 'unreadable', path: '', detail: parsed.issues[0].message }
}
