import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { flag } from '../scalars.ts'
import { namedNumbersSchema, numbersAnswerSchema } from './per-node.ts'

/** Counters since the start of the node; `metric-names.ts` lists the counters of 5.8. */
export const metricValuesSchema = namedNumbersSchema

export const metrics = {
  /**
   * An unknown or stopped `node` gives an empty list; with `aggregate`, `node` is ignored. The list silently omits
   * stopped nodes.
   */
  list: endpoint({
    method: 'GET',
    path: '/metrics',
    query: v.object({ aggregate: v.optional(flag), node: v.optional(v.string()) }),
    response: { 200: numbersAnswerSchema },
    errors: [],
    access: 'token',
  }),
} as const
