import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import {
  boolean,
  duration,
  integer,
  positiveInteger,
  text,
} from '@brokerdeck/contract/description/scalars.ts'
import { field, struct, union, withDefault } from '@brokerdeck/contract/description/schema.ts'

const takeover = oneOf('takeover', 'no_takeover')

const deflate = struct('emqx:deflate_opts', {
  level: field(oneOf('none', 'default', 'best_compression', 'best_speed')),
  mem_level: withDefault(integer(1, 9), 8),
  strategy: withDefault(oneOf('default', 'filtered', 'huffman_only', 'rle'), 'default'),
  server_context_takeover: withDefault(takeover, 'takeover'),
  client_context_takeover: withDefault(takeover, 'takeover'),
  server_max_window_bits: withDefault(integer(8, 15), 15),
  client_max_window_bits: withDefault(integer(8, 15), 15),
})

export const listenerWebSocket = struct('emqx:ws_opts', {
  mqtt_path: withDefault(text, '/mqtt'),
  mqtt_piggyback: withDefault(oneOf('single', 'multiple'), 'multiple'),
  compress: withDefault(boolean, false),
  idle_timeout: withDefault(duration, '7200s'),
  max_frame_size: withDefault(union(positiveInteger, literal('infinity')), 'infinity'),
  fail_if_no_subprotocol: withDefault(boolean, true),
  supported_subprotocols: withDefault(text, 'mqtt, mqtt-v3, mqtt-v3.1.1, mqtt-v5'),
  check_origin_enable: withDefault(boolean, false),
  allow_origin_absence: withDefault(boolean, true),
  check_origins: withDefault(text, 'http://localhost:18083, http://127.0.0.1:18083'),
  proxy_address_header: withDefault(text, 'x-forwarded-for'),
  proxy_port_header: withDefault(text, 'x-forwarded-port'),
  validate_utf8: withDefault(boolean, true),
  deflate_opts: field(deflate),
})
