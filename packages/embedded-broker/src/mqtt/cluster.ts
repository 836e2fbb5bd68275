/**
 * The MQTT side of the embedded broker as the rest of it sees it. One cluster of N nodes in one process.
 * `createCluster` (create-cluster.ts) implements this; routes and world only know these interfaces.
 * Times are epoch milliseconds, sizes bytes, intervals seconds unless a name says otherwise.
 */

import type { Duplex } from 'node:stream'

export type QoS = 0 | 1 | 2
export type ProtocolVersion = 3 | 4 | 5

export interface PublishProperties {
  readonly payloadFormatIndicator?: 0 | 1
  readonly messageExpiryInterval?: number
  readonly contentType?: string
  readonly responseTopic?: string
  readonly correlationData?: Buffer
  readonly userProperties?: readonly (readonly [string, string])[]
}

export interface Message {
  /** 32 upper-case hex digits, ordered by time, like EMQX's guid. */
  readonly id: string
  readonly topic: string
  readonly payload: Buffer
  readonly qos: QoS
  readonly retain: boolean
  readonly fromClientid: string
  readonly fromUsername: string | undefined
  readonly publishAt: number
  readonly properties: PublishProperties
  readonly isSys: boolean
}

export interface SubscriptionOptions {
  readonly qos: QoS
  readonly nl: 0 | 1
  readonly rap: 0 | 1
  readonly rh: 0 | 1 | 2
  readonly subscriptionIdentifier?: number
}

export interface Subscription extends SubscriptionOptions {
  /** As the client wrote it, `$share/group/filter` or `$queue/filter` included. */
  readonly topic: string
  /** Without the share prefix. */
  readonly filter: string
  /** Group of a shared subscription; `$queue` for `$queue/…`. */
  readonly group: string | undefined
}

/** Counters of one session, named as `GET /clients/:id` names them with dots turned to camel case. */
export interface SessionCounters {
  recvOct: number
  recvCnt: number
  recvPkt: number
  recvMsg: number
  recvMsgQos0: number
  recvMsgQos1: number
  recvMsgQos2: number
  recvMsgDropped: number
  recvMsgDroppedAwaitPubrelTimeout: number
  sendOct: number
  sendCnt: number
  sendPkt: number
  sendMsg: number
  sendMsgQos0: number
  sendMsgQos1: number
  sendMsgQos2: number
  sendMsgDropped: number
  sendMsgDroppedExpired: number
  sendMsgDroppedQueueFull: number
  sendMsgDroppedTooLarge: number
}

export interface StoredMessage {
  readonly message: Message
  /** When it entered the queue or the inflight window; nanosecond-like, unique within the session, as text. */
  readonly insertedAt: string
  /** Packet identifier once sent; undefined while queued. */
  readonly packetId: number | undefined
  readonly priority: number
}

export interface Session {
  readonly clientid: string
  readonly username: string | undefined
  readonly node: string
  readonly isConnected: boolean
  readonly protocolName: 'MQTT' | 'MQIsdp'
  readonly protocolVersion: ProtocolVersion
  readonly ipAddress: string
  readonly port: number
  readonly listener: string
  /** Seconds; changeable through the API. */
  readonly keepalive: number
  readonly isCleanStart: boolean
  /** Seconds; 0xFFFFFFFF is never. 7200 for persistent sessions of MQTT 3. */
  readonly expiryInterval: number
  readonly isBridge: boolean
  readonly createdAt: number
  readonly connectedAt: number
  readonly disconnectedAt: number | undefined
  readonly isWebSocket: boolean
  readonly subscriptions: ReadonlyMap<string, Subscription>
  readonly counters: Readonly<SessionCounters>
  readonly mqueueMax: number
  readonly mqueueDropped: number
  readonly inflightMax: number
  readonly awaitingRelCount: number
  readonly awaitingRelMax: number
  /** Queue in delivery order, then inflight in sending order. Copies: iterate freely. */
  mqueue(): readonly StoredMessage[]
  inflight(): readonly StoredMessage[]
  readonly mqueueLength: number
  readonly inflightCount: number
}

export interface Listener {
  readonly id: `${'tcp' | 'ws'}:${string}`
  readonly type: 'tcp' | 'ws'
  /** Bound address, `127.0.0.1:11883`; the real port once listening. */
  readonly bind: string
  readonly isRunning: boolean
  readonly currentConnections: number
  readonly maxConnections: number
}

export interface BrokerNode {
  readonly name: string
  readonly role: 'core' | 'replicant'
  readonly isRunning: boolean
  /** Epoch ms of the last start. */
  readonly startedAt: number
  readonly listeners: readonly Listener[]
  /** EMQX's flat metric names (`packets.publish.received`, `messages.dropped.no_subscribers`, …), counters since the node started. */
  metrics(): Readonly<Record<string, number>>
  /** EMQX's flat stat names (`connections.count`, `connections.max`, …). */
  stats(): Readonly<Record<string, number>>
  start(): Promise<void>
  /** Closes listeners and connections as a crash would: sessions, alarms and counters of the node are gone. */
  stop(): Promise<void>
}

export interface Route {
  /** Filter, with `$share/group/` in front for shared ones. */
  readonly topic: string
  readonly node: string
}

export interface PublishRequest {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: QoS
  readonly retain: boolean
  readonly clientid?: string
  readonly properties?: PublishProperties
}

export type SubscribeResult = 'ok' | 'no-such-client'

export type DropReason = 'no_subscribers' | 'queue_full' | 'expired' | 'too_large' | 'qos0_msg' | 'no_local'

export interface ClusterEvents {
  connected: { readonly session: Session }
  disconnected: { readonly session: Session; readonly reason: string }
  subscribed: { readonly session: Session; readonly subscription: Subscription }
  unsubscribed: { readonly session: Session; readonly subscription: Subscription }
  /** A message accepted by a node, `$SYS` ones included. */
  published: { readonly message: Message; readonly node: string }
  /** `clientid` is the receiver's; undefined when nobody was there to receive. */
  dropped: { readonly message: Message; readonly reason: DropReason; readonly clientid: string | undefined }
  'node-started': { readonly node: string }
  'node-stopped': { readonly node: string }
  'storage-failed': { readonly error: Error }
}

/** Where a connection comes from. */
export interface Peer {
  readonly host: string
  readonly port: number
  readonly listener: Listener['id']
}

export interface Cluster {
  readonly name: string
  /** All nodes of the cluster, stopped ones too. */
  readonly nodes: readonly BrokerNode[]
  /** Sessions on running nodes, connected or not; insertion order per node. */
  sessions(): Iterable<Session>
  session(clientid: string): Session | undefined
  /** Ends the session: a connected client gets DISCONNECT 0x98 (MQTT 5) and loses its connection; session state is gone. */
  kick(clientid: string): boolean
  subscribe(clientid: string, topic: string, options: SubscriptionOptions): SubscribeResult
  unsubscribe(clientid: string, topic: string): SubscribeResult
  setKeepalive(clientid: string, seconds: number): boolean
  /** Through the API: returns the message and how many subscriptions (cluster-wide) it reached. */
  publish(request: PublishRequest): Promise<{ readonly message: Message; readonly receivers: number }>
  routes(): Iterable<Route>
  retained(): Iterable<Message>
  /** Called before a connection is accepted; a reason refuses it (CONNACK 0x8A banned or 0x87). */
  setAdmission(
    check: (who: { clientid: string; username: string | undefined; peerhost: string }) => 'allow' | 'banned',
  ): void
  /** Serves MQTT on a byte stream without a socket, as a connection of that node. */
  attach(node: string, stream: Duplex, peer?: Partial<Peer>): void
  /** Returns how to stop listening. Listeners run in the middle of the broker's work: they must not throw. */
  on<Name extends keyof ClusterEvents>(name: Name, listener: (event: ClusterEvents[Name]) => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}
