import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { ipPort } from '@brokerdeck/contract/description/ip-port.ts'
import {
  boolean,
  byteSize,
  duration,
  integer,
  nonNegativeInteger,
  positiveInteger,
  rate,
  scalar,
  text,
  textMatching,
  textScalar,
} from '@brokerdeck/contract/description/scalars.ts'
import {
  type Field,
  field,
  listOf,
  required,
  type Struct,
  selectUnion,
  struct,
  type Union,
  union,
  withDefault,
} from '@brokerdeck/contract/description/schema.ts'
import type { ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import { hiddenTlsFields, tlsServerFields } from '@brokerdeck/contract/tls.ts'
import * as v from 'valibot'
import { parseAccessRule } from '../listen/access-rules.ts'
import { isPlainObject } from './plain-object.ts'

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

const listenerWebSocket = struct('emqx:ws_opts', {
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

const ocsp = struct('emqx:ocsp', {
  enable_ocsp_stapling: withDefault(boolean, false),
  responder_url: field(text),
  issuer_pem: field(text),
  refresh_interval: withDefault(duration, '5m'),
  refresh_http_timeout: withDefault(duration, '15s'),
})

const listenerTls = struct(
  'emqx:listener_ssl_opts',
  {
    ...tlsServerFields,
    gc_after_handshake: withDefault(boolean, false),
    ocsp: field(ocsp),
    enable_crl_check: withDefault(boolean, false),
  },
  { hidden: hiddenTlsFields },
)

const listenerWssTls = struct('emqx:listener_wss_opts', tlsServerFields, { hidden: hiddenTlsFields })

const { cacertfile, certfile, keyfile, verify, password, hibernate_after } = tlsServerFields

const listenerQuicTls = struct('emqx:listener_quic_ssl_opts', {
  cacertfile,
  certfile,
  keyfile,
  verify,
  password,
  hibernate_after,
})

const accessRule = textScalar('string()', (value) => {
  const isRule = typeof value === 'string' && parseAccessRule(value) !== undefined
  return isRule ? { value } : { reason: `invalid_rule(s): ${String(value)}` }
})

const authentication = scalar(
  'true | false | quick_deny_anonymous',
  (value) => {
    const found = [true, false, 'quick_deny_anonymous'].find((one) => one === value || String(one) === value)
    return found === undefined ? { reason: 'unable_to_convert_to_enum_symbol' } : { value: found }
  },
  {
    tolerant: v.union([v.boolean(), v.literal('quick_deny_anonymous')]),
    control: { kind: 'select', options: [true, false, 'quick_deny_anonymous'] },
    described: { type: 'enum', symbols: [true, false, 'quick_deny_anonymous'] },
  },
)

const tcpOptions = struct('emqx:tcp_opts', {
  active_n: withDefault(nonNegativeInteger, 100),
  backlog: withDefault(positiveInteger, 1024),
  send_timeout: withDefault(duration, '15s'),
  send_timeout_close: withDefault(boolean, true),
  recbuf: field(byteSize),
  sndbuf: field(byteSize),
  buffer: withDefault(byteSize, '4KB'),
  high_watermark: withDefault(byteSize, '1MB'),
  nodelay: withDefault(boolean, true),
  nolinger: withDefault(boolean, false),
  reuseaddr: withDefault(boolean, true),
  keepalive: withDefault(
    textMatching('string()', /^(none|\d+,\d+,\d+)$/, 'Invalid tcp_keepalive string'),
    'none',
  ),
})

const ofAll = {
  enable: withDefault(boolean, true),
  acceptors: withDefault(positiveInteger, 16),
  max_connections: withDefault(union(positiveInteger, literal('infinity')), 'infinity'),
  mountpoint: withDefault(text, ''),
  zone: withDefault(text, 'default'),
  max_conn_rate: withDefault(rate, 'infinity'),
  messages_rate: field(rate),
  bytes_rate: field(rate),
  enable_authn: withDefault(authentication, true),
}

const ofTcp = {
  ...ofAll,
  access_rules: withDefault(listOf(accessRule), ['allow all']),
  proxy_protocol: withDefault(boolean, false),
  proxy_protocol_timeout: withDefault(duration, '3s'),
  tcp_options: field(tcpOptions),
}

const ofTypes: Readonly<Record<ListenerType, Readonly<Record<string, Field>>>> = {
  wss: { ...ofTcp, ssl_options: field(listenerWssTls), websocket: field(listenerWebSocket) },
  ws: { ...ofTcp, websocket: field(listenerWebSocket) },
  tcp: ofTcp,
  ssl: { ...ofTcp, ssl_options: field(listenerTls) },
  quic: {
    ...ofAll,
    ciphers: withDefault(listOf(text), [
      'TLS_AES_256_GCM_SHA384',
      'TLS_AES_128_GCM_SHA256',
      'TLS_CHACHA20_POLY1305_SHA256',
    ]),
    ssl_options: field(listenerQuicTls),
  },
}

/** The members of a union, in the order in which the broker names them. */
const types: readonly ListenerType[] = ['wss', 'ws', 'tcp', 'ssl', 'quic']
const usualPorts: Readonly<Record<ListenerType, number>> = {
  tcp: 1883,
  ssl: 8883,
  ws: 8083,
  wss: 8084,
  quic: 14_567,
}

/** Fields that responses contain and that are ignored in requests. */
const state = { running: field(boolean), current_connections: field(nonNegativeInteger) }
const hidden = ['authentication']

type Names = Readonly<Record<string, Field>>

function members(format: (type: ListenerType) => string, more: (type: ListenerType) => Names): Struct[] {
  return types.map((type) => {
    const fields = { type: required(oneOf(type)), ...more(type), ...ofTypes[type], ...state }
    return struct(`listeners:${format(type)}`, fields, { hidden })
  })
}

function byType(structs: readonly Struct[]): Union {
  return selectUnion(structs, (value) => {
    const type = isPlainObject(value) ? value['type'] : undefined
    const at = types.findIndex((one) => one === type)
    return structs[at] ?? { reason: 'unknown listener type', details: { field_name: 'type' } }
  })
}

const bindOrUsual = (type: ListenerType) => withDefault(ipPort, usualPorts[type])

export const newListener = byType(
  members(
    (type) => `${type}_required_bind`,
    (type) => ({ id: required(text), bind: bindOrUsual(type) }),
  ),
)

export const newNamedListener = union(
  ...members(
    (type) => `with_name_${type}_required_bind`,
    (type) => ({ name: required(text), bind: bindOrUsual(type) }),
  ),
)

/** The schema of a change, and also of a complete stored listener. */
export const changedListener = byType(
  members(
    (type) => `${type}_not_required_bind`,
    () => ({ id: required(text), bind: field(ipPort) }),
  ),
)
