import { createServer, type Server } from 'node:net'

/** A cluster on one address listens on one port after the other. */
const mostNodes = 3

/**
 * A port that was free a moment ago, with those behind it, on all addresses of this machine: each node listens on its own.
 */
export async function freePort(): Promise<number> {
  const servers: Server[] = []
  try {
    const first = await listen(0, servers)
    for (let node = 1; node < mostNodes; node += 1) await listen(first + node, servers)
    return first
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return await freePort()
    throw error
  } finally {
    for (const server of servers) await new Promise((resolve) => server.close(resolve))
  }
}

function listen(port: number, servers: Server[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen({ port, host: '0.0.0.0' }, () => {
      const address = server.address()
      servers.push(server)
      if (address !== null && typeof address !== 'string') resolve(address.port)
    })
    server.once('error', reject)
  })
}
