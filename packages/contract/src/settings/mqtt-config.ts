import * as v from 'valibot'
import { configDuration, configSize } from '../config-scalars.ts'
import { limitOrInfinite } from '../scalars.ts'

/**
 * Documents of the configuration keep what nobody here knows: what is written back must be whole. They are spelled as
 * the broker spells them; `infinity` and `disabled` are words beside numbers and durations.
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

/** `mqtt`: what a connection may do and what a session keeps. */
export const mqttConfigSchema = v.looseObject({
  idle_timeout: configDuration,
  max_packet_size: configSize,
  max_clientid_len: v.number(),
  max_topic_levels: v.number(),
  max_topic_alias: v.number(),
  max_qos_allowed: v.picklist([0, 1, 2]),
  retain_available: v.boolean(),
  wildcard_subscription: v.boolean(),
  shared_subscription: v.boolean(),
  shared_subscription_strategy: v.picklist(sharedStrategies),
  shared_subscription_initial_sticky_pick: v.picklist(stickyPicks),
  exclusive_subscription: v.boolean(),
  ignore_loop_deliver: v.boolean(),
  strict_mode: v.boolean(),
  response_information: v.string(),
  server_keepalive: v.union([v.number(), v.literal('disabled')]),
  keepalive_multiplier: v.number(),
  keepalive_check_interval: configDuration,
  retry_interval: configDuration,
  use_username_as_clientid: v.boolean(),
  peer_cert_as_username: v.picklist(peerCertParts),
  peer_cert_as_clientid: v.picklist(peerCertParts),
  client_attrs_init: v.array(v.looseObject({ expression: v.string(), set_as_attr: v.string() })),
  clientid_override: v.string(),
  session_expiry_interval: configDuration,
  message_expiry_interval: configDuration,
  max_awaiting_rel: limitOrInfinite,
  await_rel_timeout: configDuration,
  max_subscriptions: limitOrInfinite,
  max_mqueue_len: limitOrInfinite,
  max_inflight: v.number(),
  upgrade_qos: v.boolean(),
  mqueue_priorities: v.union([v.record(v.string(), v.unknown()), v.literal('disabled')]),
  mqueue_default_priority: v.picklist(queuePriorities),
  mqueue_store_qos0: v.boolean(),
})
export type MqttConfig = v.InferOutput<typeof mqttConfigSchema>

export const flappingDetectSchema = v.looseObject({
  enable: v.boolean(),
  window_time: configDuration,
  max_count: v.number(),
  ban_time: configDuration,
})
export type FlappingDetectConfig = v.InferOutput<typeof flappingDetectSchema>

export const forceShutdownSchema = v.looseObject({
  enable: v.boolean(),
  max_mailbox_size: v.number(),
  max_heap_size: configSize,
})
export type ForceShutdownConfig = v.InferOutput<typeof forceShutdownSchema>

export const forceGcSchema = v.looseObject({ enable: v.boolean(), count: v.number(), bytes: configSize })
export type ForceGcConfig = v.InferOutput<typeof forceGcSchema>

/** `enable` cannot be changed while the broker runs. */
export const durableSessionsSchema = v.looseObject({
  enable: v.boolean(),
  batch_size: v.number(),
  idle_poll_interval: configDuration,
  heartbeat_interval: configDuration,
  session_gc_interval: configDuration,
  session_gc_batch_size: v.number(),
  message_retention_period: configDuration,
})
export type DurableSessionsConfig = v.InferOutput<typeof durableSessionsSchema>

/** One document of five roots; a write needs all of them. */
export const globalZoneSchema = v.looseObject({
  mqtt: mqttConfigSchema,
  flapping_detect: flappingDetectSchema,
  force_shutdown: forceShutdownSchema,
  force_gc: forceGcSchema,
  durable_sessions: durableSessionsSchema,
})
export type GlobalZone = v.InferOutput<typeof globalZoneSchema>
