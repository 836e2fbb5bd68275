import { parseStatement } from './parse-statement.ts'

/** The statement with other sources; every other byte stays. Undefined where FROM cannot be found. */
export function rewriteFrom(text: string, names: readonly string[]): string | undefined {
  const parsed = parseStatement(text)
  if ('fault' in parsed) return undefined
  const { sources } = parsed.statement
  const [first, last] = [sources[0], sources.at(-1)]
  // A text that the broker joins has other places than it shows.
  if (first === undefined || last === undefined || text.includes('\n/')) return undefined
  const quoted = names.map((name) => (name.includes('"') ? `'${name}'` : `"${name}"`))
  return text.slice(0, first.from) + quoted.join(', ') + text.slice(last.to)
}
