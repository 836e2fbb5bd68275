import type { Faults } from '../../runtime/faults.ts'
import type { SessionDetails } from '../client/client-details.ts'
import { reasons } from '../client/reason.ts'
import type { Settings } from '../client/settings.ts'
import type { BrokerLoad } from '../connection/broker-load.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Tracing } from '../events/tracing.ts'
import type { Capacity } from '../limits/capacity.ts'
import type { DropReason, Message, QoS, Session, Subscription } from '../node/cluster.ts'
import type { EventHub } from '../node/cluster-events.ts'
import { sizeOfMessage } from '../persistence/message-record.ts'
import type { Records } from '../persistence/records.ts'
import { asQos, isExpired } from '../routing/message.ts'
import { dropMessage } from './drop-message.ts'
import type { Link, SendResult } from './link.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'
import { zeroCounters } from './session-counters.ts'
import { SessionFigures } from './session-figures.ts'
import type { Subscriber } from './subscriber.ts'

export interface SessionServices {
  readonly now: () => number
  readonly settings: Settings
  readonly records: Records
  readonly events: EventHub
  readonly trace: Tracing
  readonly capacity: Capacity
  readonly faults: Faults
  readonly load: BrokerLoad
}

export class MqttSession extends SessionFigures implements Session, Subscriber {
  readonly clientid: string
  readonly createdAt: number
  readonly subscriptions = new Map<string, Subscription>()
  /** True if the session and its messages have records in the store. */
  isStored = false
  /** True if the session has ended; some of its subscriptions may still refer to it. */
  isOver = false
  nodeContext: NodeContext
  disconnectedAt: number | undefined
  counters = zeroCounters()
  /** The number of messages that waited when the last connection began. */
  #backlog = 0
  #link: Link | undefined
  readonly #services: SessionServices

  constructor(
    clientid: string,
    nodeContext: NodeContext,
    details: SessionDetails,
    services: SessionServices,
    createdAt = services.now(),
  ) {
    super(details, services.settings.mqtt)
    this.clientid = clientid
    this.nodeContext = nodeContext
    this.createdAt = createdAt
    this.#services = services
    this.outbox.maxBytes = services.capacity.limits.sessionBytes
  }

  get node() {
    return this.nodeContext.name
  }
  get link() {
    return this.#link
  }
  get isConnected() {
    return this.#link !== undefined
  }
  bind(link: Link, nodeContext: NodeContext, details: SessionDetails, receiveMaximum: number): void {
    this.#link = link
    this.nodeContext = nodeContext
    this.details = details
    this.counters = link.counters
    this.disconnectedAt = undefined
    this.rules = this.#services.settings.mqtt
    this.outbox.max = this.rules.maxQueueLength
    this.outbox.inflightMax = Math.min(this.rules.maxInflight, receiveMaximum)
    this.#backlog = this.outbox.queue.length
  }

  unbind(at: number): void {
    this.#link = undefined
    this.disconnectedAt = at
  }

  deliver(outgoing: Outgoing, subscription: Subscription, isReplay = false): Promise<void> | undefined {
    const { message } = outgoing
    if (this.isOver) return undefined
    if (subscription.nl === 1 && message.fromClientid === this.clientid) {
      this.#drop(message, 'no_local')
      return undefined
    }
    const qos = this.rules.upgradesQos
      ? asQos(Math.max(message.qos, subscription.qos))
      : asQos(Math.min(message.qos, subscription.qos))
    const retain = isReplay || (subscription.rap === 1 && message.retain)
    const { subscriptionIdentifier, filter, group } = subscription
    if (qos === 0 && this.#link !== undefined) {
      this.#countDelivery(message, 0, this.#link.sendQos0(outgoing, retain, subscriptionIdentifier))
      return undefined
    }
    const entry: OutboxEntry = {
      message: message.qos === qos && message.retain === retain ? message : { ...message, qos, retain },
      insertedAt: this.outbox.stamp(this.#services.now()),
      priority: this.getPriority(message.topic),
      packetId: undefined,
      isReleased: false,
      subscriptionIdentifier,
      share: group === undefined ? undefined : { filter, group },
      size: sizeOfMessage(message),
    }
    const isSentNow = this.#link !== undefined && this.outbox.hasRoom
    if (isSentNow) this.outbox.admit(entry)
    else if (qos === 0 && !this.rules.storesQos0) {
      this.#drop(message, 'qos0_msg')
      return undefined
    } else if (!this.#queue(entry)) return undefined
    else this.#watchQueue()
    this.#services.capacity.hold(entry.message)
    const stored =
      qos > 0 && this.isStored ? this.#services.records.putQueued(this.clientid, entry) : undefined
    if (isSentNow) this.#send(entry, false)
    return stored
  }

  /** Queues an entry; returns false if the entry itself was dropped. */
  #queue(entry: OutboxEntry): boolean {
    const { capacity } = this.#services
    if (!capacity.hasRoomFor(entry.message)) {
      this.outbox.dropped++
      this.#drop(entry.message, 'queue_full')
      capacity.overran('message-bytes', this.clientid)
      return false
    }
    const isFull = this.outbox.queue.bytes + entry.size > this.outbox.maxBytes
    const lost = this.outbox.enqueue(entry)
    for (const one of lost) {
      this.#drop(one.message, 'queue_full')
      if (one !== entry) this.#forget(one)
    }
    if (isFull && lost.length > 0) capacity.overran('session-bytes', this.clientid)
    return !lost.includes(entry)
  }

  /** Restores an entry that waited before the restart of the broker. */
  restoreEntry(entry: OutboxEntry): void {
    this.#services.capacity.hold(entry.message)
    for (const one of this.outbox.restore(entry)) {
      this.outbox.dropped++
      this.#forget(one)
    }
  }

  /** Releases all messages at the end of the session. */
  releaseAll(): void {
    for (const { message } of this.outbox.inflight.values()) this.#services.capacity.release(message)
    for (const { message } of this.outbox.queue) this.#services.capacity.release(message)
  }

  /**
   * Completes an exchange after PUBACK, PUBCOMP, or PUBREC with an error. Returns false if no message waited for it.
   */
  complete(packetId: number): boolean {
    const entry = this.outbox.inflight.get(packetId)
    if (entry === undefined) return false
    this.outbox.inflight.delete(packetId)
    this.#forget(entry)
    this.#completeEntry(entry)
    this.drain()
    return true
  }

  /** Handles a PUBREC: from now on only PUBREL is repeated. */
  release(packetId: number): boolean {
    const entry = this.outbox.inflight.get(packetId)
    if (entry === undefined || entry.message.qos !== 2) return false
    entry.isReleased = true
    if (this.isStored) void this.#services.records.putQueued(this.clientid, entry)
    return true
  }

  /** Sends the unacknowledged messages again after a reconnect (MQTT-4.4.0-1), then the queue. */
  resume(): void {
    for (const entry of [...this.outbox.inflight.values()]) {
      if (entry.isReleased && entry.packetId !== undefined) this.#link?.sendPubrel(entry.packetId)
      else this.#send(entry, true)
    }
    this.drain()
  }

  /** Sends messages again whose acknowledgement is overdue. */
  retry(now: number): void {
    const { retryInterval } = this.rules
    if (this.#link === undefined || retryInterval === Number.POSITIVE_INFINITY) return
    for (const entry of [...this.outbox.inflight.values()]) {
      if (now - (entry.sentAt ?? now) < retryInterval) continue
      entry.sentAt = now
      if (entry.isReleased && entry.packetId !== undefined) this.#link.sendPubrel(entry.packetId)
      else this.#send(entry, true)
    }
  }

  getPriority(topic: string): number {
    const { queuePriorities, defaultPriority } = this.rules
    return queuePriorities === undefined ? 0 : (queuePriorities.get(topic) ?? defaultPriority)
  }

  drain(): void {
    while (this.#link !== undefined) {
      const entry = this.outbox.next()
      if (entry === undefined) return
      if (isExpired(entry.message, this.#services.now(), this.rules.messageExpiry)) {
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
    entry.sentAt = this.#services.now()
    if (!dup) {
      entry.begunAt = entry.sentAt
      this.#countDelivery(entry.message, entry.message.qos, result)
      if (entry.message.qos === 0) this.#services.capacity.release(entry.message)
      if (entry.message.qos === 0 && result === 'sent') this.#completeEntry(entry)
    }
    if (result !== 'too-large' || entry.packetId === undefined) return
    this.outbox.inflight.delete(entry.packetId)
    this.#forget(entry)
  }

  /**
   * EMQX ends the process of a connection whose mailbox grows too long; here the queue of a slow client counts as
   * that mailbox.
   */
  #watchQueue(): void {
    const { isEnabled, maxMessages } = this.#services.settings.forceShutdown
    this.#backlog = Math.min(this.#backlog, this.outbox.queue.length)
    const link = this.#link
    if (link === undefined || !isEnabled || this.outbox.queue.length - this.#backlog <= maxMessages) return
    // Ending the connection at once would interrupt the delivery of a message to all its receivers.
    queueMicrotask(() => link.disconnect(reasons.queueTooLong))
  }

  #forget(entry: OutboxEntry): void {
    this.#services.capacity.release(entry.message)
    if (entry.message.qos > 0 && this.isStored) {
      void this.#services.records.removeQueued(this.clientid, entry)
    }
  }

  #countDelivery(message: Message, qos: QoS, result: SendResult): void {
    if (result !== 'sent') {
      this.#drop(message, result === 'too-large' ? 'too_large' : 'qos0_msg')
      return
    }
    this.nodeContext.metrics.count('messages.delivered')
    const { events } = this.#services
    if (events.isHeard('delivered')) events.emit('delivered', { session: this, message, qos })
  }

  #completeEntry({ message: { topic, publishAt }, insertedAt, begunAt: sentAt }: OutboxEntry): void {
    const { events } = this.#services
    if (sentAt === undefined || !events.isHeard('completed')) return
    const queuedAt = Number(insertedAt.slice(0, -6))
    events.emit('completed', { session: this, delivery: { topic, publishAt, queuedAt, sentAt } })
  }

  #drop(message: Message, reason: Exclude<DropReason, 'no_subscribers'>): void {
    dropMessage(this, message, reason, this.#services)
  }
}
