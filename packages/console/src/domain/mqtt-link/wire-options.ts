import type { LinkMessage, SubscriptionOptions } from './link-message.ts'
import { pairsToRecord } from './read-packet.ts'

/** MQTT 3.1.1 has only a QoS for subscriptions. */
export function subscribeOptions(options: SubscriptionOptions, version: 4 | 5) {
  const { qos, noLocal, retainAsPublished, retainHandling, subscriptionId } = options
  if (version === 4) return { qos }
  return {
    qos,
    nl: noLocal,
    rap: retainAsPublished,
    rh: retainHandling,
    ...(subscriptionId === undefined ? {} : { properties: { subscriptionIdentifier: subscriptionId } }),
  }
}

export function publishOptions({ qos, retain, properties }: LinkMessage, version: 4 | 5) {
  if (version === 4 || properties === undefined) return { qos, retain }
  const { isText, expiry, contentType, responseTopic, correlationData, topicAlias, userProperties } =
    properties
  return {
    qos,
    retain,
    properties: {
      ...(isText === undefined ? {} : { payloadFormatIndicator: isText }),
      ...(expiry === undefined ? {} : { messageExpiryInterval: expiry }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(responseTopic === undefined ? {} : { responseTopic }),
      ...(correlationData === undefined ? {} : { correlationData }),
      ...(topicAlias === undefined ? {} : { topicAlias }),
      ...(userProperties === undefined || userProperties.length === 0
        ? {}
        : { userProperties: pairsToRecord(userProperties) }),
    },
  }
}
