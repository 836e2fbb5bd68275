import * as v from 'valibot'
import type { Column } from './column.ts'

type Choosable = Pick<Column<never>, 'id' | 'always' | 'isExtra'>

const storedSchema = v.array(v.string())

function defaultColumns(columns: readonly Choosable[]): readonly string[] {
  return columns.filter((column) => column.always || !column.isExtra).map((column) => column.id)
}

/**
 * In the order they were put into. Broken, foreign or empty content falls back to the defaults; columns that no longer
 * exist are dropped, and one that is always shown but not named there comes to its place of the declaration.
 */
export function parseChosenColumns(stored: string | null, columns: readonly Choosable[]): readonly string[] {
  let parsed: unknown
  try {
    parsed = stored === null ? undefined : JSON.parse(stored)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const result = v.safeParse(storedSchema, parsed)
  if (!result.success) return defaultColumns(columns)
  const known = new Set(columns.map(({ id }) => id))
  const chosen = [...new Set(result.output)].filter((id) => known.has(id))
  const shown = columns
    .filter(({ id, always }) => always === true && !chosen.includes(id))
    .reduce((before, { id }) => withColumn(before, id, columns), chosen)
  return shown.length === 0 ? defaultColumns(columns) : shown
}

/** Behind the nearest column that is declared before it and shown. */
function withColumn(shown: string[], id: string, columns: readonly Choosable[]): string[] {
  const declared = columns.map((column) => column.id)
  const before = declared.slice(0, declared.indexOf(id)).findLast((each) => shown.includes(each))
  return shown.toSpliced(before === undefined ? 0 : shown.indexOf(before) + 1, 0, id)
}

/** The choice after a click; undefined when it would leave none. */
export function toggleColumn(
  shown: readonly string[],
  id: string,
  columns: readonly Choosable[],
): readonly string[] | undefined {
  if (!shown.includes(id)) return withColumn([...shown], id, columns)
  return shown.length === 1 ? undefined : shown.filter((each) => each !== id)
}

/** Puts one of the shown columns at another place, counted from 0. */
export function moveColumn(shown: readonly string[], id: string, to: number): readonly string[] {
  return shown.filter((each) => each !== id).toSpliced(to, 0, id)
}
