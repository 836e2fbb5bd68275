import { parseTemplate } from '@brokerdeck/contract/access/rules/template.ts'

export interface SqlStatement {
  readonly sql: string
  /** What each parameter stands for, in order. */
  readonly names: readonly string[]
}

/** Values never become part of a statement: each is a parameter, also where quotes were written around it. */
export function parseSql(
  query: string,
  dialect: 'mysql' | 'postgresql',
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
    sql += dialect === 'mysql' ? '?' : `$${names.length}`
  }
  return { sql, names }
}
