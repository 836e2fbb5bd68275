import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { OnAccept, Origin, Transport } from './accepted.ts'
import { isAdmitted } from './access-rules.ts'
import { takeProxyHeader } from './behind-proxy.ts'
import type { BindAddress, ListenerSettings } from './listener-settings.ts'
import { formatPlace, type ListeningPlace, type Site, secondHost, toPlace } from './listening-place.ts'
import { tlsLayer } from './tls-layer.ts'
import { webSocketLayer } from './web-socket-layer.ts'

/** A listener on a node: opens and closes the socket, and admits connections. */
export class SocketListener {
  readonly #site: Site
  readonly #onAccept: OnAccept
  readonly #sockets = new Set<Socket>()
  #settings: ListenerSettings
  #transport: Transport
  /** The servers, one for each address. */
  #servers: readonly Server[] = []
  #place: ListeningPlace
  #isOpen = false

  constructor(settings: ListenerSettings, site: Site, onAccept: OnAccept) {
    this.#settings = settings
    this.#site = site
    this.#onAccept = onAccept
    this.#place = toPlace(settings.address, site)
    this.#transport = createTransport(settings, onAccept)
  }

  get settings(): ListenerSettings {
    return this.#settings
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /**
   * The address, such as `127.0.0.2:1883`, with the real port once the listener has been open: clients find it again
   * after a stop.
   */
  get place(): string {
    return formatPlace(this.#place)
  }

  wouldMove({ address }: ListenerSettings): boolean {
    const { host, port } = this.#settings.address
    return address.host !== host || address.port !== port
  }

  /** Applies settings to future connections; a new address applies from the next opening. */
  use(settings: ListenerSettings): void {
    if (this.wouldMove(settings)) this.#place = toPlace(settings.address, this.#site)
    this.#settings = settings
    this.#transport = createTransport(settings, this.#onAccept)
  }

  async open(): Promise<void> {
    // There is no QUIC here, as in an EMQX that was built without it: a `quic` listener exists and does not run.
    if (this.#isOpen || this.#settings.type === 'quic') return
    if (this.#settings.problem !== undefined) throw new Error(this.#settings.problem)
    if (this.#site.listens) await this.#listen()
    this.#isOpen = true
  }

  /** Stops accepting connections; existing connections stay. */
  leavePlace(): void {
    this.#isOpen = false
    for (const server of this.#servers) server.close()
    this.#servers = []
  }

  async close(): Promise<void> {
    this.#isOpen = false
    const servers = this.#servers
    this.#servers = []
    if (servers.length === 0) return
    // Clients that connected at a former address belong to the listener, too.
    const closed = Promise.all(servers.map(closeServer))
    // The last packets to the clients are written on the next tick, so the sockets are destroyed after it.
    setImmediate(() => {
      for (const socket of this.#sockets) socket.destroy()
    })
    await closed
  }

  async #listen(): Promise<void> {
    const first = await this.#openServer(this.#place)
    const address = first.address()
    if (typeof address === 'object' && address !== null) this.#place = { ...this.#place, port: address.port }
    const host = secondHost(this.#settings.address, this.#site)
    try {
      const second = host === undefined ? [] : [await this.#openServer({ host, port: this.#place.port })]
      this.#servers = [first, ...second]
    } catch (error) {
      this.#servers = [first]
      if (isWithoutIpv6(error)) return
      this.#servers = []
      await closeServer(first)
      throw error
    }
  }

  #openServer(place: ListeningPlace): Promise<Server> {
    const { backlog } = this.#settings.socket
    const server = createServer((socket) => this.#take(socket))
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ ...place, backlog }, () => {
        server.off('error', reject)
        resolve(server)
      })
    })
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const direct = {
      host: clientAddress(socket.remoteAddress, this.#settings.address),
      port: socket.remotePort ?? 0,
    }
    if (!isAdmitted(this.#settings.accessRules, direct.host)) {
      socket.destroy()
      return
    }
    const { noDelay, keepAliveAfter } = this.#settings.socket
    socket.setNoDelay(noDelay)
    if (keepAliveAfter !== undefined) socket.setKeepAlive(true, keepAliveAfter * 1000)
    this.#pass(socket, direct)
  }

  #pass(socket: Socket, direct: Origin): void {
    const transport = this.#transport
    const { proxyProtocolTimeout } = this.#settings
    if (proxyProtocolTimeout === undefined) transport(socket, direct)
    else takeProxyHeader(socket, proxyProtocolTimeout, ({ peer }) => transport(socket, peer ?? direct))
  }
}

const closeServer = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/** A machine without IPv6 listens on IPv4 alone. */
const isWithoutIpv6 = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code))

/**
 * Returns the address of a client. For a socket of both families Node reports IPv4 clients as `::ffff:10.0.0.1`. So
 * does Erlang, if the listener is bound to an IPv6 address; without an address Erlang listens on IPv4 alone.
 */
export function clientAddress(reported: string | undefined, { host }: BindAddress): string {
  const address = reported ?? ''
  return host?.includes(':') === true ? address : address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** Creates the transport of a listener, anew for changed settings: existing connections keep their former transport. */
function createTransport(settings: ListenerSettings, onAccept: OnAccept): Transport {
  const { tls, webSocket } = settings
  const accept =
    webSocket === undefined
      ? (stream: Duplex, origin: Origin) => onAccept({ stream, ...origin })
      : webSocketLayer(webSocket, onAccept)
  return tls === undefined ? accept : tlsLayer(tls, accept)
}
