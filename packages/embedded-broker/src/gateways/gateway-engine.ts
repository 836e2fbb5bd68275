import type { PlainObject } from '../config/plain-object.ts'
import type { Accepted } from '../listen/accepted.ts'
import type { GatewayNode } from './gateway-node.ts'

/** Where a datagram came from, and the way back; what cannot be sent is lost, as datagrams may be. */
export interface DatagramPeer {
  readonly host: string
  readonly port: number
  readonly listener: GatewayEntry
  /** Whether there is no room for one more client. */
  readonly isFull: boolean
  send(datagram: Buffer): void
}

/** A listener as the protocol behind it knows it. */
export interface GatewayEntry {
  /** `stomp:tcp:default` */
  readonly id: string
  /** Instead of that of the gateway, unless it is empty. */
  readonly mountpoint: string
  /** False: nobody is asked who it is. */
  readonly authenticates: boolean
}

/** One protocol on one node. None of this throws. */
export interface GatewayProtocol {
  /** A connection of a listener for streams, until it is over. */
  accept?(accepted: Accepted, listener: GatewayEntry): Promise<void>
  /** From a listener for datagrams. */
  receive?(datagram: Buffer, peer: DatagramPeer): void
  /** Once a second. */
  tick(now: number): void
  /** Ends all connections of a listener, or all there are. */
  dismiss(listener?: string): void
}

/** How a protocol is opened: `document` is what `GET /gateways/{name}` answers, with all defaults. */
export type GatewayEngine = (document: PlainObject, node: GatewayNode) => GatewayProtocol
