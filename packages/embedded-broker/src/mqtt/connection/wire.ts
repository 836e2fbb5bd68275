import type { Duplex } from 'node:stream'
import { generate, type Packet } from 'mqtt-packet'
import type { IngressLimiter } from '../limits/ingress-limiter.ts'
import type { ProtocolVersion, QoS } from '../node/cluster.ts'
import type { SendResult } from '../session/link.ts'
import { countReceivedMessage, countSentMessage, zeroCounters } from '../session/session-counters.ts'
import { FrameReader } from './frame-reader.ts'
import type { NodeContext } from './node-context.ts'
import { countReceivedPacket, countSentPacket } from './packet-metrics.ts'
import { PacketReader, type ReadProblem } from './packet-reader.ts'

const congestedAt = 8 * 1_048_576
const lingerMilliseconds = 2000
/** The time for the packets of a connection in one turn of the event loop. */
const turnMilliseconds = 50
/** The time after which a busy broker is checked again for free capacity. */
const busyMilliseconds = 20
/** The number of bytes that a client may send while the broker authenticates it. */
const mostHeldBytes = 65_536

export interface WireLimits {
  readonly maxPacketSize: number
  /** The limiter of this connection alone; its node has its own limiter. */
  readonly ingressLimiter: IngressLimiter
  /** Returns true while the broker has too much pending work to accept more. */
  readonly isBusy: () => boolean
}

export interface WireEvents {
  onPacket(packet: Packet): void
  /** Called for each sent packet except PUBLISH, which is passed as bytes. */
  onSent(packet: Packet): void
  onProblem(problem: ReadProblem | 'too-large'): void
  onClosed(): void
}

/** Reads and writes MQTT packets over a byte stream, and counts them. */
export class Wire {
  version: ProtocolVersion = 4
  /** The maximum packet size of the client (MQTT5 §3.1.2.11.4). */
  maxSendSize = Number.POSITIVE_INFINITY
  readonly counters = zeroCounters()
  lastReceivedAt = performance.now()
  readonly #stream: Duplex
  readonly #nodeContext: NodeContext
  readonly #events: WireEvents
  readonly #frames: FrameReader
  readonly #inflows: readonly IngressLimiter[]
  readonly #isBusy: () => boolean
  readonly #reader = new PacketReader()
  #isClosed = false
  #isCorked = false
  #isInputHeld = false
  #isEndHeld = false
  /** Set when the peer has closed the stream while packets that it sent before are still to be processed. */
  #hasEnded = false
  #isPaused = false
  #isPumpPlanned = false
  /** A client that never publishes creates no work, so it is not paused while the broker is busy. */
  #hasPublished = false
  #heldOutput: Buffer[] | undefined

  constructor(stream: Duplex, nodeContext: NodeContext, limits: WireLimits, events: WireEvents) {
    this.#stream = stream
    this.#nodeContext = nodeContext
    this.#events = events
    this.#frames = new FrameReader(limits.maxPacketSize)
    this.#inflows = [nodeContext.ingressLimiter, limits.ingressLimiter]
    this.#isBusy = limits.isBusy
    stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    stream.on('end', () => stream.end())
    stream.on('close', () => {
      const isStillTaken = (this.#isInputHeld && this.#isEndHeld) || this.#isPaused || this.#isPumpPlanned
      if (isStillTaken && !this.#isClosed) this.#hasEnded = true
      else this.#close()
    })
    // After an error of the stream its `close` event follows, and the handler of `close` ends the connection.
    stream.on('error', () => stream.destroy())
  }

  /**
   * Holds back packets from now on, and pauses the stream if many bytes wait; holds back the end of the connection
   * only on request.
   */
  holdInput(what: 'packets' | 'with-end' = 'packets'): void {
    this.#isInputHeld = true
    this.#isEndHeld = what === 'with-end'
  }

  releaseInput(): void {
    if (!this.#isInputHeld) return
    this.#isInputHeld = false
    if (!this.#isPaused) this.#stream.resume()
    // The packets are processed in a microtask, so that the caller is not interrupted.
    queueMicrotask(() => this.#pump())
  }

  /** Between CONNECT and CONNACK no packet is read and no other packet may be sent (MQTT-3.2.0-1). */
  beginHandshake(): void {
    this.#isInputHeld = true
    this.#heldOutput = []
    this.#stream.pause()
  }

  finishHandshake(connack: Packet): void {
    const held = this.#heldOutput ?? []
    this.#heldOutput = undefined
    this.#isInputHeld = false
    this.send(connack)
    for (const bytes of held) this.#write(bytes)
    if (!this.#isPaused) this.#stream.resume()
    this.#pump()
  }

  get isHandshaking(): boolean {
    return this.#heldOutput !== undefined
  }

  /** The number of bytes that the peer has not read yet. */
  get waitingBytes(): number {
    return this.#stream.writableLength
  }

  send(packet: Packet): void {
    if (this.#isClosed) return
    const bytes = generate(packet, { protocolVersion: this.version })
    // MQTT-3.1.2-24: a packet that exceeds the client's limit is not sent at all.
    if (bytes.length > this.maxSendSize) return
    countSentPacket(this.#nodeContext.metrics, packet.cmd)
    this.#account(bytes)
    this.#events.onSent(packet)
  }

  sendPublish(bytes: Buffer, qos: QoS): SendResult {
    if (bytes.length > this.maxSendSize) return 'too-large'
    if (qos === 0 && this.#stream.writableLength > congestedAt) return 'congested'
    const { metrics } = this.#nodeContext
    countSentPacket(metrics, 'publish')
    metrics.count('messages.sent')
    metrics.count(`messages.qos${qos}.sent`)
    countSentMessage(this.counters, qos)
    this.#account(bytes)
    return 'sent'
  }

  /** Lets the peer read the sent bytes, then closes the stream. Bytes that still arrive are discarded. */
  end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#heldOutput = undefined
    this.#stream.resume()
    this.#stream.end()
    setTimeout(() => this.#stream.destroy(), lingerMilliseconds).unref()
  }

  destroy(): void {
    this.#isClosed = true
    this.#stream.destroy()
  }

  #close(): void {
    this.#isClosed = true
    this.#events.onClosed()
  }

  #account(bytes: Buffer): void {
    this.#nodeContext.metrics.count('bytes.sent', bytes.length)
    this.counters.sendOct += bytes.length
    this.counters.sendPkt++
    if (this.#heldOutput !== undefined) this.#heldOutput.push(bytes)
    else this.#write(bytes)
  }

  #write(bytes: Buffer): void {
    if (this.#isClosed || !this.#stream.writable) return
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#stream.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.counters.sendCnt++
        this.#stream.uncork()
      })
    }
    this.#stream.write(bytes)
  }

  #receive(chunk: Buffer): void {
    this.#nodeContext.metrics.count('bytes.received', chunk.length)
    this.counters.recvOct += chunk.length
    this.counters.recvCnt++
    this.lastReceivedAt = performance.now()
    if (this.#isClosed) return
    for (const ingressLimiter of this.#inflows) ingressLimiter.tookBytes(chunk.length)
    this.#frames.push(chunk)
    if (this.#isInputHeld && this.#frames.length > mostHeldBytes) this.#stream.pause()
    this.#pump()
  }

  /** Pauses reading while a rate is exceeded: the flow control of the socket slows the peer down. */
  #pauseIfTooFast(): void {
    let wait = this.#hasPublished && this.#isBusy() ? busyMilliseconds : 0
    for (const ingressLimiter of this.#inflows) wait = Math.max(wait, ingressLimiter.wait)
    if (wait === 0 || this.#isClosed || this.#isPaused) return
    this.#isPaused = true
    this.#stream.pause()
    setTimeout(() => {
      // The broker made the pause, so it does not count as silence of the client.
      this.lastReceivedAt = performance.now()
      this.#isPaused = false
      this.#pauseIfTooFast()
      if (this.#isPaused || this.#isClosed) return
      if (!this.#isInputHeld) this.#stream.resume()
      this.#pump()
    }, wait).unref()
  }

  /** Continues in a later turn of the event loop, so that other connections are served in between. */
  #pumpLater(): void {
    if (this.#isPumpPlanned) return
    this.#isPumpPlanned = true
    setImmediate(() => {
      this.#isPumpPlanned = false
      this.#pump()
    })
  }

  #pump(): void {
    this.#pauseIfTooFast()
    const since = performance.now()
    while (!this.#isClosed && !this.#isInputHeld && !this.#isPaused) {
      if (performance.now() - since > turnMilliseconds) {
        this.#pumpLater()
        return
      }
      const frame = this.#frames.next()
      if (frame === undefined) {
        if (this.#hasEnded) this.#close()
        return
      }
      if (typeof frame === 'string') {
        this.#events.onProblem(frame)
        return
      }
      const packet = this.#reader.read(frame)
      if (typeof packet === 'string') {
        this.#events.onProblem(packet)
        return
      }
      this.counters.recvPkt++
      countReceivedPacket(this.#nodeContext.metrics, packet)
      if (packet.cmd === 'publish') {
        countReceivedMessage(this.counters, packet.qos)
        for (const ingressLimiter of this.#inflows) ingressLimiter.tookMessage()
        this.#hasPublished = true
        this.#pauseIfTooFast()
      }
      this.#events.onPacket(packet)
    }
  }
}
