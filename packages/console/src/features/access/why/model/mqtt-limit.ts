import type { MqttConfig } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import { why as m } from '#features/access/messages/why.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import type { EvaluationStep, EvaluationVerdict } from './evaluation.ts'
import type { Facts } from './facts.ts'

const exclusive = '$exclusive/'

/** A limit of the settings that refuses every client: the explanation, and the reason code of MQTT 5. */
interface Limit {
  readonly text: string
  readonly code: string
}

function levelsLimit(topic: string, { max_topic_levels: most }: MqttConfig, code: string): Limit | undefined {
  const levels = topic.split('/').length
  if (levels <= most) return undefined
  return { code, text: m.tooManyLevels(formatNumber(levels), formatNumber(most)) }
}

/** Finds the limit that refuses a publish; the limits are checked in the broker's order. */
function publishLimit({ topic, qos, retain }: WhyQuestion, mqtt: MqttConfig): Limit | undefined {
  const tooDeep = levelsLimit(topic, mqtt, '0x90')
  if (tooDeep !== undefined) return tooDeep
  const { max_qos_allowed: highest } = mqtt
  if (qos > highest) return { code: '0x9B', text: m.qosTooHigh(qos, highest) }
  return retain && !mqtt.retain_available ? { code: '0x9A', text: m.noRetained } : undefined
}

const isExclusive = ({ wish, topic }: WhyQuestion) =>
  wish === 'subscribe' && topic.startsWith(exclusive) && topic.length > exclusive.length

function subscribeLimit(question: WhyQuestion, mqtt: MqttConfig): Limit | undefined {
  const { topic } = question
  const bare = isExclusive(question) ? topic.slice(exclusive.length) : topic
  const { group, filter } = parseShared(bare)
  const tooDeep = levelsLimit(filter, mqtt, '0x8F')
  if (tooDeep !== undefined) return tooDeep
  if (group !== undefined && !mqtt.shared_subscription) return { code: '0x9E', text: m.noShared }
  if (bare !== topic && !mqtt.exclusive_subscription) return { code: '0x8F', text: m.noExclusive }
  return /[+#]/.test(filter) && !mqtt.wildcard_subscription
    ? { code: '0xA2', text: m.noWildcards }
    : undefined
}

const limitOf = { publish: publishLimit, subscribe: subscribeLimit } as const

const denyStep = (text: string): EvaluationStep => ({
  id: 'mqtt',
  title: m.mqttSettings,
  to: linkTo('mqtt', { tab: 'general' }),
  basis: 'computed',
  outcome: 'deny',
  text,
})

/** Checks the length of a client ID, which the broker does before it asks any authenticator. */
export function identifierStep(mqtt: MqttConfig | undefined, clientid: string): readonly EvaluationStep[] {
  if (mqtt === undefined) return []
  const bytes = new TextEncoder().encode(clientid).length
  const { max_clientid_len: most } = mqtt
  return bytes > most ? [denyStep(m.clientIdTooLong(formatNumber(bytes), formatNumber(most)))] : []
}

interface Limited {
  readonly step: EvaluationStep
  readonly verdict: EvaluationVerdict
}

/** Finds the MQTT setting that refuses an allowed request; the broker checks these settings last. */
export function findMqttLimit(
  mqtt: MqttConfig | undefined,
  question: WhyQuestion,
  { outcome, dependsOn }: EvaluationVerdict,
): Limited | undefined {
  const { wish } = question
  if (mqtt === undefined || wish === 'connect' || outcome === 'deny') return undefined
  const limit = limitOf[wish](question, mqtt)
  if (limit === undefined) return undefined
  const step = denyStep(limit.text)
  const told = wish === 'publish' ? m.limitDisconnects(limit.code) : m.limitReported(limit.code)
  const notes = [...(dependsOn.length > 0 ? [m.limitAnyway] : []), told]
  return { step, verdict: { outcome: 'deny', by: [step.title], dependsOn: [], notes } }
}

/** Returns notes on the settings that restrict the answer. */
export function notesOfSettings(
  mqtt: MqttConfig | undefined,
  question: WhyQuestion,
  { outcome }: EvaluationVerdict,
): readonly string[] {
  const { as, listener } = question
  if (mqtt === undefined) return []
  const isCertified = !/^(tcp|ws):/.test(listener)
  const ofCertificate = [mqtt.peer_cert_as_clientid, mqtt.peer_cert_as_username]
  const isDerived =
    mqtt.use_username_as_clientid ||
    !['', 'disabled'].includes(mqtt.clientid_override) ||
    (isCertified && ofCertificate.some((part) => part !== 'disabled'))
  return [
    ...(outcome !== 'deny' && isExclusive(question) ? [m.exclusiveTaken] : []),
    ...(as === 'typed' && isDerived ? [m.identityDerived] : []),
  ]
}

/**
 * Returns the settings of the default zone, which the API shows; undefined for other zones, which are only in a file.
 */
export function findKnownSettings({ facts }: Exclude<Facts, { kind: 'no-session' }>): MqttConfig | undefined {
  return (facts.listener?.zone ?? 'default') === 'default' ? facts.mqtt : undefined
}
