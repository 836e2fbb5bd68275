import * as v from 'valibot'
import type { Column } from './column.ts'

type Choosable = Pick<Column<never>, 'id' | 'always' | 'isExtra'>

const storedSchema = v.array(v.string())

function defaultColumns(columns: readonly Choosable[]): readonly string[] {
  return columns.filter((column) => column.always || !column.isExtra).map((column) => column.id)
}

/** Broken, foreign or empty content falls back to the defaults; columns that no longer exist are dropped. */
export function parseChosenColumns(stored: string | null, columns: readonly Choosable[]): readonly string[] {
  let parsed: unknown
  try {
    parsed = stored === null ? undefined : JSON.parse(stored)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const result = v.safeParse(storedSchema, parsed)
  if (!result.success) return defaultColumns(columns)
  const chosen = new Set(result.output)
  const shown = columns.filter((column) => column.always || chosen.has(column.id)).map((column) => column.id)
  return shown.length === 0 ? defaultColumns(columns) : shown
}

/** The choice after a click, in the order of the declaration; undefined when it would leave none. */
export function toggleColumn(
  shown: readonly string[],
  id: string,
  columns: readonly Choosable[],
): readonly string[] | undefined {
  const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]
  if (next.length === 0) return undefined
  return columns.map((column) => column.id).filter((each) => next.includes(each))
}
