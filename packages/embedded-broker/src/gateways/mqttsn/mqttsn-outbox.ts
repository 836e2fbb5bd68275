import { noFlags, type SnPacket } from './mqttsn-packet.ts'
import type { SnTopics } from './mqttsn-topics.ts'

export interface SnMessage {
  /** The topic as the client knows it: without its mountpoint. */
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

interface Events {
  now(): number
  send(packet: SnPacket): void
  /** Called when the queue is empty. */
  drained(): void
  /** Called when the client no longer responds. */
  lost(): void
}

interface Step {
  readonly packet: SnPacket
  readonly messageId: number
  tries: number
  dueAt: number
}

/** The maximum queue length that EMQX lists. */
export const maxQueue = 1000
/** T_retry and N_retry of MQTT-SN 1.2 §7.2, in milliseconds. */
const retryAfter = 10_000
const maxTries = 3

/** Sends messages to a client one at a time: registers the topic first, and waits for the acknowledgements. */
export class SnOutbox {
  readonly #topics: SnTopics
  readonly #events: Events
  readonly #queue: SnMessage[] = []
  #step: Step | undefined
  #lastId = 0
  #isPaused = false
  dropped = 0

  constructor(topics: SnTopics, events: Events) {
    this.#topics = topics
    this.#events = events
  }

  get length(): number {
    return this.#queue.length
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#step === undefined
  }

  add(message: SnMessage): void {
    if (this.#queue.length >= maxQueue) {
      this.#queue.shift()
      this.dropped += 1
    }
    this.#queue.push(message)
    this.#goOn()
  }

  /** Pauses sending while the client sleeps. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#goOn()
  }

  /** Handles the client's response to a packet. */
  handleAnswer(packet: SnPacket): void {
    const step = this.#step
    if (step === undefined || !('messageId' in packet) || packet.messageId !== step.messageId) return
    const { cmd } = step.packet
    if (packet.cmd === 'regack' && cmd === 'register') this.#step = undefined
    else if (packet.cmd === 'puback' && cmd === 'publish') this.#done()
    else if (packet.cmd === 'pubrec' && (cmd === 'publish' || cmd === 'pubrel'))
      this.#begin({ cmd: 'pubrel', messageId: step.messageId }, step.messageId)
    else if (packet.cmd === 'pubcomp' && cmd === 'pubrel') this.#done()
    this.#goOn()
  }

  tick(now: number): void {
    const step = this.#step
    if (step === undefined || now < step.dueAt || this.#isPaused) return
    if (step.tries >= maxTries) {
      this.#step = undefined
      this.#events.lost()
      return
    }
    step.tries += 1
    step.dueAt = now + retryAfter
    const { packet } = step
    this.#events.send(
      packet.cmd === 'publish' ? { ...packet, flags: { ...packet.flags, dup: true } } : packet,
    )
  }

  #goOn(): void {
    while (this.#step === undefined && !this.#isPaused) {
      const [message] = this.#queue
      if (message === undefined) {
        this.#events.drained()
        return
      }
      this.#sendFirst(message)
    }
  }

  #sendFirst({ topic, payload, qos, retain }: SnMessage): void {
    const named = this.#topics.findNamed(topic)
    if (named === undefined) {
      const topicId = this.#topics.register(topic)
      if (topicId === undefined) {
        this.#queue.shift()
        this.dropped += 1
        return
      }
      const messageId = this.#nextId()
      this.#begin({ cmd: 'register', topicId, messageId, topic }, messageId)
      return
    }
    const { topicId, topicIdType } = named
    const messageId = qos === 0 ? 0 : this.#nextId()
    const packet: SnPacket = {
      cmd: 'publish',
      topicId,
      messageId,
      payload,
      flags: { ...noFlags, qos, retain, topicIdType },
    }
    if (qos > 0) {
      this.#begin(packet, messageId)
      return
    }
    this.#queue.shift()
    this.#events.send(packet)
  }

  #begin(packet: SnPacket, messageId: number): void {
    this.#step = { packet, messageId, tries: 0, dueAt: this.#events.now() + retryAfter }
    this.#events.send(packet)
  }

  #done(): void {
    this.#step = undefined
    this.#queue.shift()
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % 0xffff) + 1
    return this.#lastId
  }
}
