import { parseSql, type SqlDialect } from '@brokerdeck/languages/access-rules/sql-template.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import { valueAt } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'
import { type Term, type TermMap, visibleText } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'

/** The types whose statements are prepared once: values are bound to them and never become part of their text. */
const dialects = new Map<string, SqlDialect>([
  ['mysql', 'mysql'],
  ['pgsql', 'postgresql'],
  ['timescale', 'postgresql'],
  ['matrix', 'postgresql'],
  ['oracle', 'oracle'],
])

/**
 * Returns a statement as it is prepared, followed by the value of each parameter; undefined for types that bind no
 * values.
 */
export function printBound(
  type: string,
  statement: string,
  row: TermMap,
  isMissingNull: boolean,
): string | undefined {
  const dialect = dialects.get(type)
  if (dialect === undefined) return undefined
  const { sql, names } = parseSql(statement, dialect, () => true)
  // For MySQL a missing value becomes this text unless the action is set otherwise.
  const missing = dialect === 'mysql' && !isMissingNull ? '"undefined"' : 'null'
  const values = names.map((name, at) => `${at + 1}: ${printValue(valueAt(name, row), missing)}`)
  return [sql, ...values].join('\n')
}

/** Prints texts in quotes, and structures as the text of their JSON. */
function printValue(term: Term, missing: string): string {
  if (term === undefined) return missing
  if (term === null || typeof term === 'boolean' || typeof term === 'number' || typeof term === 'bigint')
    return String(term)
  return JSON.stringify(visibleText(toTermText(term)))
}
