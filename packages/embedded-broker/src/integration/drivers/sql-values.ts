import type { SqlStatement } from '@brokerdeck/languages/access-rules/sql-template.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import type { Term, TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { valueAt } from '../rules/row-template.ts'
import type { Traceable } from './driver.ts'

export type SqlValue = string | number | boolean | Buffer | null

/** Converts a term to a value of the database client; structures become JSON. */
export function plainValue(term: Term): SqlValue {
  if (term === null || typeof term === 'boolean' || typeof term === 'number') return term
  const text = toTermText(term)
  return typeof text === 'string' ? text : Buffer.from(text)
}

/** Returns a statement and its values as a trace shows them. */
export const toTraceableStatement = (sql: string, values: readonly SqlValue[]): Traceable => ({
  sql,
  data: values.map(String),
})

/** Returns the values of a row for the parameters of a statement; `missing` for a name that the row lacks. */
export const sqlValues = (
  { names }: SqlStatement,
  row: TermMap,
  missing: SqlValue = null,
): readonly SqlValue[] =>
  names.map((name) => {
    const term = valueAt(name, row)
    return term === undefined ? missing : plainValue(term)
  })
