import type {
  CoapAnswer,
  coapContentTypes,
  coapMethods,
  ObjectAnswer,
} from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import type { Rights } from '../mqtt/client/rights.ts'
import type { QoS } from '../mqtt/node/cluster.ts'
import type { ClusterPort, NonMqttMessage } from '../mqtt/node/non-mqtt-client.ts'

export interface GatewaySubscription {
  /** The topic as the broker knows it, including the mountpoint. */
  readonly topic: string
  readonly qos: QoS
  /** The name of the subscription; only in STOMP. */
  readonly subid?: string
}

export interface GatewayClientFacts {
  readonly clientid: string
  readonly username: string | undefined
  readonly protocolName: string
  readonly protocolVersion: string
  readonly ipAddress: string
  readonly port: number
  /** The id of the listener, such as `stomp:tcp:default`. */
  readonly listener: string
  readonly mountpoint: string
  /** The keepalive in seconds; 0 means never. */
  readonly keepalive: number
  readonly isCleanStart: boolean
  readonly connectedAt: number
  /** Undefined if the protocol has no sessions. */
  readonly createdAt: number | undefined
  readonly rights: Rights
  /** The lifetime in seconds; only in LwM2M. */
  readonly lifetime?: number
  /** The endpoint name; only in LwM2M. */
  readonly endpointName?: string
}

/** A request of the API to a CoAP client. */
export interface DeviceRequest {
  readonly token: string
  readonly method: (typeof coapMethods)[number]
  readonly contentType: (typeof coapContentTypes)[number]
  readonly payload: string
  /** The timeout, in milliseconds. */
  readonly timeout: number
}

/** The objects of an LwM2M device. */
export interface DeviceObjects {
  /**
   * Sends a command such as `{msgType: 'read', data: {path: '/3/0/0'}}`; returns false if the document is not a
   * command.
   */
  order(document: unknown): boolean
  /** Returns the last response of the device; code `6.01` before there is a response. */
  lookup(action: string, path: string): ObjectAnswer
}

/** The counters in the list of clients; packets are frames or datagrams. */
export class GatewayCounters {
  recvOct = 0
  recvCnt = 0
  recvPkt = 0
  recvMsg = 0
  sendOct = 0
  sendCnt = 0
  sendPkt = 0
  sendMsg = 0

  countReceived(bytes: number): void {
    this.recvOct += bytes
    this.recvCnt += 1
  }

  sent(bytes: number): void {
    this.sendOct += bytes
    this.sendCnt += 1
    this.sendPkt += 1
  }
}

interface GatewayClientOptions {
  readonly facts: GatewayClientFacts
  readonly counters: GatewayCounters
  readonly node: string
  readonly link: ClusterPort
  /** Removes the client from the gateway at its end. */
  readonly leave: (client: GatewayClient, reason: string) => void
}

interface Open {
  readonly subscription: GatewaySubscription
  readonly end: () => void
}

/** A connected client of a gateway. */
export class GatewayClient {
  facts: GatewayClientFacts
  readonly counters: GatewayCounters
  readonly node: string
  isOver = false
  /**
   * Subscribes the client on behalf of the API; `topic` is the topic as a client writes it. Returns the error, if
   * any. Set by protocols that accept such subscriptions.
   */
  subscribeBy: ((topic: string, qos: QoS, subid: string | undefined) => string | undefined) | undefined
  /**
   * Sends a request to the client; resolves to undefined if no response arrives in time. Set by protocols whose
   * clients answer requests.
   */
  ask: ((request: DeviceRequest) => Promise<CoapAnswer | undefined>) | undefined
  objects: DeviceObjects | undefined
  /** Returns the state of the queue. Set by protocols that keep messages for sleeping clients. */
  queue: (() => { readonly length: number; readonly max: number; readonly dropped: number }) | undefined
  /** Called when a subscription ends while the client is connected. */
  onDropped: ((topic: string) => void) | undefined
  readonly #link: ClusterPort
  readonly #leave: GatewayClientOptions['leave']
  readonly #open = new Map<string, Open>()

  constructor({ facts, counters, node, link, leave }: GatewayClientOptions) {
    this.facts = facts
    this.counters = counters
    this.node = node
    this.#link = link
    this.#leave = leave
  }

  get clientid(): string {
    return this.facts.clientid
  }

  subscriptions(): readonly GatewaySubscription[] {
    return [...this.#open.values()].map(({ subscription }) => subscription)
  }

  subscription(topic: string): GatewaySubscription | undefined {
    return this.#open.get(topic)?.subscription
  }

  /** Authorizes a publish; `topic` is the topic as the client wrote it. */
  async mayPublish(topic: string, qos: QoS, retain = false): Promise<boolean> {
    return (await this.#link.authorize({ kind: 'publish', qos, retain }, topic)).permission === 'allow'
  }

  async maySubscribe(topic: string, qos: QoS): Promise<boolean> {
    return (await this.#link.authorize({ kind: 'subscribe', qos }, topic)).permission === 'allow'
  }

  /** Publishes behind the client's mountpoint; resolves to the number of receivers. */
  publish(topic: string, message: Omit<NonMqttMessage, 'topic'>): Promise<number> {
    return this.#link.publish({ ...message, topic: this.facts.mountpoint + topic })
  }

  /** Subscribes, and replaces an existing subscription to the same topic. `take` must not throw. */
  subscribe(subscription: GatewaySubscription, take: (message: NonMqttMessage, qos: QoS) => void): void {
    if (this.isOver) return
    const { topic, qos } = subscription
    this.#open.get(topic)?.end()
    const open = { subscription, end: () => undefined }
    this.#open.set(topic, open)
    const end = this.#link.subscribe(topic, qos, (message, granted) => {
      if (!this.isOver) take(message, granted)
    })
    // Retained messages are delivered during the call above, and the client may have ended meanwhile.
    if (this.#open.get(topic) === open) this.#open.set(topic, { subscription, end })
    else end()
  }

  unsubscribe(topic: string): boolean {
    const known = this.#open.get(topic)
    if (known === undefined) return false
    this.#open.delete(topic)
    known.end()
    this.onDropped?.(topic)
    return true
  }

  /** Ends the client's connection and all its subscriptions. */
  end(reason: string): void {
    if (this.isOver) return
    this.isOver = true
    for (const { end } of this.#open.values()) end()
    this.#open.clear()
    this.#leave(this, reason)
  }
}
