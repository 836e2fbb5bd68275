import { topicFilterFault, topicNameFault } from '@brokerdeck/languages/topic.ts'
import { stripMountpoint } from '../../mqtt/client/mountpoint.ts'
import type { QoS } from '../../mqtt/node/cluster.ts'
import type { NonMqttMessage } from '../../mqtt/node/non-mqtt-client.ts'
import type { GatewayClient } from '../gateway-client.ts'
import { getHeader, type StompFrame } from './stomp-frame.ts'

const maxTransactions = 16

const maxFrames = 100

/** The maximum size in bytes of all open transactions of a client. */
const maxBytes = 1_048_576

/** The open transactions of a client. Each method returns the error, if any. */
class StompTransactions {
  readonly #begun = new Map<string, StompFrame[]>()
  #bytes = 0

  begin(name: string): string | undefined {
    if (this.#begun.has(name)) return `Transaction ${name} already started`
    if (this.#begun.size >= maxTransactions) return 'Too many transactions'
    this.#begun.set(name, [])
    return undefined
  }

  add(name: string, frame: StompFrame): string | undefined {
    const frames = this.#begun.get(name)
    if (frames === undefined) return `Transaction ${name} not found`
    if (frames.length >= maxFrames || this.#bytes + frame.body.length > maxBytes)
      return `Transaction ${name} is too large`
    frames.push(frame)
    this.#bytes += frame.body.length
    return undefined
  }

  /** Ends a transaction and returns its frames in their order; undefined if it is unknown. */
  end(name: string): readonly StompFrame[] | undefined {
    const frames = this.#begun.get(name)
    this.#begun.delete(name)
    for (const { body } of frames ?? []) this.#bytes -= body.length
    return frames
  }
}

/** Sends frames to the client. */
interface StompOutput {
  send(frame: StompFrame): boolean
  refuse(frame: StompFrame | undefined, message: string): void
}

const maxSubscriptions = 1000
const nothing = Buffer.alloc(0)

/** The session of a connected STOMP client. */
export class StompSession {
  readonly client: GatewayClient
  readonly #output: StompOutput
  readonly #transactions = new StompTransactions()
  /** The topics by the names that the client has given its subscriptions. */
  readonly #named = new Map<string, string>()
  #lastMessage = 0

  constructor(client: GatewayClient, output: StompOutput) {
    this.client = client
    this.#output = output
    client.subscribeBy = (topic, qos, subid) => this.#subscribeBy(topic, qos, subid)
    client.onDropped = (topic) => this.#forget(topic)
  }

  async handle(frame: StompFrame): Promise<void> {
    const fault = await this.#act(frame)
    if (fault !== undefined) {
      this.#output.refuse(frame, fault)
      return
    }
    const receipt = getHeader(frame, 'receipt')
    if (receipt !== undefined)
      this.#output.send({ command: 'RECEIPT', headers: [['receipt-id', receipt]], body: nothing })
    if (frame.command === 'DISCONNECT') this.client.end('normal')
  }

  /** Handles a frame; resolves to the error, if any. */
  async #act(frame: StompFrame): Promise<string | undefined> {
    const transaction = getHeader(frame, 'transaction')
    switch (frame.command) {
      case 'SEND':
        return transaction === undefined ? this.#publish(frame) : this.#transactions.add(transaction, frame)
      case 'SUBSCRIBE':
        return this.#subscribe(frame)
      case 'UNSUBSCRIBE':
        return this.#unsubscribe(frame)
      case 'ACK':
      case 'NACK':
        // Messages are never sent again, so an acknowledgement needs no action, not even in a transaction.
        return getHeader(frame, 'id') === undefined && getHeader(frame, 'message-id') === undefined
          ? `${frame.command} without an id`
          : undefined
      case 'BEGIN':
        return transaction === undefined
          ? 'BEGIN without a transaction'
          : this.#transactions.begin(transaction)
      case 'COMMIT':
        return transaction === undefined ? 'COMMIT without a transaction' : this.#commit(transaction)
      case 'ABORT':
        return transaction !== undefined && this.#transactions.end(transaction) !== undefined
          ? undefined
          : `Transaction ${transaction ?? ''} not found`
      case 'DISCONNECT':
        return undefined
      default:
        return `Unknown command ${frame.command.slice(0, 20)}`
    }
  }

  async #commit(name: string): Promise<string | undefined> {
    const frames = this.#transactions.end(name)
    if (frames === undefined) return `Transaction ${name} not found`
    for (const frame of frames) {
      const fault = await this.#publish(frame)
      if (fault !== undefined) return fault
    }
    return undefined
  }

  async #publish(frame: StompFrame): Promise<string | undefined> {
    const destination = getHeader(frame, 'destination') ?? ''
    if (topicNameFault(destination) !== undefined) return `Invalid destination ${destination.slice(0, 200)}`
    const { client } = this
    if (!(await client.mayPublish(destination, 0))) return `Insufficient permissions for ${destination}`
    client.counters.recvMsg += 1
    await client.publish(destination, { payload: frame.body, qos: 0, retain: false })
    return undefined
  }

  async #subscribe(frame: StompFrame): Promise<string | undefined> {
    const destination = getHeader(frame, 'destination') ?? ''
    const subid = getHeader(frame, 'id') ?? destination
    const isAcknowledged = (getHeader(frame, 'ack') ?? 'auto') !== 'auto'
    const fault = this.#subscriptionFault(destination, subid)
    // The client repeats an existing subscription.
    if (fault === 'same') return undefined
    if (fault !== undefined) return fault
    if (!(await this.client.maySubscribe(destination, 0)))
      return `Insufficient permissions for ${destination}`
    this.#open(destination, { qos: 0, subid, isAcknowledged })
    return undefined
  }

  #subscriptionFault(destination: string, subid: string): string | undefined {
    if (topicFilterFault(destination) !== undefined) return `Invalid destination ${destination.slice(0, 200)}`
    const topic = this.client.facts.mountpoint + destination
    const known = this.#named.get(subid)
    if (known !== undefined) return known === topic ? 'same' : `Subscription id ${subid} is in used`
    if (this.client.subscription(topic) !== undefined) return `Topic ${destination} already in subscribed`
    return this.#named.size >= maxSubscriptions ? 'Too many subscriptions' : undefined
  }

  #open(
    destination: string,
    {
      qos,
      subid,
      isAcknowledged,
    }: { readonly qos: QoS; readonly subid: string; readonly isAcknowledged: boolean },
  ): void {
    const { client } = this
    const topic = client.facts.mountpoint + destination
    this.#named.set(subid, topic)
    client.subscribe({ topic, qos, subid }, (message) => this.#deliver(message, subid, isAcknowledged))
  }

  /** Subscribes on behalf of the API; returns EMQX's error texts. */
  #subscribeBy(destination: string, qos: QoS, subid: string | undefined): string | undefined {
    if (subid === undefined) return 'no_subid'
    const fault = this.#subscriptionFault(destination, subid)
    if (fault === 'same') return `Subscription id ${subid} is in used`
    if (fault === undefined) this.#open(destination, { qos, subid, isAcknowledged: false })
    return fault
  }

  #unsubscribe(frame: StompFrame): string | undefined {
    const subid = getHeader(frame, 'id') ?? getHeader(frame, 'destination') ?? ''
    const topic = this.#named.get(subid)
    if (topic === undefined) return undefined
    this.client.unsubscribe(topic)
    return undefined
  }

  #forget(topic: string): void {
    for (const [subid, named] of this.#named) if (named === topic) this.#named.delete(subid)
  }

  #deliver(message: NonMqttMessage, subid: string, isAcknowledged: boolean): void {
    this.#lastMessage += 1
    const id = String(this.#lastMessage)
    const headers = [
      ['subscription', subid],
      ['message-id', id],
      ['destination', stripMountpoint(this.client.facts.mountpoint, message.topic)],
      ['content-type', message.properties?.contentType ?? 'text/plain'],
      ...(isAcknowledged ? [['ack', id] as const] : []),
    ] as const
    const isSent = this.#output.send({ command: 'MESSAGE', headers, body: message.payload })
    if (isSent) this.client.counters.sendMsg += 1
  }
}
