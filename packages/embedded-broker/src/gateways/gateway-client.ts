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
  /** As the broker knows it: behind the mountpoint. */
  readonly topic: string
  readonly qos: QoS
  /** Of STOMP, where a subscription has a name. */
  readonly subid?: string
}

export interface GatewayClientFacts {
  readonly clientid: string
  readonly username: string | undefined
  readonly protocolName: string
  readonly protocolVersion: string
  readonly ipAddress: string
  readonly port: number
  /** `stomp:tcp:default` */
  readonly listener: string
  readonly mountpoint: string
  /** Seconds; 0 is never. */
  readonly keepalive: number
  readonly isCleanStart: boolean
  readonly connectedAt: number
  /** Undefined where a protocol knows no sessions. */
  readonly createdAt: number | undefined
  readonly rights: Rights
  /** Of LwM2M, in seconds. */
  readonly lifetime?: number
  /** Of LwM2M. */
  readonly endpointName?: string
}

/** A request of the API to a client of CoAP. */
export interface DeviceRequest {
  readonly token: string
  readonly method: (typeof coapMethods)[number]
  readonly contentType: (typeof coapContentTypes)[number]
  readonly payload: string
  /** Milliseconds. */
  readonly timeout: number
}

/** The objects of a device of LwM2M. */
export interface DeviceObjects {
  /** False if it is no order: `{msgType: 'read', data: {path: '/3/0/0'}}`. */
  order(document: unknown): boolean
  /** What it has answered last; `6.01` while it has not. */
  lookup(action: string, path: string): ObjectAnswer
}

/** What the list of clients counts; packets are frames or datagrams. */
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
  /** What goes with it. */
  readonly leave: (client: GatewayClient, reason: string) => void
}

interface Open {
  readonly subscription: GatewaySubscription
  readonly end: () => void
}

/** One client of a gateway while it is there. */
export class GatewayClient {
  facts: GatewayClientFacts
  readonly counters: GatewayCounters
  readonly node: string
  isOver = false
  /** Of protocols that take subscriptions from the API; the topic as a client writes it. Answers why not, if not. */
  subscribeBy: ((topic: string, qos: QoS, subid: string | undefined) => string | undefined) | undefined
  /** Of protocols whose clients answer requests; undefined if this one does not in time. */
  ask: ((request: DeviceRequest) => Promise<CoapAnswer | undefined>) | undefined
  objects: DeviceObjects | undefined
  /** Of protocols that keep messages for who sleeps. */
  queue: (() => { readonly length: number; readonly max: number; readonly dropped: number }) | undefined
  /** Told when a subscription has ended while the client is there. */
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

  /** The topic as the client wrote it. */
  async mayPublish(topic: string, qos: QoS, retain = false): Promise<boolean> {
    return (await this.#link.authorize({ kind: 'publish', qos, retain }, topic)).permission === 'allow'
  }

  async maySubscribe(topic: string, qos: QoS): Promise<boolean> {
    return (await this.#link.authorize({ kind: 'subscribe', qos }, topic)).permission === 'allow'
  }

  /** Behind its mountpoint. Answers how many it reached. */
  publish(topic: string, message: Omit<NonMqttMessage, 'topic'>): Promise<number> {
    return this.#link.publish({ ...message, topic: this.facts.mountpoint + topic })
  }

  /** In the place of one to the same topic. `take` must not throw. */
  subscribe(subscription: GatewaySubscription, take: (message: NonMqttMessage, qos: QoS) => void): void {
    if (this.isOver) return
    const { topic, qos } = subscription
    this.#open.get(topic)?.end()
    const open = { subscription, end: () => undefined }
    this.#open.set(topic, open)
    const end = this.#link.subscribe(topic, qos, (message, granted) => {
      if (!this.isOver) take(message, granted)
    })
    // Retained messages are taken above, and the client may have gone by that.
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

  /** Ends its connection, and all that it had. */
  end(reason: string): void {
    if (this.isOver) return
    this.isOver = true
    for (const { end } of this.#open.values()) end()
    this.#open.clear()
    this.#leave(this, reason)
  }
}
