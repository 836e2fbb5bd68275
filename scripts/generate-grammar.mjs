// Generates the parser of the rule SQL from its grammar: node scripts/generate-grammar.mjs
import { readFile, writeFile } from 'node:fs/promises'
import { ruleSqlSources } from './rule-sql-sources.mjs'

const folder = new URL('../packages/languages/src/rule-sql/', import.meta.url)
const sources = ruleSqlSources(await readFile(new URL('rule-sql.grammar', folder), 'utf8'))
for (const [name, text] of Object.entries(sources)) await writeFile(new URL(name, folder), text)
