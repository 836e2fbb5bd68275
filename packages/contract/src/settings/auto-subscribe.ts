import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { document, qos } from '../scalars.ts'

/** The broker takes no more. */
export const maxAutoSubscriptions = 20

const bit = v.picklist([0, 1])

export const autoSubscriptionSchema = v.object({
  /** `${clientid}`, `${username}`, `${host}`, `${port}` stand for the client. */
  topic: v.string(),
  qos: v.optional(qos, 0),
  nl: v.optional(bit, 0),
  rap: v.optional(bit, 0),
  rh: v.optional(v.picklist([0, 1, 2]), 0),
})
export type AutoSubscription = v.InferOutput<typeof autoSubscriptionSchema>

export const autoSubscriptionsSchema = v.array(autoSubscriptionSchema)

/** Any text is taken as a topic, wildcards, doubles and unknown placeholders too. */
export const autoSubscribe = {
  get: endpoint({
    method: 'GET',
    path: '/mqtt/auto_subscribe',
    response: { 200: autoSubscriptionsSchema },
    errors: [],
    access: 'token',
  }),
  /** The whole list: whoever writes last wins. */
  put: endpoint({
    method: 'PUT',
    path: '/mqtt/auto_subscribe',
    refreshes: ['/mqtt/auto_subscribe'],
    body: document(autoSubscriptionsSchema),
    response: { 200: autoSubscriptionsSchema },
    errors: ['EXCEED_LIMIT'],
    access: 'token',
  }),
} as const
