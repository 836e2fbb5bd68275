import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { flag } from '../scalars.ts'
import { namedNumbersSchema, numbersAnswerSchema } from './per-node.ts'

/** Counters since the start of the node; `metric-names.ts` lists those of 5.8. */
export const metricValuesSchema = namedNumbersSchema

export const metrics = {
  /**
   * An unknown or stopped `node` answers an empty list; with `aggregate` it is ignored.
   * The list lacks stopped nodes without a word.
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
