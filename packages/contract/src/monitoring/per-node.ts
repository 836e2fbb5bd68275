import * as v from 'valibot'
import { rows } from '../paging.ts'

/** Numbers by dotted name: `messages.dropped.no_subscribers`. Brokers of other versions have other names. */
export const namedNumbersSchema = v.record(v.string(), v.number())
export type NamedNumbers = v.InferOutput<typeof namedNumbersSchema>

/**
 * Numbers by name, with the key `node` among them. A node that could not be queried has a `reason` instead of numbers
 * (according to EMQX's source; no recording contains it).
 */
export const nodeNumbersSchema = v.pipe(
  v.record(v.string(), v.union([v.number(), v.string()])),
  v.check((entry) => typeof entry['node'] === 'string', 'no node'),
  v.check(
    (entry) =>
      Object.entries(entry).every(
        ([name, value]) => name === 'node' || name === 'reason' || typeof value === 'number',
      ),
    'not a number',
  ),
)
export type NodeNumbers = v.InferOutput<typeof nodeNumbersSchema>

/**
 * With `aggregate=true` the response is one object for the cluster, otherwise a list with one object per running
 * node. The broker has one endpoint for both, so callers distinguish them with Array.isArray.
 */
export const numbersAnswerSchema = v.lazy((answer) =>
  Array.isArray(answer) ? rows(nodeNumbersSchema) : namedNumbersSchema,
)

/** Separates the name of the node from its numbers. */
export function splitNode(entry: NodeNumbers): { readonly node: string; readonly values: NamedNumbers } {
  const values: Record<string, number> = {}
  let node = ''
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value === 'number') values[name] = value
    else if (name === 'node') node = value
  }
  return { node, values }
}
