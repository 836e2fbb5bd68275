import * as v from 'valibot'

/** The tag is checked, because an object from a message channel may belong to another realm. */
const bytes = v.custom<Uint8Array>((value) => Object.prototype.toString.call(value) === '[object Uint8Array]')

export const messagePropertiesSchema = v.object({
  isText: v.optional(v.boolean()),
  /** The expiry interval, in seconds. */
  expiry: v.optional(v.number()),
  contentType: v.optional(v.string()),
  responseTopic: v.optional(v.string()),
  correlationData: v.optional(bytes),
  topicAlias: v.optional(v.number()),
  subscriptionIds: v.optional(v.pipe(v.array(v.number()), v.readonly())),
  /** The user properties; a name may occur several times. */
  userProperties: v.optional(
    v.pipe(v.array(v.pipe(v.tuple([v.string(), v.string()]), v.readonly())), v.readonly()),
  ),
})
export type MessageProperties = v.InferOutput<typeof messagePropertiesSchema>

/** A message on a connection, in either direction. */
export const linkMessageSchema = v.object({
  topic: v.string(),
  payload: bytes,
  qos: v.picklist([0, 1, 2]),
  retain: v.boolean(),
  properties: v.optional(messagePropertiesSchema),
})
export type LinkMessage = v.InferOutput<typeof linkMessageSchema>

/** The result of a message, subscription or unsubscription: `code` is the broker's code, if the broker sent a code. */
export const linkAnswerSchema = v.variant('kind', [
  v.object({ kind: v.literal('done'), code: v.optional(v.number()) }),
  v.object({ kind: v.literal('refused'), code: v.number(), version: v.picklist([4, 5]) }),
  /** The connection did not exist, or was lost. */
  v.object({ kind: v.literal('lost') }),
  v.object({ kind: v.literal('failed'), message: v.string() }),
])
export type LinkAnswer = v.InferOutput<typeof linkAnswerSchema>

export const subscriptionOptionsSchema = v.object({
  qos: v.picklist([0, 1, 2]),
  noLocal: v.boolean(),
  retainAsPublished: v.boolean(),
  retainHandling: v.picklist([0, 1, 2]),
  subscriptionId: v.optional(v.number()),
})
export type SubscriptionOptions = v.InferOutput<typeof subscriptionOptionsSchema>
