import { serveCompare } from './serve-compare.ts'

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveCompare(port)
})
