import type { PlainObject } from '../config/plain-object.ts'
import { isAdmitted } from '../listen/access-rules.ts'
import { type ListenerSettings, plainListener } from '../listen/listener-settings.ts'
import { toPlace } from '../listen/listening-place.ts'
import { SocketListener } from '../listen/socket-listener.ts'
import type { BrokerNode } from '../mqtt/node/cluster.ts'
import { DatagramDoor } from './datagram-door.ts'
import type { GatewayClient } from './gateway-client.ts'
import type { GatewayEngine, GatewayEntry, GatewayProtocol } from './gateway-engine.ts'
import { GatewayNode, type GatewayServices } from './gateway-node.ts'

type OfSockets =
  | 'isEnabled'
  | 'problem'
  | 'address'
  | 'maxConnections'
  | 'accessRules'
  | 'proxyProtocolTimeout'
  | 'socket'
  | 'tls'

export interface GatewayListener extends GatewayEntry, Pick<ListenerSettings, OfSockets> {
  /** This broker has no DTLS: a `dtls` listener exists and does not run. */
  readonly type: 'tcp' | 'ssl' | 'udp' | 'dtls'
}

/** A listener of a gateway on a node, as the API describes it. */
export interface GatewayListenerStatus {
  readonly node: string
  readonly id: string
  readonly isRunning: boolean
  /** The address, such as `127.0.0.1:61613`, with the real port once the listener is open. */
  readonly bind: string
  readonly currentConnections: number
}

interface Opened {
  readonly listener: GatewayListener
  readonly node: BrokerNode
  readonly door: { open(): Promise<void>; close(): Promise<void>; readonly place: string }
  isRunning: boolean
}

/** A gateway that runs on all nodes. */
export class RunningGateway {
  readonly #engine: GatewayEngine
  readonly #services: GatewayServices
  readonly #clients = new Map<string, GatewayClient>()
  readonly #protocols = new Map<string, GatewayProtocol>()
  readonly #opened = new Map<string, readonly Opened[]>()
  readonly #stop: () => void

  constructor(engine: GatewayEngine, document: PlainObject, services: GatewayServices) {
    this.#engine = engine
    this.#services = services
    this.configure(document)
    this.#stop = services.clock.every(1000, () => {
      const now = services.clock.now()
      for (const protocol of this.#protocols.values()) protocol.tick(now)
      for (const client of [...this.#clients.values()])
        if ((client.facts.rights.expiresAt ?? now) < now) client.end('expired')
    })
  }

  clients(): Iterable<GatewayClient> {
    return this.#clients.values()
  }

  client(clientid: string): GatewayClient | undefined {
    return this.#clients.get(clientid)
  }

  listeners(): readonly GatewayListenerStatus[] {
    return [...this.#opened.values()].flat().map(({ listener: { id }, node, door, isRunning }) => ({
      id,
      isRunning,
      node: node.name,
      bind: door.place,
      currentConnections: this.#countConnections(id, node.name),
    }))
  }

  /** Applies new settings, which take effect for new connections: existing connections are ended. */
  configure(document: PlainObject): void {
    const { cluster } = this.#services
    for (const { name } of cluster.nodes) {
      this.#protocols.get(name)?.dismiss()
      this.#protocols.set(name, this.#engine(document, new GatewayNode(name, this.#services, this.#clients)))
    }
  }

  /** Ends the connections of all clients; they may reconnect at once. */
  dismissClients(): void {
    for (const protocol of this.#protocols.values()) protocol.dismiss()
  }

  /**
   * Opens a new listener, or reopens a listener with other settings and ends its connections. A rejection is that of
   * the socket.
   */
  async apply(listener: GatewayListener): Promise<void> {
    await this.remove(listener.id)
    const opened = this.#services.cluster.nodes.map((node): Opened => {
      const entry = {
        id: listener.id,
        mountpoint: listener.mountpoint,
        authenticates: listener.authenticates,
      }
      const door = this.#createDoor(listener, entry, node)
      return { listener, node, door, isRunning: false }
    })
    this.#opened.set(listener.id, opened)
    if (!listener.isEnabled || listener.type === 'dtls' || listener.problem !== undefined) return
    try {
      for (const one of opened) {
        if (one.node.site.listens) await one.door.open()
        one.isRunning = true
      }
    } catch (error) {
      await this.remove(listener.id)
      throw error
    }
  }

  async remove(id: string): Promise<void> {
    const opened = this.#opened.get(id) ?? []
    this.#opened.delete(id)
    for (const protocol of this.#protocols.values()) protocol.dismiss(id)
    await Promise.all(opened.map(({ door }) => door.close()))
  }

  async close(): Promise<void> {
    this.#stop()
    for (const protocol of this.#protocols.values()) protocol.dismiss()
    for (const id of [...this.#opened.keys()]) await this.remove(id)
  }

  #countConnections(listener: string, node: string): number {
    let count = 0
    for (const client of this.#clients.values())
      if (client.facts.listener === listener && client.node === node) count += 1
    return count
  }

  #createDoor(listener: GatewayListener, entry: GatewayEntry, node: BrokerNode): Opened['door'] {
    const { accessRules, address, maxConnections } = listener
    const isFull = () => this.#countConnections(listener.id, node.name) >= maxConnections
    if (listener.type === 'udp' || listener.type === 'dtls') {
      return new DatagramDoor(toPlace(address, node.site), (datagram, origin) => {
        if (!isAdmitted(accessRules, origin.host)) return
        this.#protocols.get(node.name)?.receive?.(datagram, { ...origin, listener: entry, isFull: isFull() })
      })
    }
    const { isEnabled, problem, proxyProtocolTimeout, socket, tls } = listener
    const settings: ListenerSettings = {
      ...plainListener('tcp', address),
      isEnabled,
      problem,
      maxConnections,
      accessRules,
      proxyProtocolTimeout,
      socket,
      tls,
    }
    return new SocketListener(settings, node.site, (accepted) => {
      const accept = this.#protocols.get(node.name)?.accept
      if (accept === undefined || isFull()) accepted.stream.destroy()
      else void accept(accepted, entry)
    })
  }
}
