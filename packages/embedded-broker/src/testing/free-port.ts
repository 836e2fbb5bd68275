import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** The nodes of a cluster on one address listen on consecutive ports. */
const mostNodes = 3
/** The range lies below the ports that Linux assigns to outgoing connections: those ports are reused at once. */
const [lowest, highest] = [20_000, 32_000]

/**
 * Returns a port that was free a moment ago together with the ports after it, for TCP and UDP on all addresses of
 * this machine: each node listens on its own port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const first = randomInt(lowest, highest - mostNodes)
    if (await areFree(Array.from({ length: mostNodes }, (_, node) => first + node))) return first
  }
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  const opened: { close(done: () => void): unknown }[] = []
  try {
    for (const port of ports) {
      opened.push(await listen(port))
      opened.push(await bind(port))
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  } finally {
    for (const one of opened) await new Promise<void>((resolve) => one.close(resolve))
  }
}

function listen(port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen({ port, host: '0.0.0.0' }, () => resolve(server))
    server.once('error', reject)
  })
}

function bind(port: number): Promise<ReturnType<typeof createSocket>> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4').bind({ port, address: '0.0.0.0' }, () => resolve(socket))
    socket.once('error', reject)
  })
}
