import { connect, type Socket } from 'node:net'
import { Client, type IFrame, type IStompSocket, type StompConfig } from '@stomp/stompjs'
import { onTestFinished } from 'vitest'

/** Provides the WebSocket interface that stompjs expects, on a plain socket. */
class StompSocket implements IStompSocket {
  readonly url = 'tcp'
  onclose: IStompSocket['onclose'] = null
  onerror: IStompSocket['onerror'] = null
  onmessage: IStompSocket['onmessage'] = null
  onopen: IStompSocket['onopen'] = null
  binaryType = 'arraybuffer'
  readonly #socket: Socket

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('connect', () => this.onopen?.())
    this.#socket.on('data', (data) => this.onmessage?.({ data: Uint8Array.from(data).buffer }))
    this.#socket.on('error', (error) => this.onerror?.(error))
    this.#socket.on('close', () => this.onclose?.({ code: 1000 }))
  }

  get readyState(): number {
    const { readyState } = this.#socket
    return readyState === 'opening' ? 0 : readyState === 'open' ? 1 : 3
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (typeof data === 'string') this.#socket.write(data)
    else if (ArrayBuffer.isView(data))
      this.#socket.write(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  }

  close(): void {
    this.#socket.end()
  }

  terminate(): void {
    this.#socket.destroy()
  }
}

/**
 * Connects a client of stompjs that is closed at the end of the test. Rejects with the ERROR frame if the client is
 * refused.
 */
export async function connectStomp(
  port: number,
  connectHeaders: Record<string, string>,
  config: StompConfig = {},
): Promise<Client> {
  const client = new Client({
    webSocketFactory: () => new StompSocket(port),
    connectHeaders,
    reconnectDelay: 0,
    heartbeatIncoming: 0,
    heartbeatOutgoing: 0,
    forceBinaryWSFrames: true,
    ...config,
  })
  onTestFinished(() => client.deactivate({ force: true }))
  const connected = new Promise<void>((resolve, reject) => {
    client.onConnect = () => resolve()
    client.onStompError = (frame: IFrame) => reject(new Error(frame.headers['message']))
  })
  client.activate()
  await connected
  return client
}

/** Resolves when the gateway has processed the frame with this receipt. */
export function receiptOf(client: Client, receipt: string): Promise<void> {
  return new Promise((resolve) => client.watchForReceipt(receipt, () => resolve()))
}
