import { type Reason, reasons } from '../client/reason.ts'
import type { MqttSettings } from '../client/settings.ts'
import type { QoS, Subscription } from '../node/cluster.ts'

/** Levels may be empty, so a topic has at most one more than it has characters. */
const isTooDeep = (topic: string, { maxTopicLevels }: MqttSettings) =>
  topic.length >= maxTopicLevels && topic.split('/').length > maxTopicLevels

/** Why the settings forbid to publish this; undefined if they do not. */
export function publishRefusal(
  { topic, qos, retain }: { readonly topic: string; readonly qos: QoS; readonly retain: boolean },
  settings: MqttSettings,
): Reason | undefined {
  if (isTooDeep(topic, settings)) return reasons.topicNameInvalid
  if (qos > settings.maxQos) return reasons.qosNotSupported
  if (retain && !settings.canRetain) return reasons.retainNotSupported
  return undefined
}

const topicFilterInvalid = 0x8f
const sharedNotSupported = 0x9e
const wildcardsNotSupported = 0xa2

/** The reason code with which the settings forbid to subscribe to this; undefined if they do not. */
export function subscribeRefusal(
  { filter, group, isExclusive }: Pick<Subscription, 'filter' | 'group' | 'isExclusive'>,
  settings: MqttSettings,
): number | undefined {
  if (isTooDeep(filter, settings)) return topicFilterInvalid
  if (group !== undefined && !settings.hasSharedSubscriptions) return sharedNotSupported
  if (isExclusive === true && !settings.hasExclusiveSubscriptions) return topicFilterInvalid
  if (/[+#]/.test(filter) && !settings.hasWildcardSubscriptions) return wildcardsNotSupported
  return undefined
}
