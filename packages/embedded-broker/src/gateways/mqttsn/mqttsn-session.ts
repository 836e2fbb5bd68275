import { topicFilterFault, topicNameFault } from '@brokerdeck/languages/topic.ts'
import { stripMountpoint } from '../../mqtt/client/mountpoint.ts'
import type { QoS } from '../../mqtt/node/cluster.ts'
import type { NonMqttMessage } from '../../mqtt/node/non-mqtt-client.ts'
import type { GatewayClient } from '../gateway-client.ts'
import { maxQueue, SnOutbox } from './mqttsn-outbox.ts'
import { noFlags, type SnPacket } from './mqttsn-packet.ts'
import type { SnTopics } from './mqttsn-topics.ts'

/** The return codes of MQTT-SN 1.2 §5.3.10. */
export const codes = { accepted: 0, congestion: 1, invalidTopicId: 2, notSupported: 3 } as const

const maxSubscriptions = 1000
/** The maximum number of received QoS 2 messages that are not released yet. */
const maxAwaiting = 100

export interface SnWill {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: QoS
  readonly retain: boolean
}

interface SnSessionDeps {
  readonly client: GatewayClient
  readonly topics: SnTopics
  readonly will: SnWill | undefined
  send(packet: SnPacket): void
  now(): number
}

type Publish = Extract<SnPacket, { cmd: 'publish' }>
type Subscribe = Extract<SnPacket, { cmd: 'subscribe' | 'unsubscribe' }>

/** The session of a connected MQTT-SN client, also while it sleeps. */
export class SnSession {
  readonly client: GatewayClient
  readonly #topics: SnTopics
  readonly #outbox: SnOutbox
  readonly #send: SnSessionDeps['send']
  readonly #awaiting = new Set<number>()
  #will: SnWill | undefined
  /** The keepalive or sleep duration in seconds; 0 means no limit. */
  #patience: number
  /** The state of the client; `awake` is a sleeping client that fetches its messages (§6.14). */
  #state: 'active' | 'asleep' | 'awake' = 'active'

  constructor({ client, topics, will, send, now }: SnSessionDeps) {
    this.client = client
    this.#topics = topics
    this.#send = send
    this.#will = will
    this.#patience = client.facts.keepalive
    this.#outbox = new SnOutbox(topics, {
      now,
      send,
      drained: () => this.#sendDrained(),
      lost: () => this.#lost('retry_limit'),
    })
    client.queue = () => ({ length: this.#outbox.length, max: maxQueue, dropped: this.#outbox.dropped })
    client.subscribeBy = (topic, qos) => {
      if (topicFilterFault(topic) !== undefined) return 'invalid_topic'
      this.#open(topic, qos)
      return undefined
    }
  }

  tick(now: number, heardAt: number): void {
    this.#outbox.tick(now)
    if (this.#patience > 0 && now - heardAt > this.#patience * 1500) this.#lost('keepalive_timeout')
  }

  /** Makes the session active again after a reconnect. */
  wake(keepalive: number): void {
    this.#patience = keepalive
    this.#state = 'active'
    this.#outbox.resume()
  }

  async handle(packet: SnPacket): Promise<void> {
    switch (packet.cmd) {
      case 'register': {
        const { messageId, topic } = packet
        const id = topicNameFault(topic) === undefined ? this.#topics.register(topic) : undefined
        const code = id === undefined ? codes.invalidTopicId : codes.accepted
        this.#send({ cmd: 'regack', topicId: id ?? 0, messageId, code })
        return
      }
      case 'publish':
        await this.#publish(packet)
        return
      case 'pubrel':
        this.#awaiting.delete(packet.messageId)
        this.#send({ cmd: 'pubcomp', messageId: packet.messageId })
        return
      case 'subscribe':
        await this.#subscribe(packet)
        return
      case 'unsubscribe': {
        const written = this.#topics.findTopicName(packet.flags.topicIdType, packet.topic)
        if (written !== undefined) this.client.unsubscribe(this.client.facts.mountpoint + written)
        this.#send({ cmd: 'unsuback', messageId: packet.messageId })
        return
      }
      case 'regack':
      case 'puback':
      case 'pubrec':
      case 'pubcomp':
        this.#outbox.handleAnswer(packet)
        return
      case 'pingreq':
        this.#ping(packet.clientid)
        return
      case 'disconnect':
        this.#disconnect(packet.duration)
        return
      case 'willtopicupd': {
        const { topic, flags } = packet
        const qos = flags.qos === 3 ? 0 : flags.qos
        const payload = this.#will?.payload ?? Buffer.alloc(0)
        this.#will = topic === '' ? undefined : { topic, qos, retain: flags.retain, payload }
        this.#send({ cmd: 'willtopicresp', code: codes.accepted })
        return
      }
      case 'willmsgupd':
        if (this.#will !== undefined) this.#will = { ...this.#will, payload: packet.payload }
        this.#send({ cmd: 'willmsgresp', code: codes.accepted })
        return
    }
  }

  #ping(clientid: string): void {
    if (this.#state === 'active' || clientid === '') {
      this.#send({ cmd: 'pingresp' })
      return
    }
    this.#state = 'awake'
    this.#outbox.resume()
  }

  /** Puts the client to sleep again once it has received all waiting messages. */
  #sendDrained(): void {
    if (this.#state !== 'awake') return
    this.#state = 'asleep'
    this.#outbox.pause()
    this.#send({ cmd: 'pingresp' })
  }

  #disconnect(duration: number | undefined): void {
    this.#send({ cmd: 'disconnect', duration: undefined })
    if (duration === undefined || duration === 0) {
      this.client.end('normal')
      return
    }
    this.#patience = duration
    this.#state = 'asleep'
    this.#outbox.pause()
  }

  /** Ends a client that left without DISCONNECT and publishes its will. */
  #lost(reason: string): void {
    const will = this.#will
    const publish = async () => {
      if (will === undefined || topicNameFault(will.topic) !== undefined) return
      if (await this.client.mayPublish(will.topic, will.qos, will.retain))
        await this.client.publish(will.topic, will)
    }
    void publish().catch(() => undefined)
    this.client.end(reason)
  }

  async #publish({ flags, topicId, messageId, payload }: Publish): Promise<void> {
    const qos = flags.qos === 3 ? 0 : flags.qos
    const topic = this.#topics.findTopic(flags.topicIdType, topicId)
    const answer = (code: number) => {
      if (qos > 0 || code !== codes.accepted) this.#send({ cmd: 'puback', topicId, messageId, code })
    }
    if (topic === undefined || topicNameFault(topic) !== undefined) {
      answer(codes.invalidTopicId)
      return
    }
    if (qos === 2 && (this.#awaiting.has(messageId) || this.#awaiting.size >= maxAwaiting)) {
      if (this.#awaiting.has(messageId)) this.#send({ cmd: 'pubrec', messageId })
      else answer(codes.congestion)
      return
    }
    if (!(await this.client.mayPublish(topic, qos, flags.retain))) {
      answer(codes.notSupported)
      return
    }
    if (this.client.isOver) return
    this.client.counters.recvMsg += 1
    if (qos === 2) this.#awaiting.add(messageId)
    await this.client.publish(topic, { payload, qos, retain: flags.retain })
    if (qos === 2) this.#send({ cmd: 'pubrec', messageId })
    else answer(codes.accepted)
  }

  async #subscribe({ flags, messageId, topic }: Subscribe): Promise<void> {
    const qos: QoS = flags.qos === 3 ? 0 : flags.qos
    const written = this.#topics.findTopicName(flags.topicIdType, topic)
    const refuse = (code: number) =>
      this.#send({ cmd: 'suback', flags: noFlags, topicId: 0, messageId, code })
    if (written === undefined || topicFilterFault(written) !== undefined) {
      refuse(codes.invalidTopicId)
      return
    }
    const isFull = this.client.subscriptions().length >= maxSubscriptions
    if (isFull || !(await this.client.maySubscribe(written, qos))) {
      refuse(isFull ? codes.congestion : codes.notSupported)
      return
    }
    // A topic filter with wildcards has no topic id (§5.4.16).
    const named = /[+#]/.test(written)
      ? 0
      : 'topicName' in topic
        ? this.#topics.register(written)
        : topic.topicId
    const answer = { topicId: named ?? 0, messageId, code: codes.accepted }
    this.#send({ cmd: 'suback', flags: { ...noFlags, qos }, ...answer })
    this.#open(written, qos)
  }

  #open(written: string, qos: QoS): void {
    const topic = this.client.facts.mountpoint + written
    this.client.subscribe({ topic, qos }, (message, granted) => this.#deliver(message, granted))
  }

  #deliver({ topic, payload, retain }: NonMqttMessage, qos: QoS): void {
    this.client.counters.sendMsg += 1
    this.#outbox.add({ topic: stripMountpoint(this.client.facts.mountpoint, topic), payload, qos, retain })
  }
}
