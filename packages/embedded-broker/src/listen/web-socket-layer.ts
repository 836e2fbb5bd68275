import { createServer, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Duplex } from 'node:stream'
import { type PerMessageDeflateOptions, type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { OnAccept, Origin } from './accepted.ts'
import type { DeflateSettings, WebSocketSettings } from './listener-settings.ts'

/** A WebSocket as a byte stream, which sends one frame per flush, however many writes it had. */
class WebSocketStream extends Duplex {
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    super()
    this.#socket = socket
    socket.on('message', (data, isBinary) => {
      // MQTT-6.0.0-1: a text frame closes the connection.
      if (!isBinary) socket.close(1003)
      else if (!this.push(toBuffer(data))) socket.pause()
    })
    socket.on('close', () => {
      this.push(null)
      this.destroy()
    })
    socket.on('error', (error) => this.destroy(error))
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: Done): void {
    this.#socket.close(1000)
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#socket.readyState !== this.#socket.CLOSED) this.#socket.terminate()
    done(error)
  }

  #send(bytes: Buffer, done: Done): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(bytes, { binary: true }, done)
    // The `close` event of the socket is pending and ends this stream.
    else done()
  }
}

const upgradeWithin = 15_000
/**
 * The maximum size in bytes of a frame from a client that is not authenticated yet; a larger packet has to be split
 * into several frames.
 */
const largestFrame = 16 * 1_048_576

type Refuse = (isAccepted: boolean, code?: number) => void

function getHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns the client's address as a proxy reports it; like EMQX, the listener trusts the proxy. */
function findOrigin(request: IncomingMessage, direct: Origin, settings: WebSocketSettings): Origin {
  const host = getHeader(request, settings.addressHeader)?.split(',')[0]?.trim() ?? ''
  if (isIP(host) === 0) return direct
  const port = Number(getHeader(request, settings.portHeader)?.split(',')[0] ?? direct.port)
  return {
    ...direct,
    host,
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : direct.port,
  }
}

function toDeflateOptions(settings: DeflateSettings): PerMessageDeflateOptions {
  const { level, memLevel, ...rest } = settings
  return { ...rest, zlibDeflateOptions: { memLevel, ...(level === undefined ? {} : { level }) } }
}

/** Returns the status of a refusal. MQTT-6.0.0-3: a client must offer a subprotocol of MQTT. */
function findRefusal(request: IncomingMessage, settings: WebSocketSettings): number | undefined {
  const offered = getHeader(request, 'sec-websocket-protocol')?.split(',') ?? []
  const isOffered = offered.some((name) => settings.subprotocols.includes(name.trim()))
  if (settings.requiresSubprotocol && !isOffered) return 401
  if (settings.origins === undefined) return undefined
  const { origin } = request.headers
  const isFine = origin === undefined ? settings.allowsNoOrigin : settings.origins.includes(origin)
  return isFine ? undefined : 403
}

export function webSocketLayer(settings: WebSocketSettings, onAccept: OnAccept) {
  const origins = new WeakMap<Duplex, { readonly origin: Origin; readonly timer: NodeJS.Timeout }>()
  const server = createServer((_, response) => response.writeHead(426).end())
  const sockets = new WebSocketServer({
    server,
    path: settings.path,
    perMessageDeflate: settings.deflate === undefined ? false : toDeflateOptions(settings.deflate),
    // A frame may hold several packets; a packet that is too large must get its own response.
    maxPayload: Math.min(settings.maxFrameSize, largestFrame),
    verifyClient: ({ req }: { req: IncomingMessage }, done: Refuse) => {
      const code = findRefusal(req, settings)
      done(code === undefined, code)
    },
    handleProtocols: (offered) => settings.subprotocols.find((name) => offered.has(name)) ?? false,
  })
  sockets.on('connection', (socket: WebSocket, request) => {
    const known = origins.get(request.socket)
    if (known === undefined) {
      socket.terminate()
      return
    }
    clearTimeout(known.timer)
    request.socket.setTimeout(settings.idleTimeout, () => socket.terminate())
    onAccept({ stream: new WebSocketStream(socket), ...findOrigin(request, known.origin, settings) })
  })
  return (stream: Duplex, origin: Origin) => {
    // An HTTP server that does not listen itself does not time out slow requests either.
    const timer = setTimeout(() => stream.destroy(), upgradeWithin)
    stream.once('close', () => clearTimeout(timer))
    origins.set(stream, { origin, timer })
    server.emit('connection', stream)
  }
}

type Done = (error?: Error | null) => void

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
