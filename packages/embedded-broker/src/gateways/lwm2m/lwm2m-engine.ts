import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { noRights } from '../../mqtt/client/rights.ts'
import { type ClientOverride, clientOverrideSchema, overridden } from '../client-override.ts'
import { type CoapAnswer, CoapExchange } from '../coap/coap-exchange.ts'
import { type CoapMessage, textOption, uriPath, uriQuery } from '../coap/coap-message.ts'
import { type GatewayClient, GatewayCounters } from '../gateway-client.ts'
import type { DatagramPeer, GatewayEngine } from '../gateway-engine.ts'
import { gatewayMountpoint } from '../gateway-mountpoint.ts'
import type { GatewayNode } from '../gateway-node.ts'
import { servePeers } from '../serve-peers.ts'
import { Lwm2mDevice, type Translator } from './lwm2m-device.ts'

const translatorSchema = v.object({ topic: v.string(), qos: v.picklist([0, 1, 2]) })

const documentSchema = v.object({
  mountpoint: v.string(),
  lifetime_min: v.string(),
  lifetime_max: v.string(),
  qmode_time_window: v.string(),
  auto_observe: v.boolean(),
  update_msg_publish_condition: v.picklist(['always', 'contains_object_list']),
  idle_timeout: v.string(),
  translators: v.object({
    command: translatorSchema,
    response: translatorSchema,
    notify: translatorSchema,
    register: translatorSchema,
    update: translatorSchema,
  }),
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

export const lwm2mEngine: GatewayEngine = (document, node) => {
  const read = v.parse(documentSchema, document)
  const seconds = (written: string, usual: number) => Math.ceil((parseDuration(written) ?? usual) / 1000)
  const settings: Lwm2mSettings = {
    mountpoint: read.mountpoint,
    lifetimeMin: seconds(read.lifetime_min, 15_000),
    lifetimeMax: seconds(read.lifetime_max, 86_400_000),
    wakeTime: parseDuration(read.qmode_time_window) ?? 22_000,
    autoObserve: read.auto_observe,
    tellsEveryUpdate: read.update_msg_publish_condition === 'always',
    translators: read.translators,
    idleTimeout: parseDuration(read.idle_timeout) ?? 30_000,
    override: read.clientinfo_override,
  }
  return servePeers(node, (peer) => new Lwm2mPeer(peer, node, settings))
}

interface Lwm2mSettings {
  readonly mountpoint: string
  /** The shortest lifetime, in seconds; `lifetimeMax` is the longest. */
  readonly lifetimeMin: number
  readonly lifetimeMax: number
  /** The time in milliseconds for which a device in queue mode listens after it has sent a message. */
  readonly wakeTime: number
  readonly autoObserve: boolean
  readonly tellsEveryUpdate: boolean
  readonly translators: Readonly<
    Record<'command' | 'response' | 'notify' | 'register' | 'update', Translator>
  >
  readonly idleTimeout: number
  readonly override: ClientOverride
}

/** The registration data that a device has sent. */
interface Registration {
  readonly ep: string
  readonly lt: number
  readonly lwm2m: string
  readonly b: string
  readonly alternatePath: string
  readonly objectList: readonly string[]
}

const longestEndpoint = 256

const longestWord = 64

const maxObjects = 500

const usualLifetime = 86_400

/** A sender of CoAP from an address, with or without a registered device. */
class Lwm2mPeer {
  readonly listener: string
  readonly #peer: DatagramPeer
  readonly #node: GatewayNode
  readonly #settings: Lwm2mSettings
  readonly #exchange: CoapExchange
  #client: GatewayClient | undefined
  #device: Lwm2mDevice | undefined
  #registration: Registration | undefined

  constructor(peer: DatagramPeer, node: GatewayNode, settings: Lwm2mSettings) {
    this.listener = peer.listener.id
    this.#peer = peer
    this.#node = node
    this.#settings = settings
    this.#exchange = new CoapExchange(peer, node.clock, {
      answer: (request) => this.#answer(request),
      observed: (message) => this.#device?.handleObserved(message),
      unwanted: () => undefined,
    })
  }

  receive(datagram: Buffer): void {
    this.#exchange.receive(datagram)
  }

  /** Runs once a second; returns true when the peer has timed out. */
  tick(now: number): boolean {
    this.#exchange.tick(now)
    const { idleTimeout } = this.#settings
    const silence = now - this.#exchange.heardAt
    const lifetime = this.#registration?.lt
    if (silence < (lifetime === undefined ? idleTimeout : lifetime * 1000)) return false
    this.end('timeout')
    return true
  }

  end(reason: string): void {
    this.#client?.end(reason)
    this.#exchange.close()
  }

  /**
   * Tells whether the device listens: in queue mode (LwM2M 1.0 §8.3) it listens for a while after it has sent a
   * message.
   */
  #isAwake(): boolean {
    const sleeps = this.#registration?.b.includes('Q') ?? false
    return !sleeps || this.#node.clock.now() - this.#exchange.heardAt < this.#settings.wakeTime
  }

  async #answer(request: CoapMessage): Promise<CoapAnswer> {
    const [root, id, ...rest] = uriPath(request)
    if (root !== 'rd' || rest.length > 0) return { code: '4.04' }
    if (id === undefined) return request.code === '0.02' ? this.#register(request) : { code: '4.05' }
    if (this.#client === undefined || id !== this.#client.clientid) return { code: '4.04' }
    if (request.code === '0.04') {
      this.#client.end('normal')
      return { code: '2.02' }
    }
    return request.code === '0.02' || request.code === '0.03' ? this.#update(request) : { code: '4.05' }
  }

  async #register(request: CoapMessage): Promise<CoapAnswer> {
    const query = uriQuery(request)
    const ep = query.get('ep') ?? ''
    if (topicNameFault(ep) !== undefined || ep.includes('/') || Buffer.byteLength(ep) > longestEndpoint)
      return { code: '4.00' }
    const registration = this.#toRegistration(request, { ep, lt: usualLifetime, lwm2m: '1.0', b: 'U' })
    const client = await this.#join(registration)
    if ('code' in client) return client
    this.#registration = registration
    await this.#open(client)
    return {
      code: '2.01',
      options: [textOption('Location-Path', 'rd'), textOption('Location-Path', client.clientid)],
    }
  }

  #toRegistration(
    request: CoapMessage,
    before: Pick<Registration, 'ep' | 'lt' | 'lwm2m' | 'b'> & Partial<Registration>,
  ): Registration {
    const query = uriQuery(request)
    const { lifetimeMin, lifetimeMax } = this.#settings
    const asked = Number(query.get('lt') ?? before.lt)
    const lt = Math.min(Math.max(Number.isFinite(asked) ? asked : before.lt, lifetimeMin), lifetimeMax)
    const word = (name: 'lwm2m' | 'b') => (query.get(name) ?? before[name]).slice(0, longestWord)
    const { alternatePath = '/', objectList = [] } = before
    const links = request.payload.length === 0 ? { alternatePath, objectList } : parseLinks(request.payload)
    return { ep: before.ep, lt, lwm2m: word('lwm2m'), b: word('b'), ...links }
  }

  async #join({ ep, lt, lwm2m }: Registration): Promise<GatewayClient | CoapAnswer> {
    const { override, mountpoint } = this.#settings
    const { host: ipAddress, port, listener, isFull } = this.#peer
    const values = { Packet: { endpoint_name: ep }, endpoint_name: ep }
    const clientid = overridden(override.clientid, values, ep) ?? ep
    const username = overridden(override.username, values, ep)
    const password = overridden(override.password, values, undefined)
    const who = { clientid, username, ipAddress, port, listener: listener.id, protocolName: 'LwM2M' }
    const mounted = gatewayMountpoint(listener.mountpoint || mountpoint, {
      clientid,
      username,
      endpointName: ep,
    })
    if (isFull) return { code: '5.03' }
    const rights = listener.authenticates ? await this.#node.authenticate({ ...who, password }) : noRights
    if (rights === undefined || mounted === undefined) return { code: '4.00' }
    const now = this.#node.clock.now()
    const facts = {
      ...who,
      rights,
      protocolVersion: lwm2m,
      keepalive: lt,
      isCleanStart: true,
      lifetime: lt,
      mountpoint: mounted,
      connectedAt: now,
      createdAt: now,
      endpointName: ep,
    }
    this.#client?.end('normal')
    const client = this.#node.enter(facts, this.#exchange.counters, () => this.#removeClient(client))
    this.#client = client
    return client
  }

  #removeClient(client: GatewayClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#device = undefined
    this.#registration = undefined
    this.#exchange.counters = new GatewayCounters()
  }

  async #open(client: GatewayClient): Promise<void> {
    const { command, register, response, notify } = this.#settings.translators
    const device = new Lwm2mDevice({
      client,
      response,
      notify,
      exchange: this.#exchange,
      isAwake: () => this.#isAwake(),
    })
    this.#device = device
    client.objects = {
      lookup: (action, path) => device.lookup(action, path),
      order: (document) => device.order(document),
    }
    client.subscribe({ topic: client.facts.mountpoint + command.topic, qos: command.qos }, ({ payload }) =>
      device.command(payload),
    )
    await this.#tell('register', register)
    if (!this.#settings.autoObserve) return
    for (const path of this.#registration?.objectList ?? [])
      device.order({ msgType: 'observe', data: { path } })
  }

  async #update(request: CoapMessage): Promise<CoapAnswer> {
    const before = this.#registration
    const client = this.#client
    if (before === undefined || client === undefined) return { code: '4.04' }
    const registration = this.#toRegistration(request, before)
    this.#registration = registration
    client.facts = { ...client.facts, lifetime: registration.lt, keepalive: registration.lt }
    if (this.#settings.tellsEveryUpdate || request.payload.length > 0)
      await this.#tell('update', this.#settings.translators.update)
    this.#device?.flush()
    return { code: '2.04' }
  }

  async #tell(msgType: 'register' | 'update', { topic, qos }: Translator): Promise<void> {
    const payload = Buffer.from(JSON.stringify({ msgType, data: this.#registration }))
    await this.#client?.publish(topic, { payload, qos, retain: false })
  }
}

/** Parses links such as `</>;rt="oma.lwm2m",</1/0>,</3/0>` (RFC 6690). */
function parseLinks(payload: Buffer): Pick<Registration, 'alternatePath' | 'objectList'> {
  let alternatePath = '/'
  const objectList: string[] = []
  for (const link of payload.toString().split(',').slice(0, maxObjects)) {
    const [, path, attributes = ''] = /^\s*<([^>]{1,200})>(.*)$/.exec(link) ?? []
    if (path === undefined) continue
    if (attributes.includes('rt=')) alternatePath = path
    else if (/^\/\d{1,5}(\/\d{1,5})?$/.test(path)) objectList.push(path)
  }
  return { alternatePath, objectList }
}
