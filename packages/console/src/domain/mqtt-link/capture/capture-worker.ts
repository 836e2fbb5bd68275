import { serveCapture } from './serve-capture.ts'

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveCapture(port)
})
