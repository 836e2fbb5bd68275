import { integer, nonNegativeInteger, positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, byteSize, duration, wordSize } from '@brokerdeck/contract/description/scalars.ts'
import { struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import {
  durableSessionsSchema,
  flappingDetectSchema,
  forceGcSchema,
  forceShutdownSchema,
} from '@brokerdeck/contract/settings/mqtt-config.ts'
import { configRoot } from '../config-root.ts'

export const flappingDetectRoot = configRoot({
  name: 'flapping_detect',
  shape: flappingDetectSchema,
  schema: struct('emqx:flapping_detect', {
    enable: withDefault(boolean, false),
    window_time: withDefault(duration, '1m'),
    max_count: withDefault(nonNegativeInteger, 15),
    ban_time: withDefault(duration, '5m'),
  }),
})

export const forceShutdownRoot = configRoot({
  name: 'force_shutdown',
  shape: forceShutdownSchema,
  schema: struct('emqx:force_shutdown', {
    enable: withDefault(boolean, true),
    max_mailbox_size: withDefault(integer(0), 1000),
    max_heap_size: withDefault(wordSize, '32MB'),
  }),
})

export const forceGcRoot = configRoot({
  name: 'force_gc',
  shape: forceGcSchema,
  schema: struct('emqx:force_gc', {
    enable: withDefault(boolean, true),
    count: withDefault(integer(0), 16_000),
    bytes: withDefault(byteSize, '16MB'),
  }),
})

export const durableSessionsRoot = configRoot({
  name: 'durable_sessions',
  shape: durableSessionsSchema,
  schema: struct(
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
  ),
})
