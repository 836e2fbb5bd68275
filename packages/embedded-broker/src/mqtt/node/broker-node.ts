import type { Duplex } from 'node:stream'
import type { ListenerSettings } from '../../listen/listener-settings.ts'
import type { Site } from '../../listen/listening-place.ts'
import type { Faults } from '../../runtime/faults.ts'
import { reasons } from '../client/reason.ts'
import { unlimited } from '../client/settings.ts'
import type { BrokerServices } from '../connection/broker-services.ts'
import { Channel } from '../connection/channel.ts'
import { type ClusterGauges, collectStats, type NodeContext } from '../connection/node-context.ts'
import type { Peer } from '../events/client-events.ts'
import { listenerLimits } from '../limits/listener-limits.ts'
import { TokenBucket } from '../limits/token-bucket.ts'
import type { BrokerNode, Listener } from './cluster.ts'
import { type DoorEvents, NodeListeners } from './node-listeners.ts'

const lookAgainMilliseconds = 50

/** Admits connections no faster than all its rates allow; connections that come earlier wait unread. */
class ConnectionGate {
  readonly #rates: readonly TokenBucket[]
  readonly #waiting: { readonly stream: Duplex; readonly open: () => void }[] = []
  readonly #faults: Faults
  #timer: NodeJS.Timeout | undefined

  constructor(rates: readonly TokenBucket[], faults: Faults) {
    this.#rates = rates
    this.#faults = faults
  }

  enter(stream: Duplex, open: () => void): void {
    if (this.#waiting.length === 0 && this.#tryTake()) {
      open()
      return
    }
    // No other listener is attached yet, and an unhandled `error` event ends the process.
    stream.on('error', () => stream.destroy())
    this.#waiting.push({ stream, open })
    this.#timer ??= setInterval(() => this.#letIn(), lookAgainMilliseconds).unref()
  }

  /** Destroys the waiting connections. */
  close(): void {
    for (const { stream } of this.#waiting.splice(0)) stream.destroy()
    this.#stopLooking()
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!next.stream.destroyed && !this.#tryTake()) return
      this.#waiting.shift()
      if (!next.stream.destroyed) this.#faults.contain('packet', 'connection', next.open)
    }
    this.#stopLooking()
  }

  #tryTake(): boolean {
    if (!this.#rates.every((rate) => rate.has())) return false
    for (const rate of this.#rates) rate.take()
    return true
  }

  #stopLooking(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** A node with its listeners, connections and metrics. */
export class MqttNode implements BrokerNode {
  readonly role = 'core'
  readonly nodeContext: NodeContext
  readonly site: Site
  isRunning = false
  startedAt = 0
  readonly #core: BrokerServices
  readonly #clusterGauges: ClusterGauges
  readonly #channels = new Set<Channel>()
  readonly #connections = new Map<string, number>()
  readonly #doors: NodeListeners
  readonly #gates = new Map<string, ConnectionGate>()

  constructor(
    core: BrokerServices,
    nodeContext: NodeContext,
    site: Site,
    listeners: () => readonly ListenerSettings[],
    clusterGauges: ClusterGauges,
  ) {
    this.#core = core
    this.nodeContext = nodeContext
    this.site = site
    this.#clusterGauges = clusterGauges
    const events: DoorEvents = {
      onAccept: (listener, { stream, ...origin }) => this.attach(stream, { ...origin, listener }),
      onClose: (listener) => this.#dismiss(listener),
      countConnections: (listener) => this.#connections.get(listener) ?? 0,
    }
    this.#doors = new NodeListeners(site, events, listeners)
  }

  get name(): string {
    return this.nodeContext.name
  }

  get listeners(): readonly Listener[] {
    return this.#doors.list()
  }

  applyListener(settings: ListenerSettings): Promise<void> {
    return this.#doors.apply(settings)
  }

  closeListener(id: string): Promise<void> {
    return this.#doors.close(id)
  }

  removeListener(id: string): Promise<void> {
    return this.#doors.remove(id)
  }

  metrics(): Readonly<Record<string, number>> {
    return this.nodeContext.metrics.snapshot()
  }

  stats(): Readonly<Record<string, number>> {
    return collectStats(this.nodeContext, this.#clusterGauges)
  }

  async start(): Promise<void> {
    if (this.isRunning) return
    await this.#doors.openAll()
    this.isRunning = true
    this.startedAt = this.#core.now()
    this.#core.events.emit('node-started', { node: this.name })
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return
    this.isRunning = false
    for (const gate of this.#gates.values()) gate.close()
    for (const channel of this.#channels) channel.abort()
    this.#channels.clear()
    this.#connections.clear()
    for (const session of [...this.#core.registry.all()]) {
      if (session.nodeContext === this.nodeContext) this.#core.registry.vanish(session)
    }
    this.nodeContext.metrics.reset()
    for (const gauge of Object.values(this.nodeContext.gauges)) gauge.reset()
    await this.#doors.closeAll()
    this.#core.events.emit('node-stopped', { node: this.name })
  }

  /** Shuts the node down and keeps its sessions for the next start of the cluster. */
  async shutDown(leave: (channel: Channel) => void): Promise<void> {
    if (!this.isRunning) return
    this.isRunning = false
    for (const gate of this.#gates.values()) gate.close()
    for (const channel of [...this.#channels]) leave(channel)
    await this.#doors.closeAll()
  }

  attach(stream: Duplex, peer: Peer): void {
    this.#getGate(peer.listener).enter(stream, () => this.#open(stream, peer))
  }

  dropOverdue(): void {
    for (const channel of [...this.#channels]) {
      if (channel.isOverdue) channel.fail(reasons.keepaliveTimeout)
      else if (channel.isExpired) channel.fail(reasons.expired)
    }
  }

  #open(stream: Duplex, peer: Peer): void {
    const settings = this.isRunning ? this.#doors.admit(peer.listener) : undefined
    if (settings === undefined) {
      stream.destroy()
      return
    }
    const channel = new Channel(this.#core, this.nodeContext, stream, { ...peer, settings }, (over) =>
      this.#forget(over),
    )
    this.#channels.add(channel)
    this.#connections.set(peer.listener, (this.#connections.get(peer.listener) ?? 0) + 1)
  }

  #getGate(listener: string): ConnectionGate {
    const before = this.#gates.get(listener)
    if (before !== undefined) return before
    const ownRate = () => {
      const settings = this.#doors.getSettings(listener)
      return settings === undefined ? unlimited : listenerLimits(settings).connections
    }
    const gate = new ConnectionGate([this.nodeContext.arrivals, new TokenBucket(ownRate)], this.#core.faults)
    this.#gates.set(listener, gate)
    return gate
  }

  #dismiss(listener: string): void {
    this.#gates.get(listener)?.close()

    for (const channel of [...this.#channels]) {
      if (channel.peer.listener === listener) channel.fail(reasons.shuttingDown)
    }
  }

  #forget(channel: Channel): void {
    const { listener } = channel.peer
    if (this.#channels.delete(channel)) {
      this.#connections.set(listener, (this.#connections.get(listener) ?? 1) - 1)
    }
  }
}
