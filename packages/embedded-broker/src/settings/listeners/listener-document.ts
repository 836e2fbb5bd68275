import { limitOrInfinite } from '@brokerdeck/contract/scalars.ts'
import { listenerTypes } from '@brokerdeck/contract/settings/listeners.ts'
import * as v from 'valibot'

const period = v.union([v.string(), v.number()])
const takeover = v.picklist(['takeover', 'no_takeover'])

const tcpOptions = v.looseObject({ backlog: v.number(), nodelay: v.boolean(), keepalive: v.string() })

const tlsOptions = v.looseObject({
  cacertfile: v.string(),
  certfile: v.string(),
  keyfile: v.string(),
  password: v.optional(v.string()),
  verify: v.string(),
  fail_if_no_peer_cert: v.optional(v.boolean()),
  versions: v.optional(v.array(v.string())),
  ciphers: v.optional(v.array(v.string())),
  honor_cipher_order: v.optional(v.boolean()),
  handshake_timeout: v.optional(period),
})
export type TlsDocument = v.InferOutput<typeof tlsOptions>

const webSocket = v.looseObject({
  mqtt_path: v.string(),
  compress: v.boolean(),
  idle_timeout: period,
  max_frame_size: limitOrInfinite,
  fail_if_no_subprotocol: v.boolean(),
  supported_subprotocols: v.string(),
  check_origin_enable: v.boolean(),
  allow_origin_absence: v.boolean(),
  check_origins: v.string(),
  proxy_address_header: v.string(),
  proxy_port_header: v.string(),
  deflate_opts: v.looseObject({
    level: v.optional(v.picklist(['none', 'default', 'best_compression', 'best_speed'])),
    mem_level: v.number(),
    server_context_takeover: takeover,
    client_context_takeover: takeover,
    server_max_window_bits: v.number(),
    client_max_window_bits: v.number(),
  }),
})
export type WebSocketDocument = v.InferOutput<typeof webSocket>

/**
 * A listener as it is configured; fields that the sockets do not use are kept unchanged. No fields are defined beyond
 * these: `changedListener` defines the fields of each type and validates the same document again at the next start.
 */
export const listenerDocumentSchema = v.looseObject({
  type: v.picklist(listenerTypes),
  bind: v.string(),
  enable: v.boolean(),
  acceptors: v.number(),
  max_connections: limitOrInfinite,
  mountpoint: v.string(),
  enable_authn: v.union([v.boolean(), v.literal('quick_deny_anonymous')]),
  max_conn_rate: v.union([v.string(), v.number()]),
  messages_rate: v.optional(v.union([v.string(), v.number()])),
  bytes_rate: v.optional(v.union([v.string(), v.number()])),
  access_rules: v.optional(v.array(v.string())),
  proxy_protocol: v.optional(v.boolean()),
  proxy_protocol_timeout: v.optional(period),
  tcp_options: v.optional(tcpOptions),
  ssl_options: v.optional(tlsOptions),
  websocket: v.optional(webSocket),
})
export type ListenerDocument = v.InferOutput<typeof listenerDocumentSchema>
