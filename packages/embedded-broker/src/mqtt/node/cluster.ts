/**
 * The MQTT side of the embedded broker as the rest of the broker sees it: a cluster of N nodes in one process.
 * `createCluster` implements it. Times are in epoch milliseconds, sizes in bytes, intervals in seconds unless a name
 * says otherwise.
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
  /** The message id: 32 upper-case hex digits, ordered by time, like EMQX's guid. */
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
  /** Set if a rule published the message. */
  readonly lineage?: Lineage
}

/** A delayed message; its topic is its destination. */
export interface DelayedMessage {
  readonly message: Message
  readonly node: string
  readonly seconds: number
  readonly dueAt: number
}

/** The delayed messages of the running nodes. */
export interface DelayedQueue {
  /** Returns the messages node by node, the last due first, as EMQX lists them. */
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
  /** The topic as the client wrote it, `$share/group/filter` or `$queue/filter` included. */
  readonly topic: string
  /** The topic filter without the share prefix. */
  readonly filter: string
  /** The group of a shared subscription; `$queue` for `$queue/…`. */
  readonly group: string | undefined
  /** Set if the client requested `$exclusive/filter`; then `topic` is the filter alone, as EMQX lists it. */
  readonly isExclusive?: true
}

/** The counters of a session, named as `GET /clients/:id` names them, with dots turned to camel case. */
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
  /**
   * The time at which the message entered the queue or the inflight window; nanosecond-like, unique within the
   * session, as text.
   */
  readonly insertedAt: string
  /** The packet identifier once the message is sent; undefined while it is queued. */
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
  /** The keepalive in seconds; changeable through the API. */
  readonly keepalive: number
  readonly isCleanStart: boolean
  /** The expiry interval in seconds; 0xFFFFFFFF means never. 7200 for persistent sessions of MQTT 3. */
  readonly expiryInterval: number
  readonly isBridge: boolean
  /** The prefix of all topics and topic filters of the client; usually empty. */
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
  /** The attributes that the broker derives from the client by its settings (`client_attrs_init`). */
  readonly attributes: Readonly<Record<string, string>>
  /** The rights that authentication found out. */
  readonly rights: Rights
  /** False if the listener does not authenticate its clients. */
  readonly isAuthenticated: boolean
  /**
   * Returns the queue in delivery order; `inflight` returns the inflight messages in sending order. Both are copies:
   * iterate freely.
   */
  mqueue(): readonly StoredMessage[]
  inflight(): readonly StoredMessage[]
  readonly mqueueLength: number
  readonly inflightCount: number
}

export interface Listener {
  readonly id: ListenerId
  readonly settings: ListenerSettings
  /** The bound address on this node, such as `127.0.0.1:11883`, with the real port once the listener is open. */
  readonly bind: string
  readonly isRunning: boolean
  readonly currentConnections: number
}

export interface BrokerNode {
  readonly name: string
  readonly role: 'core' | 'replicant'
  readonly site: Site
  readonly isRunning: boolean
  /** The time of the last start, in epoch milliseconds. */
  readonly startedAt: number
  readonly listeners: readonly Listener[]
  /**
   * Applies the settings: opens, closes or moves the listener. Its clients stay if the address stays the same. A
   * rejection is that of the socket; the listener is then closed and has its former settings.
   */
  applyListener(settings: ListenerSettings): Promise<void>
  /** Ends the connections of the listener and closes it until it is applied again. */
  closeListener(id: string): Promise<void>
  removeListener(id: string): Promise<void>
  /**
   * Returns counters since the node started, with EMQX's flat metric names (`packets.publish.received`,
   * `messages.dropped.no_subscribers`, …).
   */
  metrics(): Readonly<Record<string, number>>
  /** Returns the stats with EMQX's flat stat names (`connections.count`, `connections.max`, …). */
  stats(): Readonly<Record<string, number>>
  start(): Promise<void>
  /** Closes listeners and connections as a crash would: sessions, alarms and counters of the node are gone. */
  stop(): Promise<void>
}

export interface Route {
  /** The topic filter, with the prefix `$share/group/` for shared subscriptions. */
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
  /** A node accepted a message; `$SYS` messages are included. */
  published: { readonly message: Message; readonly node: string }
  /** A message was sent to a client for the first time; `qos` is the QoS of this delivery. */
  delivered: { readonly session: Session; readonly message: Message; readonly qos: QoS }
  /**
   * The client acknowledged a message; `said` holds the properties that it sent. A QoS 2 message is acknowledged when
   * it is received (PUBREC).
   */
  acked: { readonly session: Session; readonly message: Message; readonly said: AckProperties | undefined }
  /** A message that waited for its client is finished: acknowledged, or sent if its QoS is 0. */
  completed: { readonly session: Session; readonly delivery: CompletedDelivery }
  /**
   * A message was dropped. `clientid` is the receiver's; undefined if there was no receiver. `node` is the receiver's
   * node, or the publisher's without a receiver.
   */
  dropped: {
    readonly message: Message
    readonly reason: DropReason
    readonly clientid: string | undefined
    readonly node: string
  }
  'node-started': { readonly node: string }
  'node-stopped': { readonly node: string }
  'storage-failed': { readonly error: Error }
  /** A client reached a limit on what this broker stores. */
  overrun: { readonly overrun: Overrun; readonly clientid: string }
}

export interface Cluster extends ScreenedCluster<Message>, HookedCluster<Message> {
  readonly name: string
  /** All nodes of the cluster, including stopped ones, without nodes that left. */
  readonly nodes: readonly BrokerNode[]
  /** Stops a node and removes it from the cluster; resolves to false if it is not a member. */
  leave(node: string): Promise<boolean>
  /** Starts a node that left and adds it to the cluster again; resolves to false if no node of this name left. */
  join(node: string): Promise<boolean>
  /** Iterates over the sessions on running nodes, connected or not; in insertion order per node. */
  sessions(): Iterable<Session>
  session(clientid: string): Session | undefined
  /**
   * Ends the session: a connected client gets DISCONNECT 0x98 (MQTT 5) and loses its connection; the session state is
   * deleted.
   */
  kick(clientid: string): boolean
  subscribe(clientid: string, topic: string, options: SubscriptionOptions): SubscribeResult
  unsubscribe(clientid: string, topic: string): SubscribeResult
  setKeepalive(clientid: string, seconds: number): boolean
  /**
   * Publishes a message on behalf of the API; resolves to the message and the number of subscriptions (cluster-wide)
   * that it reached.
   */
  publish(request: PublishRequest): Promise<{ readonly message: Message; readonly receivers: number }>
  readonly settings: BrokerSettings
  readonly trace: Tracing
  readonly load: BrokerLoad
  /** Sets the settings that are in force from now on; settings that are not given stay. */
  configure(settings: Partial<BrokerSettings>): void
  routes(): ReadonlySet<Route>
  /** Returns the routes of a node, without shared subscriptions. */
  directRoutes(node: string): ReadonlySet<Route>
  /**
   * Returns the routes of a filter with its share prefix; without a prefix, the routes of that filter in all groups.
   */
  routesTo(topic: string): readonly Route[]
  subscriptionsTo(filter: string): Iterable<Subscribed>
  /** Returns the subscriptions to filters that `filter` covers. */
  subscriptionsUnder(filter: string): Iterable<Subscribed>
  retained(filter?: string): readonly Message[]
  /** Removes these retained messages, except where the topic has another message by now. */
  dropRetained(messages: readonly Message[]): Promise<void>
  readonly delayed: DelayedQueue
  readonly capacity: CapacityFigures
  /** Loads the retained messages that the store holds now. */
  reloadRetained(): void
  setAdmission(check: Admit): void
  readonly evictions: Evictions
  /** Sets the functions that authenticate and authorize clients from now on; a function that is not given stays. */
  setAccess(part: Partial<AccessControl>): void
  /** Serves MQTT on a byte stream without a socket, as a connection of that node. */
  attach(node: string, stream: Duplex, peer?: Partial<Peer>): void
  /** Connects a client that does not speak MQTT, as a guest of that node. */
  receive(node: string, guest: NonMqttClient): ClusterPort
  /**
   * Adds a listener and returns a function that removes it. Listeners run in the middle of the broker's work: they
   * must not throw.
   */
  on<Name extends keyof ClusterEvents>(name: Name, listener: (event: ClusterEvents[Name]) => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}
