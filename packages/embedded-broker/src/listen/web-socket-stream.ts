import { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'

type Done = (error?: Error | null) => void

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

/** A WebSocket as a byte stream that makes one frame of each flush, however many writes it had. */
export class WebSocketStream extends Duplex {
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
    // The close of the socket is on its way and ends this stream.
    else done()
  }
}
