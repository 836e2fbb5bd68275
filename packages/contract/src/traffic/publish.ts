import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { flag, integerSchema, qosInput, textSchema } from '../scalars.ts'

/**
 * EMQX accepts user properties that are no text, and then disconnects MQTT 5 subscribers because of them: always send
 * texts. Packets above the broker's limit (1 MB) are rejected with reason code 151.
 */
export const publishSchema = v.strictObject({
  topic: v.string(),
  payload: v.string(),
  payload_encoding: v.optional(v.picklist(['plain', 'base64']), 'plain'),
  qos: v.optional(qosInput, 0),
  retain: v.optional(flag, false),
  /** Deprecated and ignored. */
  clientid: v.optional(v.string()),
  properties: v.optional(
    v.strictObject({
      payload_format_indicator: v.optional(integerSchema(0, 1)),
      /** The interval in seconds. */
      message_expiry_interval: v.optional(integerSchema(0)),
      response_topic: v.optional(v.string()),
      correlation_data: v.optional(v.string()),
      content_type: v.optional(v.string()),
      user_properties: v.optional(v.record(v.string(), textSchema)),
    }),
  ),
})
export type Publish = v.InferInput<typeof publishSchema>

export const publishedSchema = v.object({ id: v.string() })
/** The message of an error with its MQTT reason code; also the body of a 202, which is no error. */
export const publishNoteSchema = v.object({ reason_code: v.number(), message: v.string() })

export const publishAnswerSchema = v.union([publishedSchema, publishNoteSchema])

export const publish = {
  /**
   * 202 with reason code 16: there are no subscribers. A retained message is stored nevertheless. Errors of topic and
   * payload are 400 with `{reason_code, message}` and no code: 131 payload cannot be decoded, 144 topic, 151 too
   * large.
   */
  publish: endpoint({
    method: 'POST',
    path: '/publish',
    refreshes: [],
    body: publishSchema,
    response: { 200: publishedSchema, 202: publishNoteSchema },
    errors: ['BAD_REQUEST'],
    access: 'token',
  }),
  /**
   * A single invalid message rejects all of them. 202 if at least one message had no subscribers. An empty list is an
   * error.
   */
  publishMany: endpoint({
    method: 'POST',
    path: '/publish/bulk',
    refreshes: [],
    body: v.array(publishSchema),
    response: { 200: v.array(publishedSchema), 202: v.array(publishAnswerSchema) },
    errors: ['BAD_REQUEST'],
    access: 'token',
  }),
} as const
