import * as v from 'valibot'
import type { SharedBytes } from '../../storage/store.ts'
import { storedTime } from '../../storage/stored-time.ts'
import type { Message } from '../node/cluster.ts'

const base64 = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64')),
)

const propertiesSchema = v.object({
  payloadFormatIndicator: v.exactOptional(v.picklist([0, 1])),
  messageExpiryInterval: v.exactOptional(v.number()),
  contentType: v.exactOptional(v.string()),
  responseTopic: v.exactOptional(v.string()),
  correlationData: v.exactOptional(base64),
  userProperties: v.exactOptional(v.array(v.tuple([v.string(), v.string()]))),
})

const messageRecordSchema = v.object({
  id: v.string(),
  topic: v.string(),
  payload: v.union([base64, v.instance(Buffer)]),
  qos: v.picklist([0, 1, 2]),
  retain: v.boolean(),
  fromClientid: v.string(),
  fromUsername: v.optional(v.string()),
  publishAt: storedTime,
  properties: propertiesSchema,
})

export const storedMessageSchema = v.pipe(
  messageRecordSchema,
  v.transform((record): Message => ({ ...record, fromUsername: record.fromUsername, isSys: false })),
)

/** Returns the whole message as a record, in the form that archives use. */
export function messageToRecord(message: Message): object {
  const { payload, properties: _, ...rest } = toEnvelope(message)
  return { ...rest, payload: message.payload.toString('base64'), properties: toProperties(message) }
}

function toEnvelope({ isSys: _, lineage: __, ...rest }: Message) {
  return rest
}

function toProperties({ properties: { correlationData, ...plain } }: Message): object {
  return {
    ...plain,
    ...(correlationData !== undefined && { correlationData: correlationData.toString('base64') }),
  }
}

/** Bodies of up to this many bytes are stored in each record, because shared bytes would take more room. */
export const longestInline = 512

/**
 * Returns the part that all receivers of a message have in common and that is stored once; undefined if it is too
 * small for that.
 */
export function findShared(message: Message): SharedBytes | undefined {
  const { id, payload } = message
  const size = sizeOfMessage(message)
  if (size <= longestInline) return undefined
  const read = () => {
    const properties = Buffer.from(JSON.stringify(toProperties(message)), 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32LE(properties.length)
    return Buffer.concat([length, properties, payload])
  }
  return { id, size, read }
}

/** Returns the record without the part that `findShared` returns. */
export function envelopeToRecord(message: Message): object {
  const { payload: _, properties: __, ...rest } = toEnvelope(message)
  return rest
}

export function parseShared(bytes: Buffer): { readonly payload: Buffer; readonly properties: unknown } {
  const end = 4 + bytes.readUInt32LE(0)
  return { properties: JSON.parse(bytes.toString('utf8', 4, end)), payload: bytes.subarray(end) }
}

/** Returns the approximate size of a message in memory and on disk, even if other records share its body. */
export function sizeOfMessage({ topic, payload, properties }: Message): number {
  const { contentType = '', responseTopic = '', correlationData = '', userProperties = [] } = properties
  let size =
    payload.length + topic.length + contentType.length + responseTopic.length + correlationData.length
  for (const [name, value] of userProperties) size += name.length + value.length + 16
  return size
}
