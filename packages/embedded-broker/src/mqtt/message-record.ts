import * as v from 'valibot'
import type { Message } from './cluster.ts'

const base64 = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64')),
)

const messageRecordSchema = v.object({
  id: v.string(),
  topic: v.string(),
  payload: base64,
  qos: v.picklist([0, 1, 2]),
  retain: v.boolean(),
  fromClientid: v.string(),
  fromUsername: v.optional(v.string()),
  publishAt: v.number(),
  properties: v.object({
    payloadFormatIndicator: v.exactOptional(v.picklist([0, 1])),
    messageExpiryInterval: v.exactOptional(v.number()),
    contentType: v.exactOptional(v.string()),
    responseTopic: v.exactOptional(v.string()),
    correlationData: v.exactOptional(base64),
    userProperties: v.exactOptional(v.array(v.tuple([v.string(), v.string()]))),
  }),
})

export const storedMessageSchema = v.pipe(
  messageRecordSchema,
  v.transform((record): Message => ({ ...record, fromUsername: record.fromUsername, isSys: false })),
)

export function messageToRecord(message: Message): unknown {
  const { isSys: _, payload, properties, ...rest } = message
  const { correlationData, ...plain } = properties
  return {
    ...rest,
    payload: payload.toString('base64'),
    properties: {
      ...plain,
      ...(correlationData !== undefined && { correlationData: correlationData.toString('base64') }),
    },
  }
}
