import { createServer } from 'node:net'

/** A port that was free a moment ago, on all addresses of the nodes. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
    server.once('error', reject)
  })
}
