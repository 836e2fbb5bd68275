import { parseTemplate } from './template.ts'

export interface SqlStatement {
  readonly sql: string
  /** The placeholder name of each parameter, in order. */
  readonly names: readonly string[]
}

/** The spelling of statement parameters in each database. */
const marks = {
  mysql: () => '?',
  postgresql: (at: number) => `$${at}`,
  oracle: (at: number) => `:${at}`,
} as const
export type SqlDialect = keyof typeof marks

/**
 * Parses a statement with placeholders. Values never become part of the statement: each value is a parameter, even if
 * quotes surround its placeholder.
 */
export function parseSql(
  query: string,
  dialect: SqlDialect,
  isAllowed: (name: string) => boolean,
): SqlStatement {
  const template = parseTemplate(query, isAllowed)
  const names: string[] = []
  let sql = ''
  let quote = ''
  for (const [at, part] of template.entries()) {
    if (typeof part === 'string') {
      sql += quote !== '' && part.startsWith(quote) ? part.slice(1) : part
      quote = ''
      continue
    }
    const next = template[at + 1]
    const [before] = sql.match(/['"]$/) ?? []
    if (before !== undefined && typeof next === 'string' && next.startsWith(before)) {
      sql = sql.slice(0, -1)
      quote = before
    }
    names.push(part.name)
    sql += marks[dialect](names.length)
  }
  return { sql, names }
}
