import * as v from 'valibot'
import { continuationQuery } from '../paging.ts'
import { byteSize, qos } from '../scalars.ts'

const stored = {
  msgid: v.string(),
  topic: v.string(),
  qos,
  /** Epoch milliseconds. */
  publish_at: v.number(),
  /** Nanoseconds since the epoch, as text: more digits than a number holds. */
  inserted_at: v.string(),
  from_clientid: v.string(),
  /** The word `undefined` for a client without a username. */
  from_username: v.string(),
  /** Base64, or text with `payload=plain` (bytes that are not UTF-8 become U+FFFD); missing with `payload=none`. */
  payload: v.optional(v.string()),
}

export const inflightMessageSchema = v.object(stored)
export type InflightMessage = v.InferOutput<typeof inflightMessageSchema>

export const mqueueMessageSchema = v.object({ ...stored, mqueue_priority: limitlessPriority() })
export type MqueueMessage = v.InferOutput<typeof mqueueMessageSchema>

/** Priorities are numbers, or `infinity` when the broker is told so for a topic. */
function limitlessPriority() {
  return v.union([v.number(), v.literal('infinity')])
}

/**
 * `max_payload_bytes` (1 MB unless given) ends a page early once its payloads are longer; the first message always
 * comes.
 */
export const sessionMessagesQuery = v.object({
  ...continuationQuery,
  payload: v.optional(v.picklist(['none', 'base64', 'plain']), 'base64'),
  max_payload_bytes: v.optional(byteSize, '1MB'),
})
