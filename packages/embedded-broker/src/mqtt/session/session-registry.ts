import type { SessionDetails } from '../client/client-details.ts'
import { type Reason, reasons } from '../client/reason.ts'
import type { ClusterGauges, NodeContext } from '../connection/node-context.ts'
import type { PacketProperties, SessionTurn } from '../events/client-events.ts'
import type { Deadlines } from '../limits/deadlines.ts'
import type { Subscription } from '../node/cluster.ts'
import { sessionToRecord } from '../persistence/session-record.ts'
import { ExclusiveFilters } from '../routing/exclusive-filters.ts'
import type { Router } from '../routing/router.ts'
import type { Link } from './link.ts'
import { MqttSession, type SessionServices } from './session.ts'
import { subscribing, unsubscribing } from './trace-subscription.ts'
import type { Will, Wills } from './wills.ts'

const neverExpires = 0xffffffff
const letGoAtOnce = 5000

export interface OpenRequest {
  readonly clientid: string
  readonly nodeContext: NodeContext
  readonly link: Link
  readonly details: SessionDetails
  readonly receiveMaximum: number
}

interface Subscribed {
  readonly isNew: boolean
  readonly stored: Promise<void> | undefined
}

interface SessionRegistryDeps {
  readonly services: SessionServices
  readonly router: Router
  readonly wills: Wills
  readonly deadlines: Deadlines
  readonly gauges: ClusterGauges
}

/** Holds all sessions of the cluster and starts, moves and ends them. */
export class SessionRegistry {
  readonly #exclusive = new ExclusiveFilters()
  readonly #parts: SessionRegistryDeps
  readonly #sessions = new Map<string, MqttSession>()

  constructor(parts: SessionRegistryDeps) {
    this.#parts = parts
  }

  get(clientid: string): MqttSession | undefined {
    return this.#sessions.get(clientid)
  }

  all(): Iterable<MqttSession> {
    return this.#sessions.values()
  }

  /**
   * Opens a session for a CONNECT: the existing session, or a new session if there is none or a clean start is
   * requested (MQTT 5 §3.1.2.4).
   */
  open(request: OpenRequest): { readonly session: MqttSession; readonly isPresent: boolean } {
    const { clientid, nodeContext, link, details, receiveMaximum } = request
    const { wills, deadlines } = this.#parts
    const before = this.#sessions.get(clientid)
    if (before?.link !== undefined) {
      if (!details.isCleanStart) this.#noteTurn(before, 'takenover')
      before.link.disconnect(details.isCleanStart ? reasons.discarded : reasons.takenOver)
    }
    if (before !== undefined && details.isCleanStart) {
      this.#noteTurn(before, 'discarded')
      this.end(before)
    }
    const kept = this.#sessions.get(clientid)
    const session = kept ?? new MqttSession(clientid, nodeContext, details, this.#parts.services)
    deadlines.delete(`session:${clientid}`)
    wills.cancel(clientid)
    if (kept === undefined) this.#enter(session)
    else if (kept.nodeContext !== nodeContext) this.#move(kept, nodeContext)
    session.bind(link, nodeContext, details, receiveMaximum)
    this.#noteTurn(session, kept === undefined ? 'created' : 'resumed')
    nodeContext.gauges.live.add(1)
    return { session, isPresent: kept !== undefined }
  }

  #noteTurn(session: MqttSession, turn: SessionTurn): void {
    session.nodeContext.metrics.count(`session.${turn}`)
    this.#parts.services.events.emit('session', { session, turn })
  }

  /** Detaches the session from its closed connection. */
  detach(session: MqttSession, reason: Reason, will: Will | undefined): void {
    const { services, wills, deadlines } = this.#parts
    const now = services.now()
    session.unbind(now)
    session.nodeContext.gauges.live.add(-1)
    session.nodeContext.metrics.count('client.disconnected')
    services.events.emit('disconnected', { session, reason: reason.word, properties: reason.properties })
    const { expiryInterval, clientid } = session
    if (will !== undefined) {
      const delay = Math.min(will.delaySeconds, expiryInterval)
      wills.schedule(will, session, delay)
    }
    if (!session.isPersistent) {
      this.end(session)
      return
    }
    void this.save(session)
    if (expiryInterval !== neverExpires) {
      deadlines.set(`session:${clientid}`, now + expiryInterval * 1000, () => this.end(session))
    }
  }

  end(session: MqttSession): void {
    if (this.#sessions.get(session.clientid) !== session) return
    const { router } = this.#parts
    this.#forget(session)
    this.#noteTurn(session, 'terminated')
    this.#parts.wills.flush(session.clientid)
    for (const { message, share, isReleased } of [
      ...session.outbox.inflight.values(),
      ...session.outbox.queue,
    ]) {
      if (share === undefined || message.qos === 0 || isReleased) continue
      void router.redispatch(message, share.filter, share.group)
    }
  }

  /** Removes the session because its node crashed: without will and redelivery. */
  vanish(session: MqttSession): void {
    this.#parts.wills.cancel(session.clientid)
    session.unbind(this.#parts.services.now())
    this.#forget(session)
  }

  /**
   * Removes the subscriptions in slices, so that other clients are served in between. Meanwhile the session accepts
   * no messages any more.
   */
  #letGo(session: MqttSession, subscriptions: readonly Subscription[]): void {
    const { router, services } = this.#parts
    for (const subscription of subscriptions.slice(0, letGoAtOnce)) {
      router.remove(session, subscription)
      services.capacity.countFilter(subscription.filter, -1)
      this.#exclusive.release(subscription.filter, session)
    }
    if (subscriptions.length <= letGoAtOnce) return
    setImmediate(() =>
      services.faults.contain('timer', 'unsubscribe_rest', () =>
        this.#letGo(session, subscriptions.slice(letGoAtOnce)),
      ),
    )
  }

  #forget(session: MqttSession): void {
    const { deadlines, gauges } = this.#parts
    const { clientid } = session
    this.#sessions.delete(clientid)
    deadlines.delete(`session:${clientid}`)
    session.isOver = true
    this.#letGo(session, [...session.subscriptions.values()])
    session.releaseAll()
    session.nodeContext.gauges.subscriptions.add(-session.subscriptions.size)
    session.nodeContext.gauges.sessions.add(-1)
    gauges.sessions.add(-1)
    this.#unstore(session)
  }

  /** Moves a session without a connected client to another node. */
  hand(session: MqttSession, nodeContext: NodeContext): void {
    this.#move(session, nodeContext)
    void this.save(session)
  }

  /** Resends messages of all sessions and releases packet identifiers whose time has passed. */
  tick(): void {
    const now = this.#parts.services.now()
    for (const session of this.#sessions.values()) {
      session.retry(now)
      // EMQX's await_rel_timeout: a packet identifier whose PUBREL never arrives is released.
      for (const [packetId, since] of session.awaitingRel) {
        if (since > now - session.rules.awaitRelTimeout) break
        session.awaitingRel.delete(packetId)
        session.counters.recvMsgDropped++
        session.counters.recvMsgDroppedAwaitPubrelTimeout++
        session.nodeContext.metrics.count('messages.dropped')
        session.nodeContext.metrics.count('messages.dropped.await_pubrel_timeout')
        if (session.isStored) void this.#parts.services.records.removeAwaiting(session.clientid, packetId)
      }
    }
  }

  /** Claims an exclusive filter; returns false if another session holds it. */
  claims(session: MqttSession, filter: string): boolean {
    return this.#exclusive.claim(filter, session)
  }

  /** Subscribes; `stored` is undefined if there is no write to wait for. */
  subscribe(session: MqttSession, subscription: Subscription, properties?: PacketProperties): Subscribed {
    const { trace, events, records, capacity } = this.#parts.services
    const isNew = !session.subscriptions.has(subscription.topic)
    session.subscriptions.set(subscription.topic, subscription)
    if (subscription.isExclusive !== true) this.#exclusive.release(subscription.filter, session)
    this.#parts.router.add(session, subscription)
    if (isNew) session.nodeContext.gauges.subscriptions.add(1)
    if (isNew) capacity.countFilter(subscription.filter, 1)
    trace.write?.(subscribing(session, subscription))
    events.emit('subscribed', { session, subscription, properties })
    const stored = session.isStored ? records.putSubscription(session.clientid, subscription) : undefined
    return { isNew, stored }
  }

  /** Unsubscribes; returns undefined if there was no such subscription. */
  unsubscribe(
    session: MqttSession,
    topic: string,
    properties?: PacketProperties,
  ): Pick<Subscribed, 'stored'> | undefined {
    const { trace, events, records, capacity } = this.#parts.services
    const subscription = session.subscriptions.get(topic)
    if (subscription === undefined) return undefined
    session.subscriptions.delete(topic)
    this.#exclusive.release(subscription.filter, session)
    this.#parts.router.remove(session, subscription)
    session.nodeContext.gauges.subscriptions.add(-1)
    capacity.countFilter(subscription.filter, -1)
    trace.write?.(unsubscribing(session, subscription))
    events.emit('unsubscribed', { session, subscription, properties })
    return { stored: session.isStored ? records.removeSubscription(session.clientid, topic) : undefined }
  }

  /**
   * Stores the session without its subscriptions, which are stored one by one. Returns undefined if there is no write
   * to wait for.
   */
  save(session: MqttSession): Promise<void> | undefined {
    if (!session.isPersistent) {
      this.#unstore(session)
      return undefined
    }
    const { records } = this.#parts.services
    const stored = records.putSession(session.clientid, sessionToRecord(session))
    if (session.isStored) return stored
    session.isStored = true
    for (const subscription of session.subscriptions.values()) {
      void records.putSubscription(session.clientid, subscription)
    }
    return stored
  }

  /** Adds a session that was read from the store. */
  restore(session: MqttSession, expiresAt: number): void {
    this.#enter(session)
    for (const subscription of session.subscriptions.values()) {
      this.#parts.router.add(session, subscription)
      this.#parts.services.capacity.countFilter(subscription.filter, 1)
      if (subscription.isExclusive === true) this.#exclusive.claim(subscription.filter, session)
    }
    session.nodeContext.gauges.subscriptions.add(session.subscriptions.size)
    if (session.expiryInterval === neverExpires) return
    this.#parts.deadlines.set(`session:${session.clientid}`, expiresAt, () => this.end(session))
  }

  #unstore(session: MqttSession): void {
    if (!session.isStored) return
    session.isStored = false
    const { records } = this.#parts.services
    const { clientid, outbox } = session
    void records.removeKey('session', clientid)
    for (const topic of session.subscriptions.keys()) void records.removeSubscription(clientid, topic)
    for (const entry of [...outbox.inflight.values(), ...outbox.queue]) {
      if (entry.message.qos > 0) void records.removeQueued(clientid, entry)
    }
    for (const packetId of session.awaitingRel.keys()) void records.removeAwaiting(clientid, packetId)
  }

  #enter(session: MqttSession): void {
    this.#sessions.set(session.clientid, session)
    session.nodeContext.gauges.sessions.add(1)
    this.#parts.gauges.sessions.add(1)
  }

  #move(session: MqttSession, nodeContext: NodeContext): void {
    const { router } = this.#parts
    const subscriptions = [...session.subscriptions.values()]
    for (const subscription of subscriptions) router.remove(session, subscription)
    session.nodeContext.gauges.subscriptions.add(-subscriptions.length)
    session.nodeContext.gauges.sessions.add(-1)
    session.nodeContext = nodeContext
    for (const subscription of subscriptions) router.add(session, subscription)
    nodeContext.gauges.subscriptions.add(subscriptions.length)
    nodeContext.gauges.sessions.add(1)
  }
}
