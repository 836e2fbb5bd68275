import * as v from 'valibot'
import { rows } from '../paging.ts'

/** Numbers by dotted name: `messages.dropped.no_subscribers`. Brokers of other versions know others. */
export const namedNumbersSchema = v.record(v.string(), v.number())
export type NamedNumbers = v.InferOutput<typeof namedNumbersSchema>

/**
 * The same with the key `node` among the numbers. A node that could not be asked has a `reason` in place of numbers
 * (EMQX's source has it so; never seen in a recording).
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
 * `aggregate=true` answers one object for the cluster, else a list with one object per running node: the broker has
 * one endpoint for both, so a caller narrows by Array.isArray.
 */
export const numbersAnswerSchema = v.lazy((answer) =>
  Array.isArray(answer) ? rows(nodeNumbersSchema) : namedNumbersSchema,
)

/** Takes the name of the node out of its numbers. */
export function splitNode(entry: NodeNumbers): { readonly node: string; readonly values: NamedNumbers } {
  const values: Record<string, number> = {}
  let node = ''
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value === 'number') values[name] = value
    else if (name === 'node') node = value
  }
  return { node, values }
}
