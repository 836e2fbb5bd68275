import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { flag, integerSchema, qosInput, qosSchema } from '../scalars.ts'

/**
 * A subscription of a session. `nl`, `rap` and `rh` are the values of the client or operator, unchecked: a broker may
 * return `rh: 3`. `node` is null for an offline durable session.
 */
export const subscriptionSchema = v.object({
  clientid: v.string(),
  node: v.nullable(v.string()),
  /** The topic with its `$share/group/` or `$queue/` prefix. */
  topic: v.string(),
  qos: qosSchema,
  nl: v.number(),
  rap: v.number(),
  rh: v.number(),
  /** Missing in the response to a subscribe request. */
  durable: v.optional(v.boolean()),
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

/** The broker checks only `qos` among the options, so check them before sending. */
export const subscribeSchema = v.strictObject({
  topic: v.string(),
  qos: v.optional(qosInput, 0),
  nl: v.optional(integerSchema(0), 0),
  rap: v.optional(integerSchema(0), 0),
  rh: v.optional(integerSchema(0), 0),
})
export type Subscribe = v.InferInput<typeof subscribeSchema>

export const subscriptions = {
  /**
   * `topic` finds shared subscriptions only together with `share_group` (`$queue` for `$queue/…`), then without its
   * prefix. `match_topic` is a filter over the subscribed filters: `cmd/#` finds `cmd/a/#`; with it `meta.count` is
   * missing. An unknown or stopped `node` is `NODE_DOWN`.
   */
  list: endpoint({
    method: 'GET',
    path: '/subscriptions',
    query: v.object({
      ...pageQuery,
      node: v.optional(v.string()),
      clientid: v.optional(v.string()),
      qos: v.optional(qosInput),
      topic: v.optional(v.string()),
      match_topic: v.optional(v.string()),
      share_group: v.optional(v.string()),
      durable: v.optional(flag),
    }),
    response: { 200: pageSchema(subscriptionSchema) },
    errors: ['INVALID_PARAMETER', 'NODE_DOWN'],
    access: 'token',
  }),
} as const
