import { randomBytes } from 'node:crypto'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import { noRights } from '../../mqtt/client/rights.ts'
import { type ClientOverride, clientOverrideSchema, overridden } from '../client-override.ts'
import { GatewayCounters } from '../gateway-client.ts'
import type { DatagramPeer, GatewayEngine } from '../gateway-engine.ts'
import { gatewayMountpoint } from '../gateway-mountpoint.ts'
import type { GatewayNode } from '../gateway-node.ts'
import { servePeers } from '../serve-peers.ts'
import { readSn, type SnPacket, writeSn } from './mqttsn-packet.ts'
import { codes, SnSession, type SnWill } from './mqttsn-session.ts'
import { SnTopics } from './mqttsn-topics.ts'

const documentSchema = v.object({
  gateway_id: v.number(),
  enable_qos3: v.boolean(),
  predefined: v.array(v.object({ id: v.number(), topic: v.string() })),
  mountpoint: v.string(),
  idle_timeout: v.string(),
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

export const mqttsnEngine: GatewayEngine = (document, node) => {
  const read = v.parse(documentSchema, document)
  const settings: SnSettings = {
    gatewayId: read.gateway_id,
    acceptsQos3: read.enable_qos3,
    predefined: new Map(read.predefined.map(({ id, topic }) => [id, topic])),
    mountpoint: read.mountpoint,
    idleTimeout: parseDuration(read.idle_timeout) ?? 30_000,
    override: read.clientinfo_override,
  }
  return servePeers(node, (peer) => new SnPeer(peer, node, settings))
}

/** Processes items in order, however long each takes; items that arrive while too many wait are dropped. */
class InOrder<Item> {
  readonly #take: (item: Item) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #max: number
  readonly #waiting: Item[] = []
  #isBusy = false

  constructor(take: (item: Item) => Promise<void>, onFailure: (error: unknown) => void, max: number) {
    this.#take = take
    this.#onFailure = onFailure
    this.#max = max
  }

  add(item: Item): void {
    if (this.#waiting.length >= this.#max) return
    this.#waiting.push(item)
    if (!this.#isBusy) void this.#work()
  }

  close(): void {
    this.#waiting.length = 0
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
      try {
        await this.#take(item)
      } catch (error) {
        this.#onFailure(error)
      }
    }
    this.#isBusy = false
  }
}

interface SnSettings {
  readonly gatewayId: number
  readonly acceptsQos3: boolean
  readonly predefined: ReadonlyMap<number, string>
  readonly mountpoint: string
  /** The time in milliseconds after which a peer without a client is removed. */
  readonly idleTimeout: number
  readonly override: ClientOverride
}

type Connect = Extract<SnPacket, { cmd: 'connect' }>

/** EMQX's client id for publishers without a connection. */
const connectionless = 'NegQoS-Client'

const longestClientid = 512

/** The maximum number of packets of a peer that wait for earlier packets. */
const maxWaiting = 64

/** A sender of MQTT-SN from an address, with or without a client. */
class SnPeer {
  readonly listener: string
  readonly #peer: DatagramPeer
  readonly #node: GatewayNode
  readonly #settings: SnSettings
  readonly #inbox: InOrder<SnPacket>
  #counters = new GatewayCounters()
  #session: SnSession | undefined
  /** The CONNECT of a client that is about to send its will. */
  #pending: { readonly connect: Connect; readonly will?: Omit<SnWill, 'payload'> } | undefined
  #heardAt: number

  constructor(peer: DatagramPeer, node: GatewayNode, settings: SnSettings) {
    this.listener = peer.listener.id
    this.#peer = peer
    this.#node = node
    this.#settings = settings
    this.#heardAt = node.clock.now()
    this.#inbox = new InOrder(
      (packet) => this.#take(packet),
      (error) => node.log('error', 'mqttsn_packet_failed', { reason: String(error) }),
      maxWaiting,
    )
  }

  receive(datagram: Buffer): void {
    const packet = readSn(datagram)
    if (packet === undefined) return
    this.#heardAt = this.#node.clock.now()
    this.#counters.countReceived(datagram.length)
    this.#counters.recvPkt += 1
    this.#inbox.add(packet)
  }

  /** Runs once a second; returns true when the peer has timed out. */
  tick(now: number): boolean {
    const session = this.#session
    if (session !== undefined && !session.client.isOver) {
      session.tick(now, this.#heardAt)
      return false
    }
    return now - this.#heardAt >= this.#settings.idleTimeout
  }

  end(reason: string): void {
    this.#inbox.close()
    this.#session?.client.end(reason)
  }

  #send(packet: SnPacket): void {
    const datagram = writeSn(packet)
    this.#counters.sent(datagram.length)
    this.#peer.send(datagram)
  }

  async #take(packet: SnPacket): Promise<void> {
    switch (packet.cmd) {
      case 'searchgw':
        this.#send({ cmd: 'gwinfo', gatewayId: this.#settings.gatewayId })
        return
      case 'connect':
        await this.#connect(packet)
        return
      case 'willtopic': {
        const { topic, flags } = packet
        if (this.#pending === undefined) return
        const qos = flags.qos === 3 ? 0 : flags.qos
        this.#pending = { connect: this.#pending.connect, will: { topic, qos, retain: flags.retain } }
        this.#send({ cmd: 'willmsgreq' })
        return
      }
      case 'willmsg': {
        const pending = this.#pending
        this.#pending = undefined
        if (pending === undefined) return
        const { connect, will } = pending
        await this.#join(connect, will === undefined ? undefined : { ...will, payload: packet.payload })
        return
      }
      default:
        await this.#pass(packet)
    }
  }

  async #connect(packet: Connect): Promise<void> {
    if (!packet.flags.will) {
      await this.#join(packet, undefined)
      return
    }
    this.#pending = { connect: packet }
    this.#send({ cmd: 'willtopicreq' })
  }

  async #pass(packet: SnPacket): Promise<void> {
    const session = this.#session
    if (packet.cmd === 'publish' && packet.flags.qos === 3) await this.#publishUnconnected(packet)
    else if (session !== undefined && !session.client.isOver) await session.handle(packet)
    // §6.14: a peer without a connection receives a DISCONNECT.
    else if (packet.cmd !== 'publish' || packet.flags.qos > 0)
      this.#send({ cmd: 'disconnect', duration: undefined })
  }

  async #publishUnconnected({
    flags,
    topicId,
    payload,
  }: Extract<SnPacket, { cmd: 'publish' }>): Promise<void> {
    if (!this.#settings.acceptsQos3 || flags.topicIdType === 'normal') return
    const topic = new SnTopics(this.#settings.predefined).findTopic(flags.topicIdType, topicId)
    if (topic === undefined) return
    const { host: ipAddress, port, listener } = this.#peer
    await this.#node.publishAs(
      {
        clientid: connectionless,
        username: undefined,
        ipAddress,
        port,
        listener: listener.id,
        protocolName: 'MQTT-SN',
        mountpoint: '',
        rights: noRights,
      },
      { topic, payload, qos: 0, retain: flags.retain },
    )
  }

  async #join({ clientid: said, duration, flags }: Connect, will: SnWill | undefined): Promise<void> {
    const { mountpoint, override, predefined } = this.#settings
    const { host: ipAddress, port, listener, isFull } = this.#peer
    const former = this.#session
    if (former !== undefined && !former.client.isOver) {
      // The client wakes up or connects again: its subscriptions stay, unless it requests a clean session.
      if (former.client.clientid === said && !flags.cleanSession) {
        this.#send({ cmd: 'connack', code: codes.accepted })
        former.wake(duration)
        return
      }
      former.client.end('normal')
    }
    const values = { Packet: { clientid: said } }
    const clientid =
      overridden(override.clientid, values, said === '' ? undefined : said) ?? randomBytes(8).toString('hex')
    const username = overridden(override.username, values, undefined)
    const password = overridden(override.password, values, undefined)
    const who = { clientid, username, ipAddress, port, listener: listener.id, protocolName: 'MQTT-SN' }
    const isImpossible = isFull || Buffer.byteLength(clientid) > longestClientid
    const ask = listener.authenticates
      ? this.#node.authenticate({ ...who, password })
      : Promise.resolve(noRights)
    const rights = isImpossible ? undefined : await ask
    const mounted = gatewayMountpoint(listener.mountpoint || mountpoint, { clientid, username })
    if (rights === undefined || mounted === undefined) {
      this.#send({ cmd: 'connack', code: isFull ? codes.congestion : codes.notSupported })
      return
    }
    const now = this.#node.clock.now()
    const facts = {
      ...who,
      rights,
      protocolVersion: '1.2',
      keepalive: duration,
      isCleanStart: flags.cleanSession,
      mountpoint: mounted,
      connectedAt: now,
      createdAt: now,
    }
    const topics = new SnTopics(predefined)
    const send = (packet: SnPacket) => this.#send(packet)
    const client = this.#node.enter(facts, this.#counters, (reason) => {
      if (reason !== 'normal') send({ cmd: 'disconnect', duration: undefined })
      // The counters belong to the client that ended; the next client of this peer starts with new counters.
      this.#counters = new GatewayCounters()
    })
    this.#session = new SnSession({ client, topics, send, will, now: () => this.#node.clock.now() })
    send({ cmd: 'connack', code: codes.accepted })
  }
}
