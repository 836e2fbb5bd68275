import type { Packet } from 'mqtt-packet'

export type TraceTag =
  | 'ACTION'
  | 'API'
  | 'AUTHN'
  | 'AUTHZ'
  | 'BRIDGE'
  | 'MESSAGE_TRANSFORMATION'
  | 'MQTT'
  | 'PUBLISH'
  | 'QUERY'
  | 'QUERY_RENDER'
  | 'RULE'
  | 'RULE_SQL_EXEC'
  | 'SCHEMA_VALIDATION'
  | 'SOCKET'
  | 'SUBSCRIBE'
  | 'TRACE'
  | 'UNSUBSCRIBE'

export type TraceValue =
  | string
  | number
  | boolean
  | undefined
  | readonly TraceValue[]
  | { readonly [key: string]: TraceValue }

/** Whom an event is about. Sessions are, and what a client presents at its CONNECT; the broker itself is a node only. */
export interface Traced {
  readonly node: string
  readonly clientid?: string | undefined
  readonly username?: string | undefined
  readonly ipAddress?: string
  readonly port?: number
  readonly peerhost?: string
  readonly peerport?: number
}

export interface TraceEvent {
  readonly who: Traced
  readonly tag?: TraceTag
  /** `debug` unless given; all else is written in the form of EMQX's ordinary log. */
  readonly level?: 'debug' | 'info' | 'warning' | 'error'
  /** EMQX's name of what happened. */
  readonly msg: string
  /** Of a message or a subscription: what traces of a topic look at. */
  readonly topic?: string
  readonly packet?: Packet
  /** Written as each trace encodes payloads. */
  readonly payload?: Uint8Array
  readonly meta?: Readonly<Record<string, TraceValue>>
}

/** Where the cluster tells what it does, step by step. Call it as `trace.write?.({ … })`. */
export interface Tracing {
  /** Undefined while no trace runs: then what it would be told is not even put together. */
  write: ((event: TraceEvent) => void) | undefined
}
