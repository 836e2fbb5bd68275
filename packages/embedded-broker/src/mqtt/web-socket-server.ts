import { createServer, type IncomingMessage, type Server } from 'node:http'
import { WebSocketServer as WsServer } from 'ws'
import { type Accepted, type Acceptor, closed, listening, plainAddress } from './tcp-server.ts'
import { WebSocketStream } from './web-socket-stream.ts'
import { maxPacketSize } from './wire.ts'

const subprotocols = ['mqtt', 'mqttv3.1', 'mqtt-v3', 'mqtt-v3.1.1', 'mqtt-v5']

function chosenProtocol(offered: Iterable<string>): string | undefined {
  const names = new Set(offered)
  return subprotocols.find((name) => names.has(name))
}

/** MQTT-6.0.0-3: a client must offer a subprotocol of MQTT; without one the upgrade is refused. */
function offersMqtt({ req }: { req: IncomingMessage }): boolean {
  const offered = req.headers['sec-websocket-protocol'] ?? ''
  return chosenProtocol(offered.split(',').map((name) => name.trim())) !== undefined
}

export class WebSocketServer implements Acceptor {
  readonly #onAccept: (accepted: Accepted) => void
  #server: Server | undefined
  #sockets: WsServer | undefined

  constructor(onAccept: (accepted: Accepted) => void) {
    this.#onAccept = onAccept
  }

  start(host: string, port: number): Promise<number> {
    const server = createServer((_, response) => response.writeHead(426).end())
    const sockets = new WsServer({
      server,
      path: '/mqtt',
      perMessageDeflate: false,
      // A frame may hold several packets; a packet that is too large must get its own answer.
      maxPayload: 4 * maxPacketSize,
      verifyClient: offersMqtt,
      handleProtocols: (offered) => chosenProtocol(offered) ?? false,
    })
    // ws repeats the errors of the server; who waits for `listening` is told them already.
    sockets.on('error', () => undefined)
    sockets.on('connection', (socket, request) => {
      this.#onAccept({
        stream: new WebSocketStream(socket),
        host: plainAddress(request.socket.remoteAddress),
        port: request.socket.remotePort ?? 0,
      })
    })
    this.#server = server
    this.#sockets = sockets
    return listening(server, host, port)
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    const done = closed(server)
    for (const socket of this.#sockets?.clients ?? []) socket.terminate()
    server.closeAllConnections()
    this.#server = undefined
    this.#sockets = undefined
    await done
  }
}
