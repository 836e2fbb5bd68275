import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface Attack {
  /** Before anything is asked. */
  readonly greet?: (socket: Socket) => void
  readonly answer?: (socket: Socket, asked: Buffer) => void
}

export interface HostilePeer {
  /** `127.0.0.1:12345` */
  readonly server: string
  /** Connections that were taken since it began, and those of them that are still open. */
  readonly taken: number
  readonly open: number
}

/** A server that does to each connection what an attack says, until the end of the test. It never hangs up by itself. */
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

/** Sends the same again and again as fast as it is taken. */
export function pour(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}
