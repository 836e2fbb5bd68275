import type { ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import type { AccessRule } from './access-rules.ts'

export type ListenerId = `${ListenerType}:${string}`

/** The address that a listener is to listen on; `host` undefined means every address. */
export interface BindAddress {
  readonly host: string | undefined
  readonly port: number
}

export interface SocketSettings {
  readonly backlog: number
  readonly noDelay: boolean
  /** The seconds of silence after which the operating system probes the peer. */
  readonly keepAliveAfter: number | undefined
}

export interface TlsSettings {
  /**
   * The private key. If it is missing, every handshake fails, as on EMQX with a key that does not match its
   * certificate.
   */
  readonly key: string | undefined
  /** The certificate. If no certificate could be read, every handshake fails, too. */
  readonly cert: string | undefined
  readonly ca: string | undefined
  readonly passphrase: string | undefined
  /**
   * Tells whether clients are asked for a certificate; `requiresCertificate`, whether a client without one is
   * refused.
   */
  readonly asksForCertificate: boolean
  readonly requiresCertificate: boolean
  readonly minVersion: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'
  readonly maxVersion: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'
  readonly ciphers: string | undefined
  readonly honorCipherOrder: boolean
  readonly handshakeTimeout: number
}

export interface WebSocketSettings {
  readonly path: string
  readonly subprotocols: readonly string[]
  readonly requiresSubprotocol: boolean
  /** The origins that may connect; undefined means that origins are not checked. */
  readonly origins: readonly string[] | undefined
  readonly allowsNoOrigin: boolean
  readonly maxFrameSize: number
  readonly idleTimeout: number
  /** The names of the headers that carry the address of a client behind a proxy, in lower case. */
  readonly addressHeader: string
  readonly portHeader: string
  readonly deflate: DeflateSettings | undefined
}

export interface DeflateSettings {
  readonly level: number | undefined
  readonly memLevel: number
  readonly serverMaxWindowBits: number
  readonly clientMaxWindowBits: number
  readonly serverNoContextTakeover: boolean
  readonly clientNoContextTakeover: boolean
}

/**
 * The settings of a listener as its sockets need them; times in milliseconds, sizes in bytes, `Infinity` means no
 * limit.
 */
export interface ListenerSettings {
  readonly id: ListenerId
  readonly type: ListenerType
  readonly isEnabled: boolean
  /** True if the broker does not start without the listener. */
  readonly isRequired: boolean
  /** The reason why the listener cannot run: a certificate that is missing on the disk. */
  readonly problem: string | undefined
  readonly address: BindAddress
  /** The maximum number of connections on a node. */
  readonly maxConnections: number
  readonly mountpoint: string
  readonly authentication: boolean | 'quick_deny_anonymous'
  readonly accessRules: readonly AccessRule[]
  /** Undefined if no PROXY header is expected. */
  readonly proxyProtocolTimeout: number | undefined
  readonly socket: SocketSettings
  readonly tls: TlsSettings | undefined
  readonly webSocket: WebSocketSettings | undefined
  /** The rates as written, such as `100/s` or `1MB/10s`; undefined if the listener has no limit of its own. */
  readonly rates: {
    readonly connections: string | undefined
    readonly messages: string | undefined
    readonly bytes: string | undefined
  }
}

export const defaultWebSocket: WebSocketSettings = {
  path: '/mqtt',
  subprotocols: ['mqtt', 'mqttv3.1', 'mqtt-v3', 'mqtt-v3.1.1', 'mqtt-v5'],
  requiresSubprotocol: true,
  origins: undefined,
  allowsNoOrigin: true,
  maxFrameSize: Number.POSITIVE_INFINITY,
  idleTimeout: 7_200_000,
  addressHeader: 'x-forwarded-for',
  portHeader: 'x-forwarded-port',
  deflate: undefined,
}

/** Returns a listener with default settings and an address. */
export function plainListener(type: 'tcp' | 'ws', address: BindAddress): ListenerSettings {
  return {
    id: `${type}:default`,
    type,
    isEnabled: true,
    isRequired: true,
    problem: undefined,
    address,
    maxConnections: Number.POSITIVE_INFINITY,
    mountpoint: '',
    authentication: true,
    accessRules: [],
    proxyProtocolTimeout: undefined,
    socket: { backlog: 1024, noDelay: true, keepAliveAfter: undefined },
    tls: undefined,
    webSocket: type === 'ws' ? defaultWebSocket : undefined,
    rates: { connections: undefined, messages: undefined, bytes: undefined },
  }
}
