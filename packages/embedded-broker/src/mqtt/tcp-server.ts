import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Accepted {
  readonly stream: Duplex
  readonly host: string
  readonly port: number
}

/** Something that listens; `start` resolves with the port. */
export interface Acceptor {
  start(host: string, port: number): Promise<number>
  stop(): Promise<void>
}

/** Node reports IPv4 clients of a dual-stack socket as `::ffff:1.2.3.4`. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/, '')
}

export function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

export class TcpServer implements Acceptor {
  readonly #onAccept: (accepted: Accepted) => void
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(onAccept: (accepted: Accepted) => void) {
    this.#onAccept = onAccept
  }

  start(host: string, port: number): Promise<number> {
    const server = createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      this.#onAccept({
        stream: socket,
        host: plainAddress(socket.remoteAddress),
        port: socket.remotePort ?? 0,
      })
    })
    this.#server = server
    return listening(server, host, port)
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    const done = closed(server)
    for (const socket of this.#sockets) socket.destroy()
    await done
  }
}
