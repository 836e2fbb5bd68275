import type { SqlStatement } from '@brokerdeck/languages/access-rules/sql-template.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import type { Term, TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { valueAt } from '../rules/row-template.ts'
import type { Traceable } from './driver.ts'

export type SqlValue = string | number | boolean | Buffer | null

/** A term as a database's client takes it; structures are JSON. */
export function plainValue(term: Term): SqlValue {
  if (term === null || typeof term === 'boolean' || typeof term === 'number') return term
  const text = toTermText(term)
  return typeof text === 'string' ? text : Buffer.from(text)
}

/** A statement and what goes into it, as a trace shows them. */
export const toTraceableStatement = (sql: string, values: readonly SqlValue[]): Traceable => ({
  sql,
  data: values.map(String),
})

/** What a row gives for the parameters of a statement; `missing` for a name that it does not have. */
export const sqlValues = (
  { names }: SqlStatement,
  row: TermMap,
  missing: SqlValue = null,
): readonly SqlValue[] =>
  names.map((name) => {
    const term = valueAt(name, row)
    return term === undefined ? missing : plainValue(term)
  })
