import type { Duplex } from 'node:stream'
import { Channel } from './channel.ts'
import type { BrokerNode, Listener, Peer } from './cluster.ts'
import type { Core } from './core.ts'
import { type ClusterGauges, type Home, statsOf } from './home.ts'
import { type Accepted, type Acceptor, TcpServer } from './tcp-server.ts'
import { WebSocketServer } from './web-socket-server.ts'

export interface NodeOptions {
  readonly host: string
  readonly mqttPort: number
  readonly wsPort: number
  readonly listen: boolean
}

interface Door {
  readonly id: Listener['id']
  readonly type: 'tcp' | 'ws'
  readonly acceptor: Acceptor
  /** Kept over a stop, so that clients find the node again. */
  port: number
}

/** One node: its doors, its connections, its figures. */
export class MqttNode implements BrokerNode {
  readonly role = 'core'
  readonly home: Home
  isRunning = false
  startedAt = 0
  readonly #core: Core
  readonly #options: NodeOptions
  readonly #clusterGauges: ClusterGauges
  readonly #channels = new Set<Channel>()
  readonly #doors: readonly Door[]

  constructor(core: Core, home: Home, options: NodeOptions, clusterGauges: ClusterGauges) {
    this.#core = core
    this.home = home
    this.#options = options
    this.#clusterGauges = clusterGauges
    const accept =
      (listener: Listener['id']) =>
      ({ stream, host, port }: Accepted) =>
        this.attach(stream, { listener, host, port })
    this.#doors = [
      {
        id: 'tcp:default',
        type: 'tcp',
        acceptor: new TcpServer(accept('tcp:default')),
        port: options.mqttPort,
      },
      {
        id: 'ws:default',
        type: 'ws',
        acceptor: new WebSocketServer(accept('ws:default')),
        port: options.wsPort,
      },
    ]
  }

  get name(): string {
    return this.home.name
  }

  get listeners(): readonly Listener[] {
    const { host } = this.#options
    return this.#doors.map(({ id, type, port }) => ({
      id,
      type,
      bind: `${host.includes(':') ? `[${host}]` : host}:${port}`,
      isRunning: this.isRunning,
      currentConnections: [...this.#channels].filter(({ peer }) => peer.listener === id).length,
      maxConnections: Number.POSITIVE_INFINITY,
    }))
  }

  metrics(): Readonly<Record<string, number>> {
    return this.home.metrics.snapshot()
  }

  stats(): Readonly<Record<string, number>> {
    return statsOf(this.home, this.#clusterGauges)
  }

  async start(): Promise<void> {
    if (this.isRunning) return
    if (this.#options.listen) await this.#openDoors()
    this.isRunning = true
    this.startedAt = this.#core.now()
    this.#core.events.emit('node-started', { node: this.name })
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return
    this.isRunning = false
    for (const channel of this.#channels) channel.abort()
    this.#channels.clear()
    for (const session of [...this.#core.registry.all()]) {
      if (session.home === this.home) this.#core.registry.vanish(session)
    }
    this.home.metrics.reset()
    for (const gauge of Object.values(this.home.gauges)) gauge.reset()
    await this.#closeDoors()
    this.#core.events.emit('node-stopped', { node: this.name })
  }

  /** Ends the node with its sessions kept for the next start of the cluster. */
  async shutDown(leave: (channel: Channel) => void): Promise<void> {
    if (!this.isRunning) return
    this.isRunning = false
    for (const channel of [...this.#channels]) leave(channel)
    await this.#closeDoors()
  }

  attach(stream: Duplex, peer: Peer): void {
    if (!this.isRunning) {
      stream.destroy()
      return
    }
    const channel = new Channel(this.#core, this.home, stream, peer, (over) => this.#channels.delete(over))
    this.#channels.add(channel)
  }

  dropOverdue(drop: (channel: Channel) => void): void {
    for (const channel of this.#channels) if (channel.isOverdue) drop(channel)
  }

  async #openDoors(): Promise<void> {
    try {
      for (const door of this.#doors) door.port = await door.acceptor.start(this.#options.host, door.port)
    } catch (error) {
      // A port is taken: leave none open.
      await this.#closeDoors()
      throw error
    }
  }

  async #closeDoors(): Promise<void> {
    if (this.#options.listen) await Promise.all(this.#doors.map(({ acceptor }) => acceptor.stop()))
  }
}
