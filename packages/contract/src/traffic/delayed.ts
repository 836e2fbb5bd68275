import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { boolean, integer, orWord } from '../description/scalars.ts'
import { struct, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { document, qosSchema, timestamp } from '../scalars.ts'

/** A message that was published to `$delayed/<seconds>/<topic>` and waits for its due time. */
export const delayedMessageSchema = v.object({
  msgid: v.string(),
  /** The node on which the message waits. */
  node: v.string(),
  /** The topic to which the message will be published, without the prefix. */
  topic: v.string(),
  qos: qosSchema,
  publish_at: timestamp,
  expected_at: timestamp,
  /** The delay in seconds. */
  delayed_interval: v.number(),
  /** The remaining seconds at the time of the response. */
  delayed_remaining: v.number(),
  from_clientid: v.string(),
  /** The word `undefined` for a client without a username, and for the API. */
  from_username: v.string(),
})
export type DelayedMessage = v.InferOutput<typeof delayedMessageSchema>

/** The maximum size in bytes; a larger payload is replaced by this word. */
export const maxDelayedPayload = 2048
export const delayedPayloadTooLarge = 'PAYLOAD_TOO_LARGE'

/** The maximum number of messages on each node; 0 means no limit. */
const maxDelayed = orWord(integer(), 0, { kind: 'number', min: 1 })

export const delayedSettings = struct('modules:delayed', {
  enable: withDefault(boolean, true),
  max_delayed_messages: withDefault(maxDelayed, 0),
})
export const delayedConfigSchema = tolerant(delayedSettings)
export type DelayedConfig = ValueOf<typeof delayedSettings>

const messageParams = v.object({ node: v.string(), msgid: v.string() })

export const delayed = {
  getSettings: endpoint({
    method: 'GET',
    path: '/mqtt/delayed',
    response: { 200: delayedConfigSchema },
    errors: [],
    access: 'token',
  }),
  /** Fields that are not sent return to their defaults. Disabling the feature drops all waiting messages. */
  putSettings: endpoint({
    method: 'PUT',
    path: '/mqtt/delayed',
    refreshes: ['/mqtt/delayed', '/mqtt/delayed/messages'],
    body: document(delayedConfigSchema),
    response: { 200: delayedConfigSchema },
    errors: [],
    access: 'token',
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/mqtt/delayed/messages',
    query: v.object(pageQuery),
    response: { 200: pageSchema(delayedMessageSchema) },
    errors: [],
    access: 'token',
  }),
  /** The payload is Base64, or `PAYLOAD_TOO_LARGE`. */
  getMessage: endpoint({
    method: 'GET',
    path: '/mqtt/delayed/messages/:node/:msgid',
    params: messageParams,
    response: { 200: v.object({ ...delayedMessageSchema.entries, payload: v.string() }) },
    errors: ['INVALID_NODE', 'MESSAGE_ID_SCHEMA_ERROR', 'MESSAGE_ID_NOT_FOUND'],
    access: 'token',
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/mqtt/delayed/messages/:node/:msgid',
    refreshes: ['/mqtt/delayed/messages'],
    params: messageParams,
    response: { 204: null },
    errors: ['INVALID_NODE', 'MESSAGE_ID_SCHEMA_ERROR', 'MESSAGE_ID_NOT_FOUND'],
    access: 'token',
  }),
  /** Deletes all messages that wait for one topic, on every node. */
  deleteOfTopic: endpoint({
    method: 'DELETE',
    path: '/mqtt/delayed/messages/:topic',
    refreshes: ['/mqtt/delayed/messages'],
    params: v.object({ topic: v.string() }),
    response: { 204: null },
    errors: ['INVALID_TOPIC_NAME', 'MESSAGE_NOT_FOUND'],
    access: 'token',
  }),
} as const

/**
 * The maximum delay in seconds, 49.7 days. A number from this value on is a time in epoch seconds (EMQX,
 * `MAX_INTERVAL` of delayed publish).
 */
export const longestDelay = 4_294_967

export interface Delay {
  /** The topic to which the message will be published, without the prefix. */
  readonly topic: string
  /** A message with 0 or fewer seconds is sent immediately. */
  readonly seconds: number
  /** The due time, in epoch milliseconds. */
  readonly dueAt: number
  /** True if the number was a time in epoch seconds. */
  readonly isMoment: boolean
}

/** The reason why a message whose topic begins with `$delayed/` is not delayed. */
export type DelayFault = 'interval' | 'topic' | 'too-long'

/**
 * Parses `$delayed/<seconds>/<topic>`; undefined for any other topic. EMQX accepts an invalid delay and publishes the
 * message under the topic as written, which no wildcard below the root matches: the message is dropped for lack of
 * subscribers.
 */
export function parseDelayed(topic: string, publishAt: number): Delay | DelayFault | undefined {
  if (!topic.startsWith('$delayed/')) return undefined
  const [, digits, rest = ''] = /^\$delayed\/([+-]?\d{1,15})(?:\/(.*))?$/s.exec(topic) ?? []
  if (digits === undefined) return 'interval'
  if (topicNameFault(rest) !== undefined) return 'topic'
  const given = Number(digits)
  if (given < longestDelay) {
    return { topic: rest, seconds: given, dueAt: publishAt + given * 1000, isMoment: false }
  }
  const seconds = given - Math.round(publishAt / 1000)
  return seconds > longestDelay ? 'too-long' : { topic: rest, seconds, dueAt: given * 1000, isMoment: true }
}
