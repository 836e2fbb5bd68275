import { literal, oneOf } from '../../description/choices.ts'
import { ipPort } from '../../description/ip-port.ts'
import {
  boolean,
  byteSize,
  duration,
  integer,
  nonNegativeInteger,
  positiveInteger,
  text,
} from '../../description/scalars.ts'
import { field, listOf, optional, required, struct, union, withDefault } from '../../description/schema.ts'
import { hiddenTlsFields, tlsServerFields } from '../../tls.ts'
import type { GatewayKind } from './gateway-settings.ts'

export const gatewayListenerTypes = ['tcp', 'ssl', 'udp', 'dtls', 'ws', 'wss'] as const
export type GatewayListenerType = (typeof gatewayListenerTypes)[number]

/**
 * The types of listeners that each gateway supports, and the usual port, which the form proposes for the first
 * listener.
 */
export const gatewayDoors = {
  coap: { types: ['udp', 'dtls'], port: 5683 },
  exproto: { types: ['tcp', 'ssl', 'udp', 'dtls'], port: 7993 },
  gbt32960: { types: ['tcp', 'ssl'], port: 7325 },
  jt808: { types: ['tcp', 'ssl'], port: 6207 },
  lwm2m: { types: ['udp', 'dtls'], port: 5783 },
  mqttsn: { types: ['udp', 'dtls'], port: 1884 },
  ocpp: { types: ['ws', 'wss'], port: 33_033 },
  stomp: { types: ['tcp', 'ssl'], port: 61_613 },
} as const satisfies Readonly<
  Record<GatewayKind, { readonly types: readonly GatewayListenerType[]; readonly port: number }>
>

const ofAll = {
  /** These fields occur in responses and are ignored in requests. */
  id: field(text),
  name: field(text),
  running: field(boolean),
  bind: field(ipPort),
  enable: withDefault(boolean, true),
  enable_authn: withDefault(boolean, true),
  mountpoint: field(text),
  max_connections: withDefault(union(literal('infinity'), positiveInteger), 1024),
  max_conn_rate: withDefault(integer(), 1000),
  access_rules: withDefault(listOf(text), []),
}

const ofStreams = {
  ...ofAll,
  acceptors: withDefault(integer(), 16),
  proxy_protocol: withDefault(boolean, false),
  proxy_protocol_timeout: withDefault(duration, '3s'),
  tcp_options: field(
    struct('emqx:tcp_opts', {
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
      keepalive: withDefault(text, 'none'),
    }),
  ),
}

const healthCheck = struct('gateway:udp_health_check', { request: field(text), reply: field(text) })

const ofDatagrams = {
  ...ofAll,
  udp_options: field(
    struct('gateway:udp_opts', {
      active_n: withDefault(integer(), 100),
      recbuf: field(byteSize),
      sndbuf: field(byteSize),
      buffer: field(byteSize),
      reuseaddr: withDefault(boolean, true),
    }),
  ),
  health_check: optional(healthCheck),
}

const revocation = {
  gc_after_handshake: withDefault(boolean, false),
  ocsp: field(
    struct('emqx:ocsp', {
      enable_ocsp_stapling: withDefault(boolean, false),
      responder_url: field(text),
      issuer_pem: field(text),
      refresh_interval: withDefault(duration, '5m'),
      refresh_http_timeout: withDefault(duration, '15s'),
    }),
  ),
  enable_crl_check: withDefault(boolean, false),
}

const hidden = hiddenTlsFields
const tls = field(struct('emqx:listener_ssl_opts', { ...tlsServerFields, ...revocation }, { hidden }))
const wssTls = field(struct('emqx:listener_wss_opts', tlsServerFields, { hidden }))
const dtls = field(
  struct(
    'gateway:dtls_opts',
    {
      ...tlsServerFields,
      versions: withDefault(listOf(oneOf('dtlsv1.2', 'dtlsv1')), ['dtlsv1.2']),
      ...revocation,
    },
    { hidden },
  ),
)

const takeover = oneOf('takeover', 'no_takeover')

const websocket = field(
  struct('gateway:websocket', {
    path: withDefault(text, ''),
    piggyback: withDefault(oneOf('single', 'multiple'), 'single'),
    compress: withDefault(boolean, false),
    idle_timeout: withDefault(duration, '7200s'),
    max_frame_size: withDefault(union(literal('infinity'), integer()), 'infinity'),
    fail_if_no_subprotocol: withDefault(boolean, true),
    supported_subprotocols: withDefault(text, ''),
    check_origin_enable: withDefault(boolean, false),
    allow_origin_absence: withDefault(boolean, true),
    check_origins: withDefault(text, 'http://localhost:18083, http://127.0.0.1:18083'),
    proxy_address_header: withDefault(text, 'x-forwarded-for'),
    proxy_port_header: withDefault(text, 'x-forwarded-port'),
    deflate_opts: field(
      struct('emqx:deflate_opts', {
        level: field(oneOf('none', 'default', 'best_compression', 'best_speed')),
        mem_level: withDefault(integer(1, 9), 8),
        strategy: withDefault(oneOf('default', 'filtered', 'huffman_only', 'rle'), 'default'),
        server_context_takeover: withDefault(takeover, 'takeover'),
        client_context_takeover: withDefault(takeover, 'takeover'),
        server_max_window_bits: withDefault(integer(8, 15), 15),
        client_max_window_bits: withDefault(integer(8, 15), 15),
      }),
    ),
  }),
)

/** The members have the order in which the broker lists them when none of them fits. */
export const gatewayListener = union(
  struct('wss_listener', { type: required(literal('wss')), ...ofStreams, websocket, ssl_options: wssTls }),
  struct('ws_listener', { type: required(literal('ws')), ...ofStreams, websocket }),
  struct('udp_listener', { type: required(literal('udp')), ...ofDatagrams }),
  struct('tcp_listener', { type: required(literal('tcp')), ...ofStreams }),
  struct('ssl_listener', { type: required(literal('ssl')), ...ofStreams, ssl_options: tls }),
  struct('dtls_listener', {
    type: required(literal('dtls')),
    ...ofDatagrams,
    acceptors: withDefault(integer(), 16),
    dtls_options: dtls,
  }),
)
