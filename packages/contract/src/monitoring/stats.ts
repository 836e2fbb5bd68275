import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { flag } from '../scalars.ts'
import { namedNumbersSchema, numbersAnswerSchema } from './per-node.ts'

/** Gauges and their maximum since the start of the node: `connections.count`, `connections.max`. */
export const statValuesSchema = namedNumbersSchema
export type StatValues = v.InferOutput<typeof statValuesSchema>

export const statNames = [
  'channels',
  'cluster_sessions',
  'connections',
  'delayed',
  'live_connections',
  'retained',
  'sessions',
  'suboptions',
  'subscribers',
  'subscriptions',
  'subscriptions.shared',
  'topics',
] as const

export const stats = {
  /** With `aggregate`, `cluster_sessions` and `delayed` are sums in which each node counts the same total. */
  list: endpoint({
    method: 'GET',
    path: '/stats',
    query: v.object({ aggregate: v.optional(flag) }),
    response: { 200: numbersAnswerSchema },
    errors: [],
    access: 'token',
  }),
} as const
