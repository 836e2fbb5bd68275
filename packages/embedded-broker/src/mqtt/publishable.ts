import { topicNameFault } from '@brokerdeck/contract/topic.ts'
import type { PublishProperties } from './cluster.ts'

const maxBytes = 65_535
const maxFourByteInteger = 0xffffffff

/** What cannot be written as an MQTT packet (MQTT 5 §1.5). */
export class Unpublishable extends Error {
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
