import type { DropReason, Message, ProtocolVersion, Session, StoredMessage, Subscription } from './cluster.ts'
import type { EventHub } from './cluster-events.ts'
import type { Home } from './home.ts'
import type { Link, SendResult } from './link.ts'
import { asQos, isExpired } from './message.ts'
import { Outbox, type OutboxEntry } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'
import type { Records } from './records.ts'
import { zeroCounters } from './session-counters.ts'
import type { Subscriber } from './subscriber.ts'

/** What a client says of itself when it connects. */
export interface SessionDetails {
  readonly username: string | undefined
  readonly protocolName: 'MQTT' | 'MQIsdp'
  readonly protocolVersion: ProtocolVersion
  readonly ipAddress: string
  readonly port: number
  readonly listener: string
  keepalive: number
  readonly isCleanStart: boolean
  expiryInterval: number
  readonly isBridge: boolean
  readonly connectedAt: number
}

export interface SessionServices {
  readonly now: () => number
  readonly records: Records
  readonly events: EventHub
}

export const awaitingRelMax = 100

export class MqttSession implements Session, Subscriber {
  readonly clientid: string
  readonly createdAt: number
  readonly subscriptions = new Map<string, Subscription>()
  readonly outbox = new Outbox()
  /** Packet identifiers of received QoS 2 messages not yet released, with the time of their arrival. */
  readonly awaitingRel = new Map<number, number>()
  /** Has a record in the store, and so have its messages. */
  isStored = false
  home: Home
  details: SessionDetails
  disconnectedAt: number | undefined
  counters = zeroCounters()
  #link: Link | undefined
  readonly #services: SessionServices

  constructor(
    clientid: string,
    home: Home,
    details: SessionDetails,
    services: SessionServices,
    createdAt = services.now(),
  ) {
    this.clientid = clientid
    this.home = home
    this.details = details
    this.createdAt = createdAt
    this.#services = services
  }

  get node() {
    return this.home.name
  }
  get link() {
    return this.#link
  }
  get isConnected() {
    return this.#link !== undefined
  }
  get username() {
    return this.details.username
  }
  get protocolName() {
    return this.details.protocolName
  }
  get protocolVersion() {
    return this.details.protocolVersion
  }
  get ipAddress() {
    return this.details.ipAddress
  }
  get port() {
    return this.details.port
  }
  get listener() {
    return this.details.listener
  }
  get keepalive() {
    return this.details.keepalive
  }
  get isCleanStart() {
    return this.details.isCleanStart
  }
  get expiryInterval() {
    return this.details.expiryInterval
  }
  get isBridge() {
    return this.details.isBridge
  }
  get connectedAt() {
    return this.details.connectedAt
  }
  get isWebSocket() {
    return this.details.listener.startsWith('ws:')
  }
  get isPersistent() {
    return this.details.expiryInterval > 0
  }
  get mqueueMax() {
    return this.outbox.max
  }
  get mqueueDropped() {
    return this.outbox.dropped
  }
  get mqueueLength() {
    return this.outbox.queue.length
  }
  get inflightMax() {
    return this.outbox.inflightMax
  }
  get inflightCount() {
    return this.outbox.inflight.size
  }
  get awaitingRelCount() {
    return this.awaitingRel.size
  }
  get awaitingRelMax() {
    return awaitingRelMax
  }

  mqueue(): readonly StoredMessage[] {
    return [...this.outbox.queue]
  }

  inflight(): readonly StoredMessage[] {
    return [...this.outbox.inflight.values()]
  }

  bind(link: Link, home: Home, details: SessionDetails, receiveMaximum: number): void {
    this.#link = link
    this.home = home
    this.details = details
    this.counters = link.counters
    this.disconnectedAt = undefined
    this.outbox.inflightMax = Math.min(32, receiveMaximum)
  }

  unbind(at: number): void {
    this.#link = undefined
    this.disconnectedAt = at
  }

  deliver(outgoing: Outgoing, subscription: Subscription, isReplay = false): Promise<void> | undefined {
    const { message } = outgoing
    if (subscription.nl === 1 && message.fromClientid === this.clientid) {
      this.#drop(message, 'no_local')
      return undefined
    }
    const qos = asQos(Math.min(message.qos, subscription.qos))
    const retain = isReplay || (subscription.rap === 1 && message.retain)
    const { subscriptionIdentifier, filter, group } = subscription
    if (qos === 0 && this.#link !== undefined) {
      this.#countDelivery(message, this.#link.sendQos0(outgoing, retain, subscriptionIdentifier))
      return undefined
    }
    const entry: OutboxEntry = {
      message: message.qos === qos && message.retain === retain ? message : { ...message, qos, retain },
      insertedAt: this.outbox.stamp(this.#services.now()),
      priority: 0,
      packetId: undefined,
      isReleased: false,
      subscriptionIdentifier,
      share: group === undefined ? undefined : { filter, group },
    }
    const isSentNow = this.#link !== undefined && this.outbox.hasRoom
    if (isSentNow) this.outbox.admit(entry)
    else {
      const lost = this.outbox.enqueue(entry)
      if (lost !== undefined) this.#drop(lost.message, 'queue_full')
      if (lost !== undefined) this.#forget(lost)
    }
    const stored =
      qos > 0 && this.isStored ? this.#services.records.putQueued(this.clientid, entry) : undefined
    if (isSentNow) this.#send(entry, false)
    return stored
  }

  /** PUBACK, PUBCOMP, or PUBREC with an error: the exchange is over. False if nothing was waiting for it. */
  complete(packetId: number): boolean {
    const entry = this.outbox.inflight.get(packetId)
    if (entry === undefined) return false
    this.outbox.inflight.delete(packetId)
    this.#forget(entry)
    this.drain()
    return true
  }

  /** PUBREC: from now on only PUBREL is repeated. */
  release(packetId: number): boolean {
    const entry = this.outbox.inflight.get(packetId)
    if (entry === undefined || entry.message.qos !== 2) return false
    entry.isReleased = true
    if (this.isStored) void this.#services.records.putQueued(this.clientid, entry)
    return true
  }

  /** MQTT-4.4.0-1: what was not acknowledged is sent again after a reconnect, then the queue. */
  resume(): void {
    for (const entry of [...this.outbox.inflight.values()]) {
      if (entry.isReleased && entry.packetId !== undefined) this.#link?.sendPubrel(entry.packetId)
      else this.#send(entry, true)
    }
    this.drain()
  }

  drain(): void {
    while (this.#link !== undefined) {
      const entry = this.outbox.next()
      if (entry === undefined) return
      if (isExpired(entry.message, this.#services.now())) {
        this.#drop(entry.message, 'expired')
        this.#forget(entry)
        continue
      }
      if (entry.message.qos > 0) {
        this.outbox.admit(entry)
        if (this.isStored) void this.#services.records.putQueued(this.clientid, entry)
      }
      this.#send(entry, false)
    }
  }

  #send(entry: OutboxEntry, dup: boolean): void {
    const result = this.#link?.sendEntry(entry, dup)
    if (result === undefined) return
    if (!dup) this.#countDelivery(entry.message, result)
    if (result !== 'too-large' || entry.packetId === undefined) return
    this.outbox.inflight.delete(entry.packetId)
    this.#forget(entry)
  }

  #forget(entry: OutboxEntry): void {
    if (entry.message.qos > 0 && this.isStored) {
      void this.#services.records.removeQueued(this.clientid, entry)
    }
  }

  #countDelivery(message: Message, result: SendResult): void {
    if (result === 'sent') this.home.metrics.count('messages.delivered')
    else this.#drop(message, result === 'too-large' ? 'too_large' : 'qos0_msg')
  }

  #drop(message: Message, reason: Exclude<DropReason, 'no_subscribers'>): void {
    this.home.metrics.count('delivery.dropped')
    this.home.metrics.count(`delivery.dropped.${reason}`)
    const { counters } = this
    counters.sendMsgDropped++
    if (reason === 'expired') counters.sendMsgDroppedExpired++
    else if (reason === 'queue_full') counters.sendMsgDroppedQueueFull++
    else if (reason === 'too_large') counters.sendMsgDroppedTooLarge++
    this.#services.events.emit('dropped', { message, reason, clientid: this.clientid })
  }
}
