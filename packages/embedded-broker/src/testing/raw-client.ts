import type { Duplex } from 'node:stream'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { duplexPair } from './duplex-pair.ts'

type Of<Cmd extends Packet['cmd']> = Extract<Packet, { cmd: Cmd }>

/** A client that sends exactly what the test tells it to, including packets that no client library would send. */
export class RawClient {
  readonly received: Packet[] = []
  readonly closed: Promise<void>
  readonly #stream: Duplex
  readonly #parser
  readonly #version: 3 | 4 | 5
  #arrived: () => void = () => undefined

  constructor(stream: Duplex, version: 3 | 4 | 5) {
    this.#stream = stream
    this.#version = version
    this.#parser = parser({ protocolVersion: version })
    this.#parser.on('packet', (packet) => {
      this.received.push(packet)
      this.#arrived()
    })
    stream.on('data', (chunk: Buffer) => this.#parser.parse(chunk))
    // Some tests write to a broker that has closed the connection.
    stream.on('error', () => stream.destroy())
    stream.on('end', () => stream.end())
    this.closed = new Promise((resolve) => stream.once('close', () => resolve()))
  }

  send(packet: Packet): void {
    this.write(generate(packet, { protocolVersion: this.#version }))
  }

  write(bytes: Buffer): void {
    if (this.#stream.writable) this.#stream.write(bytes)
  }

  /** Closes its side after all data is written. */
  finish(): void {
    this.#stream.end()
  }

  /** Stops reading, so that data queues up at the other side. */
  stopReading(): void {
    this.#stream.pause()
  }

  /** Closes the connection without DISCONNECT. */
  drop(): void {
    this.#stream.destroy()
  }

  async connect(options: Partial<IConnectPacket> = {}): Promise<Of<'connack'>> {
    this.send({
      cmd: 'connect',
      clientId: 'raw',
      clean: true,
      keepalive: 0,
      protocolVersion: this.#version,
      protocolId: this.#version === 3 ? 'MQIsdp' : 'MQTT',
      ...options,
    })
    return await this.next('connack')
  }

  /** Removes and returns the first packet of that kind, and waits for it if necessary. */
  async next<Cmd extends Packet['cmd']>(cmd: Cmd): Promise<Of<Cmd>> {
    const isWanted = (packet: Packet): packet is Of<Cmd> => packet.cmd === cmd
    for (;;) {
      const found = this.received.find(isWanted)
      if (found !== undefined) {
        this.received.splice(this.received.indexOf(found), 1)
        return found
      }
      let isClosed = false
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#arrived = resolve
        }),
        this.closed.then(() => {
          isClosed = true
        }),
      ])
      if (isClosed && !this.received.some(isWanted)) throw new Error(`closed while waiting for ${cmd}`)
    }
  }

  /** Resolves when the broker has handled everything that was sent before. */
  async ping(): Promise<void> {
    this.send({ cmd: 'pingreq' })
    await this.next('pingresp')
  }
}

/** Opens an in-memory connection to a node, by default the first; nothing is sent yet. */
export function openRaw(cluster: Cluster, version: 3 | 4 | 5 = 5, node?: string): RawClient {
  const [near, far] = duplexPair()
  cluster.attach(node ?? cluster.nodes[0]?.name ?? '', far)
  return new RawClient(near, version)
}
