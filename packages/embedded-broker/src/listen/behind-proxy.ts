import type { Socket } from 'node:net'
import { type ProxyHeader, readProxyHeader } from './proxy-protocol.ts'

/** Takes the PROXY header off a connection. One without, or with a late one, is closed. */
export function takeProxyHeader(
  socket: Socket,
  timeout: number,
  onHeader: (header: ProxyHeader) => void,
): void {
  let received = Buffer.alloc(0)
  const timer = setTimeout(() => socket.destroy(), timeout)
  const done = () => {
    clearTimeout(timer)
    socket.off('readable', take)
    socket.off('close', done)
  }
  const take = () => {
    const chunk: unknown = socket.read()
    if (!Buffer.isBuffer(chunk)) return
    received = Buffer.concat([received, chunk])
    const header = readProxyHeader(received)
    if (header === 'incomplete') return
    done()
    if (header === 'invalid') {
      socket.destroy()
      return
    }
    const rest = received.subarray(header.length)
    if (rest.length > 0) socket.unshift(rest)
    onHeader(header)
  }
  // Not `data`: whoever gets the socket next is to find it as if nobody had read.
  socket.on('readable', take)
  socket.once('close', done)
}
