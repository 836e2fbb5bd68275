import { parseStatement } from './parse-statement.ts'
import type { Source } from './statement.ts'
import type { Fix } from './statement-problem.ts'

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

/** Takes a source out of FROM, with the comma that parts it from the one before, or else from the next. */
export function withoutSource(sources: readonly Source[], at: number): Fix | undefined {
  const [source, before, next] = [sources[at], sources[at - 1], sources[at + 1]]
  if (source === undefined) return undefined
  const removes = source.name
  if (before !== undefined) return { from: before.to, to: source.to, text: '', removes }
  return next && { from: source.from, to: next.from, text: '', removes }
}
