import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import { GatewayCounters } from '../gateway-client.ts'
import type { DatagramPeer } from '../gateway-engine.ts'
import { type CoapMessage, type CoapOption, emptyMessage, readCoap, writeCoap } from './coap-message.ts'

export interface CoapAnswer {
  readonly code: string
  readonly options?: readonly CoapOption[]
  readonly payload?: Buffer
}

export interface CoapRequest {
  readonly code: string
  readonly options: readonly CoapOption[]
  readonly payload: Buffer
  /** The token; random by default. */
  readonly token?: Buffer
}

interface Events {
  /** Handles a request of the peer; the next request waits until this request has its response. */
  answer(request: CoapMessage): Promise<CoapAnswer>
  /** Handles a later response to a request of the broker: a notification of an observed resource. */
  observed(message: CoapMessage): void
  /** Called if the peer rejected a notification with this token, or the notification could not be delivered. */
  unwanted(token: Buffer): void
}

interface Outstanding {
  readonly datagram: Buffer
  readonly token: Buffer
  readonly isRequest: boolean
  tries: number
  dueAt: number
}

interface Awaited {
  readonly messageId: number
  readonly until: number
  settle(answer: CoapMessage | undefined): void
}

const none = Buffer.alloc(0)
/** The acknowledgement timeout of RFC 7252 §4.8, in milliseconds. */
const ackTimeout = 2000
const maxRetransmit = 4
/**
 * The maximum number of unconfirmed confirmable messages; `maxRemembered` limits the messages whose repetition is
 * recognized.
 */
const maxOutstanding = 64
const maxRemembered = 64
const maxWaiting = 64

/**
 * Exchanges messages with a peer (RFC 7252 §4 and §5): confirms, repeats, recognizes repetitions, matches responses,
 * and counts.
 */
export class CoapExchange {
  counters = new GatewayCounters()
  /** The time at which the peer, or another peer with the token of the same client, last sent CoAP. */
  heardAt: number
  readonly #peer: Pick<DatagramPeer, 'send'>
  readonly #clock: Clock
  readonly #events: Events
  readonly #outstanding = new Map<number, Outstanding>()
  readonly #awaited = new Map<string, Awaited>()
  /** Requests of the peer by message id, with the datagram of the response. */
  readonly #seen = new Map<number, Buffer | undefined>()
  /** Tokens of non-confirmable messages; the peer may reject such a message nevertheless. */
  readonly #loose = new Map<number, Buffer>()
  readonly #waiting: CoapMessage[] = []
  #isAnswering = false
  #nextId = randomInt(0x10000)

  constructor(peer: Pick<DatagramPeer, 'send'>, clock: Clock, events: Events) {
    this.#peer = peer
    this.#clock = clock
    this.#events = events
    this.heardAt = clock.now()
  }

  receive(datagram: Buffer): void {
    const message = readCoap(datagram)
    if (message === undefined) return
    this.heardAt = this.#clock.now()
    this.counters.countReceived(datagram.length)
    this.counters.recvPkt += 1
    this.counters.recvMsg += 1
    if (message.type === 'ack' || message.type === 'rst') this.#settle(message)
    else if (message.code === '0.00') this.#send(emptyMessage('rst', message.messageId))
    else if (message.code.startsWith('0.')) this.#takeRequest(message)
    else this.#takeAnswer(message)
  }

  /** Sends a request; resolves to undefined if no response arrives in time. */
  request({ code, options, payload, token = randomBytes(4) }: CoapRequest, timeout: number) {
    const messageId = this.#newId()
    const until = this.#clock.now() + timeout
    return new Promise<CoapMessage | undefined>((resolve) => {
      const key = token.toString('hex')
      this.#awaited.get(key)?.settle(undefined)
      const isSent = this.#confirmable({ type: 'con', code, messageId, token, options, payload }, true)
      if (!isSent) resolve(undefined)
      else this.#awaited.set(key, { messageId, until, settle: resolve })
    })
  }

  /** Notifies an observer. Returns false if the notification is lost. */
  tell(token: Buffer, answer: CoapAnswer, isConfirmable: boolean): boolean {
    const { code, options = [], payload = none } = answer
    const message = { code, messageId: this.#newId(), token, options, payload }
    if (isConfirmable) return this.#confirmable({ ...message, type: 'con' }, false)
    remember(this.#loose, message.messageId, token)
    return this.#send({ ...message, type: 'non' })
  }

  /** Repeats unconfirmed messages and ends waits whose time is over. */
  tick(now: number): void {
    for (const [id, one] of this.#outstanding) {
      if (now < one.dueAt) continue
      if (one.tries >= maxRetransmit) {
        this.#outstanding.delete(id)
        if (!one.isRequest) this.#events.unwanted(one.token)
        continue
      }
      one.tries += 1
      one.dueAt = now + ackTimeout * 2 ** one.tries
      this.#transmit(one.datagram)
    }
    for (const [key, awaited] of this.#awaited) if (now >= awaited.until) this.#giveUp(key, awaited)
  }

  close(): void {
    this.#outstanding.clear()
    for (const [key, awaited] of this.#awaited) this.#giveUp(key, awaited)
    this.#waiting.length = 0
  }

  #giveUp(key: string, { messageId, settle }: Awaited): void {
    this.#awaited.delete(key)
    this.#outstanding.delete(messageId)
    settle(undefined)
  }

  #newId(): number {
    this.#nextId = (this.#nextId + 1) % 0x10000
    return this.#nextId
  }

  #send(message: CoapMessage): boolean {
    const datagram = writeCoap(message)
    if (datagram !== undefined) this.#transmit(datagram)
    return datagram !== undefined
  }

  #transmit(datagram: Buffer): void {
    this.counters.sent(datagram.length)
    this.counters.sendMsg += 1
    this.#peer.send(datagram)
  }

  #confirmable(message: CoapMessage, isRequest: boolean): boolean {
    const datagram = writeCoap(message)
    if (datagram === undefined || this.#outstanding.size >= maxOutstanding) return false
    const dueAt = this.#clock.now() + ackTimeout
    this.#outstanding.set(message.messageId, { datagram, token: message.token, isRequest, tries: 0, dueAt })
    this.#transmit(datagram)
    return true
  }

  #settle(message: CoapMessage): void {
    const { type, messageId, code } = message
    const outstanding = this.#outstanding.get(messageId)
    this.#outstanding.delete(messageId)
    const token = outstanding?.token ?? this.#loose.get(messageId)
    if (type === 'rst') {
      if (outstanding?.isRequest === true) {
        const key = outstanding.token.toString('hex')
        const awaited = this.#awaited.get(key)
        if (awaited !== undefined) this.#giveUp(key, awaited)
      } else if (token !== undefined) this.#events.unwanted(token)
    } else if (code !== '0.00') this.#resolve(message)
  }

  #takeAnswer(message: CoapMessage): void {
    if (message.type === 'con') this.#send(emptyMessage('ack', message.messageId))
    this.#resolve(message)
  }

  #resolve(message: CoapMessage): void {
    const key = message.token.toString('hex')
    const awaited = this.#awaited.get(key)
    if (awaited === undefined) {
      this.#events.observed(message)
      return
    }
    this.#awaited.delete(key)
    this.#outstanding.delete(awaited.messageId)
    awaited.settle(message)
  }

  #takeRequest(message: CoapMessage): void {
    const { messageId } = message
    if (this.#seen.has(messageId)) {
      const answered = this.#seen.get(messageId)
      if (answered !== undefined) this.#transmit(answered)
      return
    }
    if (this.#waiting.length >= maxWaiting) return
    remember(this.#seen, messageId, undefined)
    this.#waiting.push(message)
    if (!this.#isAnswering) void this.#answerAll()
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true
    for (let request = this.#waiting.shift(); request !== undefined; request = this.#waiting.shift()) {
      const { type, messageId, token } = request
      // If the handler rejects, the peer receives an error response.
      const given = await this.#events.answer(request).catch((): CoapAnswer => ({ code: '5.00' }))
      const { code, options = [], payload = none } = given
      const own =
        type === 'con'
          ? ({ type: 'ack', messageId } as const)
          : ({ type: 'non', messageId: this.#newId() } as const)
      const datagram = writeCoap({ ...own, code, token, options, payload })
      if (datagram === undefined) continue
      if (this.#seen.has(messageId)) this.#seen.set(messageId, datagram)
      this.#transmit(datagram)
    }
    this.#isAnswering = false
  }
}

function remember<Value>(map: Map<number, Value>, id: number, value: Value): void {
  const [oldest] = map.keys()
  if (map.size >= maxRemembered && oldest !== undefined) map.delete(oldest)
  map.set(id, value)
}
