import { serveTestClient } from './serve-test-client.ts'

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveTestClient(port)
})
