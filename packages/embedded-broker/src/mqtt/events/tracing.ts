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

/** The subject of a trace event: a session, the credentials of a CONNECT, or a node for events of the broker itself. */
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
  /** The level, `debug` by default; all other levels are written in the format of EMQX's ordinary log. */
  readonly level?: 'debug' | 'info' | 'warning' | 'error'
  /** EMQX's name of the event. */
  readonly msg: string
  /** The topic of a message or a subscription; traces of a topic filter by it. */
  readonly topic?: string
  readonly packet?: Packet
  /** The payload, written in the payload encoding of each trace. */
  readonly payload?: Uint8Array
  readonly meta?: Readonly<Record<string, TraceValue>>
}

/** Receives the trace events of the cluster, step by step. Call it as `trace.write?.({ … })`. */
export interface Tracing {
  /** Undefined while no trace runs, so that events are not even built. */
  write: ((event: TraceEvent) => void) | undefined
}
