import type { PlainObject } from '../config/plain-object.ts'
import type { Accepted } from '../listen/accepted.ts'
import type { GatewayNode } from './gateway-node.ts'

/** The origin of a datagram and the way back to it; datagrams that cannot be sent are dropped, as UDP allows. */
export interface DatagramPeer {
  readonly host: string
  readonly port: number
  readonly listener: GatewayEntry
  /** True if there is no room for another client. */
  readonly isFull: boolean
  send(datagram: Buffer): void
}

/** A listener as the protocol behind it sees it. */
export interface GatewayEntry {
  /** The id of the listener, such as `stomp:tcp:default`. */
  readonly id: string
  /** The mountpoint that replaces that of the gateway, unless it is empty. */
  readonly mountpoint: string
  /** False if the listener does not authenticate its clients. */
  readonly authenticates: boolean
}

/** A protocol on a node. Its methods never throw. */
export interface GatewayProtocol {
  /** Serves a connection of a stream listener until it ends. */
  accept?(accepted: Accepted, listener: GatewayEntry): Promise<void>
  /** Handles a datagram of a datagram listener. */
  receive?(datagram: Buffer, peer: DatagramPeer): void
  /** Called once a second. */
  tick(now: number): void
  /** Ends all connections of a listener, or all connections if none is given. */
  dismiss(listener?: string): void
}

/** Opens a protocol; `document` is the response of `GET /gateways/{name}`, with all defaults. */
export type GatewayEngine = (document: PlainObject, node: GatewayNode) => GatewayProtocol
