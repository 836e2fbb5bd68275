/**
 * The MQTT side of the embedded broker as the rest of it sees it. One cluster of N nodes in one process.
 * `createCluster` implements it. Times are epoch milliseconds, sizes bytes, intervals seconds unless a name says otherwise.
 */

import type { Duplex } from 'node:stream'
import type { ListenerId, ListenerSettings } from '../../listen/listener-settings.ts'
import type { Site } from '../../listen/listening-place.ts'
import type { AccessControl } from '../client/access.ts'
import type { Admit, Evictions } from '../client/admit.ts'
import type { Rights } from '../client/rights.ts'
import type { BrokerSettings } from '../client/settings.ts'
import type { BrokerLoad } from '../connection/broker-load.ts'
import type { AckProperties, ClientEvents, Peer } from '../events/client-events.ts'
import type { HookedCluster, SessionEvents } from '../events/hook-points.ts'
import type { Tracing } from '../events/tracing.ts'
import type { CapacityFigures, Overrun } from '../limits/capacity-limits.ts'
import type { Lineage } from '../routing/cascade.ts'
import type { ScreenEvents, ScreenedCluster } from '../routing/screening.ts'
import type { CompletedDelivery } from '../session/completed-delivery.ts'
import type { ClusterPort, NonMqttClient } from './non-mqtt-client.ts'

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
  /** Where a rule has published it. */
  readonly lineage?: Lineage
}

/** A message that waits; its topic is where it goes to. */
export interface DelayedMessage {
  readonly message: Message
  readonly node: string
  readonly seconds: number
  readonly dueAt: number
}

/** Of the running nodes. */
export interface DelayedQueue {
  /** Node by node, the last to go first, as EMQX lists them. */
  all(): readonly DelayedMessage[]
  get(node: string, id: string): DelayedMessage | undefined
  remove(delayed: DelayedMessage): Promise<void>
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
  /** Asked for as `$exclusive/filter`; then `topic` is the filter alone, as EMQX lists it. */
  readonly isExclusive?: true
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
  /** Stands before all its topics and filters; empty mostly. */
  readonly mountpoint: string
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
  readonly subscriptionsMax: number
  /** What the broker derives from the client by its settings (`client_attrs_init`). */
  readonly attributes: Readonly<Record<string, string>>
  /** What authentication has found out. */
  readonly rights: Rights
  /** False where its listener asks nobody who it is. */
  readonly isAuthenticated: boolean
  /** Queue in delivery order, then inflight in sending order. Copies: iterate freely. */
  mqueue(): readonly StoredMessage[]
  inflight(): readonly StoredMessage[]
  readonly mqueueLength: number
  readonly inflightCount: number
}

export interface Listener {
  readonly id: ListenerId
  readonly settings: ListenerSettings
  /** Bound address on this node, `127.0.0.1:11883`; the real port once listening. */
  readonly bind: string
  readonly isRunning: boolean
  readonly currentConnections: number
}

export interface BrokerNode {
  readonly name: string
  readonly role: 'core' | 'replicant'
  readonly site: Site
  readonly isRunning: boolean
  /** Epoch ms of the last start. */
  readonly startedAt: number
  readonly listeners: readonly Listener[]
  /**
   * Makes it so: opens, closes or moves it. Its clients stay if it goes on at the same address. A rejection is that of
   * the socket; the listener is then closed and has its former settings.
   */
  applyListener(settings: ListenerSettings): Promise<void>
  /** Ends its connections and closes it, until it is applied again. */
  closeListener(id: string): Promise<void>
  removeListener(id: string): Promise<void>
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

export interface Subscribed {
  readonly clientid: string
  readonly subscription: Subscription
}

export interface PublishRequest {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: QoS
  readonly retain: boolean
  readonly clientid?: string
  readonly properties?: PublishProperties
  readonly node?: string
  readonly lineage?: Lineage
}

export type SubscribeResult = 'ok' | 'no-such-client'

export type DropReason = 'no_subscribers' | 'queue_full' | 'expired' | 'too_large' | 'qos0_msg' | 'no_local'

export interface ClusterEvents
  extends ClientEvents,
    ScreenEvents<Message>,
    SessionEvents<Session, Subscription> {
  /** A message accepted by a node, `$SYS` ones included. */
  published: { readonly message: Message; readonly node: string }
  /** Sent to a client for the first time, with the QoS that it was sent with. */
  delivered: { readonly session: Session; readonly message: Message; readonly qos: QoS }
  /** By the client, with what it said of it; a message of QoS 2 when it is received (PUBREC). */
  acked: { readonly session: Session; readonly message: Message; readonly said: AckProperties | undefined }
  /** A message that had to wait for its client is done: acknowledged, or sent if its QoS is 0. */
  completed: { readonly session: Session; readonly delivery: CompletedDelivery }
  /** `clientid` is the receiver's; undefined when nobody was there to receive. `node` is the receiver's or else the publisher's. */
  dropped: {
    readonly message: Message
    readonly reason: DropReason
    readonly clientid: string | undefined
    readonly node: string
  }
  'node-started': { readonly node: string }
  'node-stopped': { readonly node: string }
  'storage-failed': { readonly error: Error }
  /** A client has come to a limit of what this broker keeps. */
  overrun: { readonly overrun: Overrun; readonly clientid: string }
}

export interface Cluster extends ScreenedCluster<Message>, HookedCluster<Message> {
  readonly name: string
  /** All nodes of the cluster, stopped ones too, without those that left. */
  readonly nodes: readonly BrokerNode[]
  /** Stops a node and takes it out of the cluster; false if it is none of it. */
  leave(node: string): Promise<boolean>
  /** Starts a node that left and takes it back; false if none of this name ever left. */
  join(node: string): Promise<boolean>
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
  readonly settings: BrokerSettings
  readonly trace: Tracing
  readonly load: BrokerLoad
  /** Settings in force from now on; what is not given stays. */
  configure(settings: Partial<BrokerSettings>): void
  routes(): ReadonlySet<Route>
  /** Those of one node, without shared subscriptions. */
  directRoutes(node: string): ReadonlySet<Route>
  /** By the filter with its share prefix, or without: then in whatever groups. */
  routesTo(topic: string): readonly Route[]
  subscriptionsTo(filter: string): Iterable<Subscribed>
  /** Those to filters that another one covers. */
  subscriptionsUnder(filter: string): Iterable<Subscribed>
  retained(filter?: string): readonly Message[]
  /** Takes them away, unless the topic has another one by now. */
  dropRetained(messages: readonly Message[]): Promise<void>
  readonly delayed: DelayedQueue
  readonly capacity: CapacityFigures
  /** Takes in the retained messages that the store holds now. */
  reloadRetained(): void
  setAdmission(check: Admit): void
  readonly evictions: Evictions
  /** Who is asked from now on who a client is, or what it may do; what is not given stays. */
  setAccess(part: Partial<AccessControl>): void
  /** Serves MQTT on a byte stream without a socket, as a connection of that node. */
  attach(node: string, stream: Duplex, peer?: Partial<Peer>): void
  /** Lets somebody take part who does not speak MQTT, as a guest of that node. */
  receive(node: string, guest: NonMqttClient): ClusterPort
  /** Returns how to stop listening. Listeners run in the middle of the broker's work: they must not throw. */
  on<Name extends keyof ClusterEvents>(name: Name, listener: (event: ClusterEvents[Name]) => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}
