import { type Reason, reasons } from '../client/reason.ts'
import type { MqttSettings } from '../client/settings.ts'
import type { QoS, Subscription } from '../node/cluster.ts'

/** Levels may be empty, so a topic has at most one more level than it has characters. */
const isTooDeep = (topic: string, { maxTopicLevels }: MqttSettings) =>
  topic.length >= maxTopicLevels && topic.split('/').length > maxTopicLevels

/** Returns the reason why the settings forbid this publish; undefined if they allow it. */
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

/** Returns the reason code with which the settings forbid this subscription; undefined if they allow it. */
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
