import { buildParserFile } from '@lezer/generator'

const note = '// Generated from rule-sql.grammar by scripts/generate-grammar.mjs.\n'
const body = (text) => `${note}${text.split('\n').slice(1).join('\n')}`

/** Returns the files that are generated from the grammar of the rule SQL, by file name. */
export function ruleSqlSources(grammar) {
  const { parser, terms } = buildParserFile(grammar, {
    fileName: 'rule-sql.grammar',
    exportName: 'ruleSqlParser',
    typeScript: true,
    warn: () => undefined,
  })
  const typed = parser.replace(
    /\(value: any, stack: any\) => \(keyword\(value, stack\)/,
    '(value: string) => (keyword(value)',
  )
  // Only the words of the language are referred to by number; all other terms are referred to by name.
  const words = terms.replaceAll(/^ {2}(?!Div|Mod)[A-Z]\w* = \d+,?\n/gm, '').replace(/,\s*$/, '\n')
  return { 'rule-sql-parser.ts': body(typed), 'rule-sql-terms.ts': body(words) }
}
