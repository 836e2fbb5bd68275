import { oneOf, qos } from '../description/choices.ts'
import { topicFilter } from '../description/scalars.ts'
import { listOf, required, struct, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** The maximum number of subscriptions that the broker accepts. */
export const maxAutoSubscriptions = 20

export const autoSubscription = struct('auto_subscribe:topic', {
  /** `${clientid}`, `${username}`, `${host}` and `${port}` stand for the values of the client. */
  topic: required(topicFilter),
  qos: withDefault(qos, 0),
  rh: withDefault(oneOf(0, 1, 2), 0),
  rap: withDefault(oneOf(0, 1), 0),
  nl: withDefault(oneOf(0, 1), 0),
})
export type AutoSubscription = ValueOf<typeof autoSubscription>

export const autoSubscriptions = listOf(autoSubscription)
const autoSubscriptionsSchema = tolerant(autoSubscriptions)

/** Any text is accepted as a topic, including wildcards, duplicates and unknown placeholders. */
export const autoSubscribe = {
  get: endpoint({
    method: 'GET',
    path: '/mqtt/auto_subscribe',
    response: { 200: autoSubscriptionsSchema },
    errors: [],
    access: 'token',
  }),
  /** Replaces the whole list: the last write wins. */
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
