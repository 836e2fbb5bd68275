import { isIP, type Socket } from 'node:net'

/** Reads the PROXY header of a connection. A connection without the header, or with a late header, is closed. */
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
  // `readable` is used instead of `data`, so that the next reader finds the socket as if nothing had been read.
  socket.on('readable', take)
  socket.once('close', done)
}

/** The client behind the proxy; without `peer` the proxy speaks for itself (a health check). */
interface ProxyHeader {
  readonly peer: { readonly host: string; readonly port: number } | undefined
  /** The length of the header in bytes; the bytes after it belong to the client. */
  readonly length: number
}

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')

const longestText = 107

/** Parses HAProxy's PROXY protocol, versions 1 and 2. `incomplete` means that more bytes are needed. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  const isBinary = signature.subarray(0, bytes.length).equals(bytes.subarray(0, signature.length))
  return isBinary ? readBinary(bytes) : readText(bytes)
}

function readText(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  const head = bytes.subarray(0, longestText).toString('latin1')
  const end = head.indexOf('\r\n')
  if (end < 0) {
    const isBegun = 'PROXY '.startsWith(head.slice(0, 6))
    return isBegun && bytes.length < longestText ? 'incomplete' : 'invalid'
  }
  const [word, family, host = '', , port = ''] = head.slice(0, end).split(' ')
  if (word !== 'PROXY') return 'invalid'
  if (family === 'UNKNOWN') return { peer: undefined, length: end + 2 }
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : -1
  if (isIP(host) !== version || !/^\d{1,5}$/.test(port)) return 'invalid'
  return { peer: { host, port: Number(port) }, length: end + 2 }
}

function readBinary(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  if (bytes.length < 16) return 'incomplete'
  const [command = 0, transport = 0] = bytes.subarray(12, 14)
  if (command >> 4 !== 2 || (command & 0x0f) > 1) return 'invalid'
  const size = bytes.readUInt16BE(14)
  const length = 16 + size
  if (bytes.length < length) return 'incomplete'
  const family = transport >> 4
  const isLocal = (command & 0x0f) === 0
  if (isLocal || (family !== 1 && family !== 2)) return { peer: undefined, length }
  const addressBytes = family === 1 ? 4 : 16
  if (size < 2 * addressBytes + 4) return 'invalid'
  const host = formatAddress(bytes.subarray(16, 16 + addressBytes))
  return { peer: { host, port: bytes.readUInt16BE(16 + 2 * addressBytes) }, length }
}

function formatAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16))
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return `::ffff:${bytes.subarray(12).join('.')}`
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
