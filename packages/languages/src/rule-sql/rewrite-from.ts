import { parseStatement } from './parse-statement.ts'
import type { Source } from './statement.ts'
import type { Fix } from './statement-problem.ts'

/** Returns the statement with other sources and every other byte unchanged. Undefined if FROM cannot be found. */
export function rewriteFrom(text: string, names: readonly string[]): string | undefined {
  const parsed = parseStatement(text)
  if ('fault' in parsed) return undefined
  const { sources } = parsed.statement
  const [first, last] = [sources[0], sources.at(-1)]
  // The broker joins the lines of this text, so the positions in the parsed text differ from those in the text.
  if (first === undefined || last === undefined || text.includes('\n/')) return undefined
  const quoted = names.map((name) => (name.includes('"') ? `'${name}'` : `"${name}"`))
  return text.slice(0, first.from) + quoted.join(', ') + text.slice(last.to)
}

/** Returns a fix that removes a source from FROM, with the comma before it, or else the comma after it. */
export function withoutSource(sources: readonly Source[], at: number): Fix | undefined {
  const [source, before, next] = [sources[at], sources[at - 1], sources[at + 1]]
  if (source === undefined) return undefined
  const removes = source.name
  if (before !== undefined) return { from: before.to, to: source.to, text: '', removes }
  return next && { from: source.from, to: next.from, text: '', removes }
}
