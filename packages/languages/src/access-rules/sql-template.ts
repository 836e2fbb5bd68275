import { parseTemplate } from './template.ts'

export interface SqlStatement {
  readonly sql: string
  /** What each parameter stands for, in order. */
  readonly names: readonly string[]
}

/** How each database spells the parameters of a statement. */
const marks = {
  mysql: () => '?',
  postgresql: (at: number) => `$${at}`,
  oracle: (at: number) => `:${at}`,
} as const
export type SqlDialect = keyof typeof marks

/** Values never become part of a statement: each is a parameter, also where quotes were written around it. */
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
