import { createServer } from 'node:net'

/** A port that was free a moment ago, on all addresses of this machine: each node listens on its own. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '0.0.0.0', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return
      server.close(() => resolve(address.port))
    })
    server.once('error', reject)
  })
}
