import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface Attack {
  /** Called before any data arrives. */
  readonly greet?: (socket: Socket) => void
  readonly answer?: (socket: Socket, asked: Buffer) => void
}

export interface HostilePeer {
  /** The address of the server, such as `127.0.0.1:12345`. */
  readonly server: string
  /** The number of connections accepted since the start; `open` is the number of those that are still open. */
  readonly taken: number
  readonly open: number
}

/**
 * Starts a server that applies an attack to each connection, until the end of the test. It never closes a connection
 * by itself.
 */
export async function hostilePeer({ greet, answer }: Attack): Promise<HostilePeer> {
  const sockets = new Set<Socket>()
  let taken = 0
  const server = createServer((socket) => {
    taken++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => answer?.(socket, Buffer.from(chunk)))
    greet?.(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return {
    server: `127.0.0.1:${address.port}`,
    get taken() {
      return taken
    },
    get open() {
      return sockets.size
    },
  }
}

/** Sends the same chunk again and again as fast as the socket accepts it. */
export function pour(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}
