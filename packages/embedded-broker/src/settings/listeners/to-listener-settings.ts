import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { parseAccessRule } from '../../listen/access-rules.ts'
import type {
  BindAddress,
  ListenerId,
  ListenerSettings,
  SocketSettings,
  TlsSettings,
  WebSocketSettings,
} from '../../listen/listener-settings.ts'
import type { ListenerDocument, TlsDocument, WebSocketDocument } from './listener-document.ts'

/** Parses a validated address: `1883`, `:1883`, `127.0.0.1:1883`, `[::1]:1883`. */
export function parseBind(bind: string | number): BindAddress {
  const text = String(bind)
  const colon = text.lastIndexOf(':')
  const host = colon > 0 ? text.slice(0, colon).replace(/^\[|\]$/g, '') : undefined
  return { host, port: Number(text.slice(colon + 1)) }
}

const toLimit = (count: number | 'infinity') => (count === 'infinity' ? Number.POSITIVE_INFINITY : count)
const toList = (text: string) => text.split(',').map((one) => one.trim())
const toMilliseconds = (period: string | number) => parseDuration(period) ?? 0

function toSocketOptions(options: ListenerDocument['tcp_options']): SocketSettings {
  const [idle] =
    options?.keepalive === undefined || options.keepalive === 'none' ? [] : toList(options.keepalive)
  return {
    backlog: options?.backlog ?? 1024,
    noDelay: options?.nodelay ?? true,
    keepAliveAfter: idle === undefined ? undefined : Number(idle),
  }
}

const tlsVersions = {
  tlsv1: 'TLSv1',
  'tlsv1.1': 'TLSv1.1',
  'tlsv1.2': 'TLSv1.2',
  'tlsv1.3': 'TLSv1.3',
} as const

/** `pemOf` returns the text behind a path; an empty path has no text. */
export function toTlsSettings(
  options: TlsDocument,
  pemOf: (option: 'keyfile' | 'certfile' | 'cacertfile') => string,
): TlsSettings {
  const { versions: wanted = ['tlsv1.3'], ciphers = [] } = options
  const isWanted = (version: string) => wanted.includes(version)
  const versions = Object.entries(tlsVersions).flatMap(([name, version]) => (isWanted(name) ? [version] : []))
  const asksForCertificate = options.verify === 'verify_peer'
  return {
    key: pemOf('keyfile'),
    cert: pemOf('certfile'),
    ca: options.cacertfile === '' ? undefined : pemOf('cacertfile'),
    passphrase: options.password,
    asksForCertificate,
    requiresCertificate: asksForCertificate && options.fail_if_no_peer_cert === true,
    minVersion: versions[0] ?? 'TLSv1.2',
    maxVersion: versions.at(-1) ?? 'TLSv1.3',
    ciphers: ciphers.length === 0 ? undefined : ciphers.join(':'),
    honorCipherOrder: options.honor_cipher_order ?? true,
    handshakeTimeout: toMilliseconds(options.handshake_timeout ?? '15s'),
  }
}

const levels = { none: 0, default: -1, best_compression: 9, best_speed: 1 } as const

function toWebSocketSettings(options: WebSocketDocument): WebSocketSettings {
  const named = toList(options.supported_subprotocols)
  const deflate = options.deflate_opts
  return {
    path: options.mqtt_path,
    // Clients of MQTT 3.1 offer the subprotocol under its older name.
    subprotocols: named.includes('mqtt-v3') ? [...named, 'mqttv3.1'] : named,
    requiresSubprotocol: options.fail_if_no_subprotocol,
    origins: options.check_origin_enable ? toList(options.check_origins) : undefined,
    allowsNoOrigin: options.allow_origin_absence,
    maxFrameSize: toLimit(options.max_frame_size),
    idleTimeout: toMilliseconds(options.idle_timeout),
    addressHeader: options.proxy_address_header.toLowerCase(),
    portHeader: options.proxy_port_header.toLowerCase(),
    deflate: options.compress
      ? {
          level: deflate.level && levels[deflate.level],
          memLevel: deflate.mem_level,
          serverMaxWindowBits: deflate.server_max_window_bits,
          clientMaxWindowBits: deflate.client_max_window_bits,
          serverNoContextTakeover: deflate.server_context_takeover === 'no_takeover',
          clientNoContextTakeover: deflate.client_context_takeover === 'no_takeover',
        }
      : undefined,
  }
}

const toRate = (rate: string | number | undefined) => (rate === undefined ? undefined : String(rate))

/**
 * Returns the settings of the sockets for a configured listener; the caller, which knows the certificates, adds the
 * TLS settings.
 */
export function toListenerSettings(
  id: ListenerId,
  document: ListenerDocument,
  more: Pick<ListenerSettings, 'isRequired' | 'tls' | 'problem'>,
): ListenerSettings {
  return {
    id,
    type: document.type,
    isEnabled: document.enable,
    address: parseBind(document.bind),
    maxConnections: toLimit(document.max_connections),
    mountpoint: document.mountpoint,
    authentication: document.enable_authn,
    accessRules: (document.access_rules ?? []).flatMap((rule) => parseAccessRule(rule) ?? []),
    proxyProtocolTimeout: document.proxy_protocol
      ? toMilliseconds(document.proxy_protocol_timeout ?? '3s')
      : undefined,
    socket: toSocketOptions(document.tcp_options),
    webSocket: document.websocket && toWebSocketSettings(document.websocket),
    rates: {
      connections: toRate(document.max_conn_rate),
      messages: toRate(document.messages_rate),
      bytes: toRate(document.bytes_rate),
    },
    ...more,
  }
}
