import {
  mqttConfigSchema,
  peerCertParts,
  queuePriorities,
  sharedStrategies,
  stickyPicks,
} from '@brokerdeck/contract/settings/mqtt-config.ts'
import { literal, oneOf, qos } from '../choices.ts'
import { configRoot } from '../config-root.ts'
import { expression } from '../expression.ts'
import { decimal, integer, nonNegativeInteger, positiveInteger } from '../numbers.ts'
import { packetSize } from '../packet-size.ts'
import { anyMap, boolean, duration, scalar, text } from '../scalars.ts'
import { listOf, required, struct, union, withDefault } from '../structures.ts'

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
  { described: decimal.described },
)

export const mqttRoot = configRoot({
  name: 'mqtt',
  shape: mqttConfigSchema,
  schema: struct(
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
      keepalive_check_interval: withDefault(duration, '30s'),
      retry_interval: withDefault(union(infinity, duration), 'infinity'),
      use_username_as_clientid: off,
      peer_cert_as_username: withDefault(oneOf(...peerCertParts), 'disabled'),
      peer_cert_as_clientid: withDefault(oneOf(...peerCertParts), 'disabled'),
      client_attrs_init: withDefault(listOf(clientAttribute), []),
      clientid_override: withDefault(expression, 'disabled'),
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
  ),
})
