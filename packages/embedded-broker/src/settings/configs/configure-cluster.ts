import { parseDuration, parseRate } from '@brokerdeck/contract/measures.ts'
import { parseByteSize } from '@brokerdeck/contract/scalars.ts'
import type { LimiterConfig, SysTopicsConfig } from '@brokerdeck/contract/settings/broker-config.ts'
import type { ForceShutdownConfig, MqttConfig } from '@brokerdeck/contract/settings/mqtt-config.ts'
import type { RewriteRule } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import type { DelayedConfig } from '@brokerdeck/contract/traffic/delayed.ts'
import type { RetainerConfig } from '@brokerdeck/contract/traffic/retainer.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import type * as v from 'valibot'
import type { Config } from '../../config/config.ts'
import type { ConfigRoot } from '../../config/config-root.ts'
import { limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { delayedRoot } from '../../config/roots/delayed-root.ts'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import { retainerRoot } from '../../config/roots/retainer-root.ts'
import { rewriteRoot } from '../../config/roots/topic-roots.ts'
import { forceShutdownRoot } from '../../config/roots/zone-roots.ts'
import { clientText } from '../../expressions/client-expression.ts'
import { parseMatcher, type SafeMatcher } from '../../expressions/safe-pattern.ts'
import { refusal } from '../../http/api-refusal.ts'
import {
  type BrokerSettings,
  type DelayedSettings,
  type ForceShutdownSettings,
  type LimiterSettings,
  type MqttSettings,
  type Rate,
  type RetainerSettings,
  type Rewrite,
  type RewriteSettings,
  type SysTopicSettings,
  unlimited,
} from '../../mqtt/client/settings.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'

/** Applies the configuration to the cluster, now and after every change. Returns a function that stops this. */
export function configureCluster(cluster: Cluster, config: Config): () => void {
  const stops: (() => void)[] = []
  function follow<Shape extends v.GenericSchema>(
    root: ConfigRoot<Shape>,
    read: (document: v.InferOutput<Shape>) => Partial<BrokerSettings>,
  ): void {
    cluster.configure(read(config.get(root)))
    stops.push(config.onChange(root, (now) => cluster.configure(read(now))))
  }
  follow(mqttRoot, (document) => ({ mqtt: toMqttSettings(document) }))
  follow(forceShutdownRoot, (document) => ({ forceShutdown: toForceShutdownSettings(document) }))
  follow(sysTopicsRoot, (document) => ({ sysTopics: toSysTopicSettings(document) }))
  follow(retainerRoot, (document) => ({ retainer: toRetainerSettings(document) }))
  follow(delayedRoot, (document) => ({ delayed: toDelayedSettings(document) }))
  stops.push(
    config.guard(delayedRoot, ({ max_delayed_messages: max }) => {
      if (max < 0) throw refusal(400, 'BAD_REQUEST', 'Max delayed must be equal or greater than 0')
    }),
  )
  follow(limiterRoot, (document) => ({ limiter: toLimiterSettings(document) }))
  follow(rewriteRoot, (document) => ({ rewrite: topicRewriters(document) }))
  return () => {
    for (const stop of stops) stop()
  }
}

type WrittenSetting = string | number

/**
 * The configuration is validated when it is written: a text that cannot be parsed here is one of the words for "no
 * limit".
 */
const milliseconds = (value: WrittenSetting): number => parseDuration(value) ?? Number.POSITIVE_INFINITY

const bytes = (value: WrittenSetting): number =>
  typeof value === 'number' ? value : (parseByteSize(value) ?? Number.POSITIVE_INFINITY)

const limit = (value: WrittenSetting): number =>
  typeof value === 'number' ? value : Number.POSITIVE_INFINITY

const rate = (value: WrittenSetting | undefined): Rate =>
  value === undefined ? unlimited : (parseRate(value) ?? unlimited)

/** Converts EMQX's 0, which means "never" or "unlimited", to Infinity. */
const positive = (value: number): number => (value === 0 ? Number.POSITIVE_INFINITY : value)

function readPriorities(written: MqttConfig['mqueue_priorities']): ReadonlyMap<string, number> | undefined {
  if (written === 'disabled') return undefined
  const entries = Object.entries(written).map(([topic, priority]) => [topic, Number(priority)] as const)
  return new Map(entries.filter(([, priority]) => !Number.isNaN(priority)))
}

function toAttributes(written: MqttConfig['client_attrs_init']): MqttSettings['clientAttributes'] {
  return written.flatMap(({ expression, set_as_attr: name }) => {
    const text = clientText(expression)
    return text === undefined ? [] : [{ name, text }]
  })
}

function toMqttSettings(mqtt: MqttConfig): MqttSettings {
  const { server_keepalive, clientid_override } = mqtt
  return {
    idleTimeout: milliseconds(mqtt.idle_timeout),
    maxPacketSize: bytes(mqtt.max_packet_size),
    maxQos: mqtt.max_qos_allowed,
    maxClientidLength: mqtt.max_clientid_len,
    maxTopicLevels: mqtt.max_topic_levels,
    maxTopicAlias: mqtt.max_topic_alias,
    hasWildcardSubscriptions: mqtt.wildcard_subscription,
    hasSharedSubscriptions: mqtt.shared_subscription,
    hasExclusiveSubscriptions: mqtt.exclusive_subscription,
    sharedStrategy: mqtt.shared_subscription_strategy,
    firstStickyPick: mqtt.shared_subscription_initial_sticky_pick,
    canRetain: mqtt.retain_available,
    ignoresLoops: mqtt.ignore_loop_deliver,
    responseInformation: mqtt.response_information,
    keepaliveMultiplier: mqtt.keepalive_multiplier,
    serverKeepalive: server_keepalive === 'disabled' ? undefined : server_keepalive,
    messageExpiry: milliseconds(mqtt.message_expiry_interval),
    certificateUsername: mqtt.peer_cert_as_username === 'disabled' ? undefined : mqtt.peer_cert_as_username,
    certificateClientid: mqtt.peer_cert_as_clientid === 'disabled' ? undefined : mqtt.peer_cert_as_clientid,
    isUsernameClientid: mqtt.use_username_as_clientid,
    clientidOverride: clientid_override === 'disabled' ? undefined : clientText(clientid_override),
    clientAttributes: toAttributes(mqtt.client_attrs_init),
    sessionExpiry: milliseconds(mqtt.session_expiry_interval),
    maxSubscriptions: limit(mqtt.max_subscriptions),
    upgradesQos: mqtt.upgrade_qos,
    maxInflight: mqtt.max_inflight,
    retryInterval: milliseconds(mqtt.retry_interval),
    maxAwaitingRel: limit(mqtt.max_awaiting_rel),
    awaitRelTimeout: milliseconds(mqtt.await_rel_timeout),
    maxQueueLength: positive(limit(mqtt.max_mqueue_len)),
    queuePriorities: readPriorities(mqtt.mqueue_priorities),
    defaultPriority: mqtt.mqueue_default_priority === 'highest' ? Number.POSITIVE_INFINITY : 0,
    storesQos0: mqtt.mqueue_store_qos0,
  }
}

function toForceShutdownSettings(config: ForceShutdownConfig): ForceShutdownSettings {
  return {
    isEnabled: config.enable,
    maxBytes: positive(bytes(config.max_heap_size)),
    maxMessages: positive(config.max_mailbox_size),
  }
}

function toSysTopicSettings(config: SysTopicsConfig): SysTopicSettings {
  const events = config.sys_event_messages
  return {
    interval: milliseconds(config.sys_msg_interval),
    heartbeat: milliseconds(config.sys_heartbeat_interval),
    tellsConnected: events.client_connected,
    tellsDisconnected: events.client_disconnected,
    tellsSubscribed: events.client_subscribed,
    tellsUnsubscribed: events.client_unsubscribed,
  }
}

function toRetainerSettings(config: RetainerConfig): RetainerSettings {
  const override = config.msg_expiry_interval_override
  return {
    isEnabled: config.enable,
    maxMessages: positive(config.backend.max_retained_messages),
    maxPayload: bytes(config.max_payload_size),
    expiry: positive(milliseconds(config.msg_expiry_interval)),
    expiryOverride: override === 'disabled' ? undefined : positive(milliseconds(override)),
    canNeverExpire: config.allow_never_expire,
    clearInterval: positive(milliseconds(config.msg_clear_interval)),
    publishRate: rate(config.max_publish_rate),
    deliveryRate: rate(config.delivery_rate),
    hidesClearing: config.stop_publish_clear_msg,
  }
}

function toDelayedSettings(config: DelayedConfig): DelayedSettings {
  return { isEnabled: config.enable, maxMessages: positive(config.max_delayed_messages) }
}

function toLimiterSettings(config: LimiterConfig): LimiterSettings {
  return {
    connections: rate(config.max_conn_rate),
    messages: rate(config.messages_rate),
    bytes: rate(config.bytes_rate),
  }
}

interface ReadRule extends RewriteRule {
  readonly match: SafeMatcher
}

/** A pattern that takes too long counts as a mismatch: the topic stays unchanged. */
function replaceBinds(rule: ReadRule, topic: string, binds: ReadonlyMap<string, string>): string {
  const groups = rule.match(topic)
  if (groups === undefined || groups === 'too-slow') return topic
  return rule.dest_topic.replaceAll(
    /\$\{(?:clientid|username)\}|\$(\d)/g,
    (written, digit: string | undefined) =>
      (digit === undefined ? binds.get(written) : groups[Number(digit) - 1]) ?? written,
  )
}

function createRewriter(rules: readonly ReadRule[]): Rewrite {
  return (topic, { clientid, username }) => {
    // As in EMQX, the first rule whose filter covers the topic decides, even if its expression does not match.
    const rule = rules.find(({ source_topic }) => topicMatches(source_topic, topic))
    if (rule === undefined) return topic
    const binds = new Map([['${clientid}', clientid]])
    if (username !== undefined && username !== '') binds.set('${username}', username)
    return replaceBinds(rule, topic, binds)
  }
}

function topicRewriters(rules: readonly RewriteRule[]): RewriteSettings {
  const read = rules.flatMap((rule) => {
    const match = parseMatcher(rule.re)
    return 'fault' in match ? [] : [{ ...rule, match }]
  })
  return {
    publish: createRewriter(read.filter(({ action }) => action !== 'subscribe')),
    subscribe: createRewriter(read.filter(({ action }) => action !== 'publish')),
  }
}
