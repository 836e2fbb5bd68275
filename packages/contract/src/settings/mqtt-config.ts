import * as v from 'valibot'
import { literal, oneOf, qos } from '../description/choices.ts'
import { expression } from '../description/expression.ts'
import { packetSize } from '../description/packet-size.ts'
import {
  anyMap,
  boolean,
  byteSize,
  decimal,
  duration,
  durationFrom,
  integer,
  nonNegativeInteger,
  orWord,
  positiveInteger,
  scalar,
  text,
  wordSize,
} from '../description/scalars.ts'
import { listOf, required, struct, union, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'

/**
 * Configuration documents keep unknown fields, because a document must be complete when it is written back. The names
 * are the broker's; `infinity` and `disabled` are words that may replace numbers and durations.
 */
export const sharedStrategies = [
  'random',
  'round_robin',
  'round_robin_per_group',
  'sticky',
  'local',
  'hash_topic',
  'hash_clientid',
] as const
export const stickyPicks = ['random', 'local', 'hash_topic', 'hash_clientid'] as const
export const peerCertParts = ['disabled', 'cn', 'dn', 'crt', 'pem', 'md5'] as const
export const queuePriorities = ['highest', 'lowest'] as const

const infinity = literal('infinity')
const disabled = literal('disabled')
const on = withDefault(boolean, true)
const off = withDefault(boolean, false)

const clientAttribute = struct('emqx:client_attrs_init', {
  expression: required(expression),
  set_as_attr: required(text),
})

const keepAliveMultiplier = scalar(
  'number()',
  (given) => {
    const reading = decimal.read(given)
    if ('reason' in reading || (Number(reading.value) >= 1 && Number(reading.value) <= 65_535)) return reading
    return { reason: { reason: 'keepalive_multiplier_out_of_range', min: 1, max: 65_535 } }
  },
  {
    tolerant: decimal.tolerant,
    control: { kind: 'number', isFractional: true, min: 1, max: 65_535 },
    described: decimal.described,
  },
)

/** The settings `mqtt`: the capabilities of a connection and the content of a session. */
export const mqttSettings = struct(
  'emqx:mqtt',
  {
    idle_timeout: withDefault(union(infinity, duration), '15s'),
    max_packet_size: withDefault(packetSize, '1MB'),
    max_clientid_len: withDefault(integer(23, 65_535), 65_535),
    max_topic_levels: withDefault(integer(1, 65_535), 128),
    max_topic_alias: withDefault(integer(0, 65_535), 65_535),
    retain_available: on,
    wildcard_subscription: on,
    shared_subscription: on,
    shared_subscription_strategy: withDefault(oneOf(...sharedStrategies), 'round_robin'),
    shared_subscription_initial_sticky_pick: withDefault(oneOf(...stickyPicks), 'random'),
    exclusive_subscription: off,
    ignore_loop_deliver: off,
    strict_mode: off,
    response_information: withDefault(text, ''),
    server_keepalive: withDefault(union(positiveInteger, disabled), 'disabled'),
    keepalive_multiplier: withDefault(keepAliveMultiplier, 1.5),
    keepalive_check_interval: withDefault(durationFrom('1s'), '30s'),
    retry_interval: withDefault(union(infinity, duration), 'infinity'),
    use_username_as_clientid: off,
    peer_cert_as_username: withDefault(oneOf(...peerCertParts), 'disabled'),
    peer_cert_as_clientid: withDefault(oneOf(...peerCertParts), 'disabled'),
    client_attrs_init: withDefault(listOf(clientAttribute), []),
    clientid_override: withDefault(orWord(expression, 'disabled'), 'disabled'),
    session_expiry_interval: withDefault(duration, '2h'),
    message_expiry_interval: withDefault(union(infinity, duration), 'infinity'),
    max_awaiting_rel: withDefault(union(nonNegativeInteger, infinity), 100),
    max_qos_allowed: withDefault(qos, 2),
    mqueue_priorities: withDefault(union(anyMap, disabled), 'disabled'),
    mqueue_default_priority: withDefault(oneOf(...queuePriorities), 'lowest'),
    mqueue_store_qos0: on,
    max_mqueue_len: withDefault(union(nonNegativeInteger, infinity), 1000),
    max_inflight: withDefault(integer(1, 65_535), 32),
    max_subscriptions: withDefault(union(integer(1), infinity), 'infinity'),
    upgrade_qos: off,
    await_rel_timeout: withDefault(duration, '300s'),
  },
  { aliases: { keepalive_backoff: 'keepalive_multiplier' } },
)
export const mqttConfigSchema = tolerant(mqttSettings)
export type MqttConfig = ValueOf<typeof mqttSettings>

export const flappingDetectSettings = struct('emqx:flapping_detect', {
  enable: withDefault(boolean, false),
  window_time: withDefault(duration, '1m'),
  max_count: withDefault(nonNegativeInteger, 15),
  ban_time: withDefault(duration, '5m'),
})
export const flappingDetectSchema = tolerant(flappingDetectSettings)
export type FlappingDetectConfig = ValueOf<typeof flappingDetectSettings>

export const forceShutdownSettings = struct('emqx:force_shutdown', {
  enable: withDefault(boolean, true),
  max_mailbox_size: withDefault(integer(0), 1000),
  max_heap_size: withDefault(wordSize, '32MB'),
})
export const forceShutdownSchema = tolerant(forceShutdownSettings)
export type ForceShutdownConfig = ValueOf<typeof forceShutdownSettings>

export const forceGcSettings = struct('emqx:force_gc', {
  enable: withDefault(boolean, true),
  count: withDefault(integer(0), 16_000),
  bytes: withDefault(byteSize, '16MB'),
})
export const forceGcSchema = tolerant(forceGcSettings)
export type ForceGcConfig = ValueOf<typeof forceGcSettings>

/** `enable` cannot be changed while the broker runs. */
export const durableSessionsSettings = struct(
  'emqx:durable_sessions',
  {
    enable: withDefault(boolean, false),
    batch_size: withDefault(positiveInteger, 100),
    idle_poll_interval: withDefault(duration, '10s'),
    heartbeat_interval: withDefault(duration, '5000ms'),
    session_gc_interval: withDefault(duration, '10m'),
    session_gc_batch_size: withDefault(positiveInteger, 100),
    message_retention_period: withDefault(duration, '1d'),
  },
  {
    hidden: [
      'renew_streams_interval',
      'subscription_count_refresh_interval',
      'disconnected_session_count_refresh_interval',
    ],
  },
)
export const durableSessionsSchema = tolerant(durableSessionsSettings)
export type DurableSessionsConfig = ValueOf<typeof durableSessionsSettings>

/** A document of five roots; a write requires all of them. */
export const globalZoneSchema = v.looseObject({
  mqtt: mqttConfigSchema,
  flapping_detect: flappingDetectSchema,
  force_shutdown: forceShutdownSchema,
  force_gc: forceGcSchema,
  durable_sessions: durableSessionsSchema,
})
export type GlobalZone = v.InferOutput<typeof globalZoneSchema>
