import { randomBytes } from 'node:crypto'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import type { Message, PublishProperties, QoS } from '../node/cluster.ts'

let lastMicros = 0
let sequence = 0
const origin = randomBytes(6).toString('hex').toUpperCase()

/** Returns the id of a new message; messages from other systems get such an id, too. */
export function nextMessageId(now: number): string {
  lastMicros = Math.max(lastMicros + 1, now * 1000)
  sequence = (sequence + 1) % 0x10000
  const time = lastMicros.toString(16).toUpperCase().padStart(16, '0')
  return `${time}${origin}${sequence.toString(16).toUpperCase().padStart(4, '0')}`
}

type PublishedField = 'topic' | 'payload' | 'qos' | 'retain' | 'fromClientid' | 'fromUsername'

export type MessageParts = Pick<Message, PublishedField> &
  Partial<Pick<Message, 'properties' | 'isSys' | 'lineage'>>

const none: PublishProperties = {}

/**
 * Copies a payload that is a small view of a large received chunk, so that the message does not keep the whole chunk
 * in memory.
 */
function detach(payload: Buffer): Buffer {
  return payload.buffer.byteLength > 2 * payload.length + 1024 ? Buffer.from(payload) : payload
}

export function createMessage(parts: MessageParts, now: number): Message {
  const isKept = parts.qos > 0 || parts.retain
  return {
    id: nextMessageId(now),
    topic: parts.topic,
    payload: isKept ? detach(parts.payload) : parts.payload,
    qos: parts.qos,
    retain: parts.retain,
    fromClientid: parts.fromClientid,
    fromUsername: parts.fromUsername,
    publishAt: now,
    properties: parts.properties ?? none,
    isSys: parts.isSys ?? false,
    ...(parts.lineage !== undefined && { lineage: parts.lineage }),
  }
}

/** Returns the seconds left (MQTT-3.3.2-6); undefined if the message does not expire, 0 or less if it has expired. */
export function secondsLeft(message: Message, now: number): number | undefined {
  const interval = message.properties.messageExpiryInterval
  if (interval === undefined) return undefined
  return interval - Math.floor((now - message.publishAt) / 1000)
}

/** Tells whether a message has expired. `lifetime`, in milliseconds, applies to messages without an expiry interval. */
export function isExpired(message: Message, now: number, lifetime = Number.POSITIVE_INFINITY): boolean {
  const left = secondsLeft(message, now)
  return left === undefined ? now - message.publishAt > lifetime : left <= 0
}

export function asQos(value: number): QoS {
  return value === 0 ? 0 : value === 1 ? 1 : 2
}

const maxBytes = 65_535

const maxFourByteInteger = 0xffffffff

/** The error for messages that cannot be written as an MQTT packet (MQTT 5 §1.5). */
class Unpublishable extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Unpublishable'
  }
}

export function assertPublishable(topic: string, properties: PublishProperties = {}): void {
  if (topicNameFault(topic) !== undefined)
    throw new Unpublishable(`not a topic name: ${JSON.stringify(topic.slice(0, 200))}`)
  const { contentType = '', responseTopic = '', correlationData = '', userProperties = [] } = properties
  for (const value of [contentType, responseTopic, correlationData, ...userProperties.flat()]) {
    if (Buffer.byteLength(value) > maxBytes)
      throw new Unpublishable(`a property is longer than ${maxBytes} bytes`)
  }
  const { messageExpiryInterval = 0 } = properties
  if (
    !Number.isInteger(messageExpiryInterval) ||
    messageExpiryInterval < 0 ||
    messageExpiryInterval > maxFourByteInteger
  ) {
    throw new Unpublishable(`not an expiry interval: ${messageExpiryInterval}`)
  }
}
