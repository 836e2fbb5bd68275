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
/** For the packets of one connection in one turn of the event loop. */
const turnMilliseconds = 50
/** After which it is looked again whether there is room for more. */
const busyMilliseconds = 20
/** What a client may send on while the broker finds out who it is. */
const mostHeldBytes = 65_536

export interface WireLimits {
  readonly maxPacketSize: number
  /** Of this connection alone; its node has its own. */
  readonly ingressLimiter: IngressLimiter
  /** Whether the broker has too much to do to take more for now. */
  readonly isBusy: () => boolean
}

export interface WireEvents {
  onPacket(packet: Packet): void
  /** Of all but PUBLISH, which is given as bytes. */
  onSent(packet: Packet): void
  onProblem(problem: ReadProblem | 'too-large'): void
  onClosed(): void
}

/** MQTT packets over a byte stream, counted. */
export class Wire {
  version: ProtocolVersion = 4
  /** The client's limit (MQTT5 §3.1.2.11.4). */
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
  /** The peer is gone; what it has sent before is still to be taken. */
  #hasEnded = false
  #isPaused = false
  #isPumpPlanned = false
  /** Whoever does not publish makes no work. */
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
    // What went wrong with the stream is over with its `close`, which follows.
    stream.on('error', () => stream.destroy())
  }

  /** Packets wait from now on, and bytes too if they become many; the end of the connection only if asked for. */
  holdInput(what: 'packets' | 'with-end' = 'packets'): void {
    this.#isInputHeld = true
    this.#isEndHeld = what === 'with-end'
  }

  releaseInput(): void {
    if (!this.#isInputHeld) return
    this.#isInputHeld = false
    if (!this.#isPaused) this.#stream.resume()
    // Not in the middle of what the caller does.
    queueMicrotask(() => this.#pump())
  }

  /** Between CONNECT and CONNACK nothing is read and nothing else may be sent (MQTT-3.2.0-1). */
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

  /** Bytes that wait for the peer to read. */
  get waitingBytes(): number {
    return this.#stream.writableLength
  }

  send(packet: Packet): void {
    if (this.#isClosed) return
    const bytes = generate(packet, { protocolVersion: this.version })
    // MQTT-3.1.2-24: what exceeds the client's limit is not sent at all.
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

  /** Lets the peer read what was sent, then closes. Bytes that still come in are thrown away. */
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

  /** Above a rate nothing is read for a while: the peer's own socket slows it down. */
  #pauseIfTooFast(): void {
    let wait = this.#hasPublished && this.#isBusy() ? busyMilliseconds : 0
    for (const ingressLimiter of this.#inflows) wait = Math.max(wait, ingressLimiter.wait)
    if (wait === 0 || this.#isClosed || this.#isPaused) return
    this.#isPaused = true
    this.#stream.pause()
    setTimeout(() => {
      // The pause is the broker's, not the client's silence.
      this.lastReceivedAt = performance.now()
      this.#isPaused = false
      this.#pauseIfTooFast()
      if (this.#isPaused || this.#isClosed) return
      if (!this.#isInputHeld) this.#stream.resume()
      this.#pump()
    }, wait).unref()
  }

  /** Others are served in between. */
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
