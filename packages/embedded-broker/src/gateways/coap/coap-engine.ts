import { randomInt } from 'node:crypto'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { topicFilterFault, topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { noRights } from '../../mqtt/client/rights.ts'
import type { QoS } from '../../mqtt/node/cluster.ts'
import type { NonMqttMessage } from '../../mqtt/node/non-mqtt-client.ts'
import { type ClientOverride, clientOverrideSchema, overridden } from '../client-override.ts'
import type { GatewayClient } from '../gateway-client.ts'
import type { DatagramPeer, GatewayEngine } from '../gateway-engine.ts'
import { gatewayMountpoint } from '../gateway-mountpoint.ts'
import type { GatewayNode } from '../gateway-node.ts'
import { servePeers } from '../serve-peers.ts'
import { askCoapDevice } from './ask-coap-device.ts'
import { type CoapAnswer, CoapExchange } from './coap-exchange.ts'
import { type CoapMessage, numberOption, optionNumber, uriPath, uriQuery } from './coap-message.ts'

const qosSchema = v.pipe(
  v.picklist(['coap', 'qos0', 'qos1', 'qos2']),
  v.transform((word) => (word === 'coap' ? word : word === 'qos0' ? 0 : word === 'qos1' ? 1 : 2)),
)

const documentSchema = v.object({
  mountpoint: v.string(),
  connection_required: v.boolean(),
  heartbeat: v.string(),
  notify_type: v.picklist(['qos', 'con', 'non']),
  subscribe_qos: qosSchema,
  publish_qos: qosSchema,
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

export const coapEngine: GatewayEngine = (document, node) => {
  const read = v.parse(documentSchema, document)
  const settings: CoapSettings = {
    mountpoint: read.mountpoint,
    requiresConnection: read.connection_required,
    heartbeat: parseDuration(read.heartbeat) ?? 30_000,
    notifyType: read.notify_type,
    subscribeQos: read.subscribe_qos,
    publishQos: read.publish_qos,
    override: read.clientinfo_override,
  }
  const connections: CoapConnections = new Map()
  return servePeers(node, (peer) => new CoapPeer(peer, node, settings, connections))
}

interface CoapSettings {
  readonly mountpoint: string
  /** If true, clients connect and disconnect explicitly and send a token with each request. */
  readonly requiresConnection: boolean
  /** The heartbeat, in milliseconds. */
  readonly heartbeat: number
  readonly notifyType: 'qos' | 'con' | 'non'
  readonly subscribeQos: 'coap' | QoS
  readonly publishQos: 'coap' | QoS
  readonly override: ClientOverride
}

const nothing = Buffer.alloc(0)

const maxSubscriptions = 1000

const longestClientid = 512

/** The silence in milliseconds after which a client is removed in the mode without connections. */
const forgottenAfter = 3_600_000

const toRefusal = (code: string, why: string): CoapAnswer => ({ code, payload: Buffer.from(why) })

const isQos = (value: number | undefined): value is QoS => value === 0 || value === 1 || value === 2

/** A connected client; requests that carry its token may come from another port. */
interface Connected {
  readonly client: GatewayClient
  readonly token: string
  readonly owner: CoapPeer
}

/** The connected clients by client id. */
type CoapConnections = Map<string, Connected>

/** A sender of CoAP from an address, with or without a client. */
class CoapPeer {
  readonly listener: string
  readonly #peer: DatagramPeer
  readonly #node: GatewayNode
  readonly #settings: CoapSettings
  readonly #connections: CoapConnections
  readonly #exchange: CoapExchange
  /** The observed topics, each with the token of its observation. */
  readonly #observed = new Map<string, { readonly token: Buffer; readonly client: GatewayClient }>()
  #client: GatewayClient | undefined
  #sequence = 1

  constructor(peer: DatagramPeer, node: GatewayNode, settings: CoapSettings, connections: CoapConnections) {
    this.listener = peer.listener.id
    this.#peer = peer
    this.#node = node
    this.#settings = settings
    this.#connections = connections
    this.#exchange = new CoapExchange(peer, node.clock, {
      answer: (request) => this.#answer(request),
      observed: () => undefined,
      unwanted: (token) => this.#dropUnwanted(token),
    })
  }

  receive(datagram: Buffer): void {
    this.#exchange.receive(datagram)
  }

  /** Runs once a second; returns true when the peer has timed out. */
  tick(now: number): boolean {
    this.#exchange.tick(now)
    const { heartbeat, requiresConnection } = this.#settings
    const patience = this.#client !== undefined && !requiresConnection ? forgottenAfter : 1.5 * heartbeat
    if (now - this.#exchange.heardAt < patience) return false
    this.end('keepalive_timeout')
    return true
  }

  end(reason: string): void {
    this.#client?.end(reason)
    this.#exchange.close()
  }

  async #answer(request: CoapMessage): Promise<CoapAnswer> {
    const [root, ...rest] = uriPath(request)
    const query = uriQuery(request)
    if (root === 'mqtt' && rest.length === 1 && rest[0] === 'connection')
      return this.#connection(request, query)
    if (root !== 'ps' || rest.length === 0) return { code: '4.04' }
    const client = await this.#admit(query)
    if ('code' in client) return client
    const topic = rest.join('/')
    if (request.code === '0.02' || request.code === '0.03')
      return this.#publish(client, request, topic, query)
    if (request.code !== '0.01') return { code: '4.05' }
    const observe = optionNumber(request, 'Observe')
    if (observe === 0) return this.#subscribe(client, request, topic, query)
    if (observe !== 1) return toRefusal('4.00', 'invalid observe value')
    client.unsubscribe(client.facts.mountpoint + topic)
    return { code: '2.07' }
  }

  /** Returns the client that sends a request, or the refusal; creates a client in the mode without connections. */
  async #admit(query: ReadonlyMap<string, string>): Promise<GatewayClient | CoapAnswer> {
    const clientid = query.get('clientid') ?? query.get('c')
    if (!this.#settings.requiresConnection) {
      const client = this.#client
      if (client !== undefined && (clientid === undefined || clientid === client.clientid)) return client
      client?.end('normal')
      return this.#join(query)
    }
    const token = query.get('token') ?? query.get('t')
    if (token === undefined || clientid === undefined)
      return toRefusal('4.00', 'Missing token or clientid in connection mode')
    const connected = this.#connections.get(clientid)
    if (connected === undefined || connected.token !== token) return { code: '4.01' }
    connected.owner.#exchange.heardAt = this.#node.clock.now()
    return connected.client
  }

  async #connection(request: CoapMessage, query: ReadonlyMap<string, string>): Promise<CoapAnswer> {
    if (!this.#settings.requiresConnection) return { code: '4.05' }
    if (request.code === '0.02') {
      if (this.#client !== undefined) return toRefusal('4.00', 'Already connected')
      const client = await this.#join(query)
      if ('code' in client) return client
      const token = String(randomInt(1, 2 ** 32))
      this.#connections.set(client.clientid, { client, token, owner: this })
      return { code: '2.01', payload: Buffer.from(token) }
    }
    if (request.code !== '0.03' && request.code !== '0.04') return { code: '4.05' }
    const client = await this.#admit(query)
    if ('code' in client) return client
    if (request.code === '0.03') return { code: '2.04' }
    client.end('normal')
    return { code: '2.02' }
  }

  async #join(query: ReadonlyMap<string, string>): Promise<GatewayClient | CoapAnswer> {
    const { heartbeat, mountpoint, override, requiresConnection } = this.#settings
    const { host: ipAddress, port, listener, isFull } = this.#peer
    const readQuery = (name: string) => query.get(name) ?? query.get(name.slice(0, 1))
    const values = {
      Packet: {
        clientid: readQuery('clientid'),
        username: readQuery('username'),
        password: readQuery('password'),
      },
    }
    const clientid = overridden(override.clientid, values, readQuery('clientid'))
    if (clientid === undefined || clientid === '' || Buffer.byteLength(clientid) > longestClientid)
      return toRefusal('4.00', 'invalid queries')
    if (isFull) return { code: '5.03' }
    const username = overridden(override.username, values, readQuery('username'))
    const password = overridden(override.password, values, readQuery('password'))
    const who = { clientid, username, ipAddress, port, listener: listener.id, protocolName: 'CoAP' }
    const rights = listener.authenticates ? await this.#node.authenticate({ ...who, password }) : noRights
    const mounted = gatewayMountpoint(listener.mountpoint || mountpoint, { clientid, username })
    if (rights === undefined || mounted === undefined)
      return toRefusal(requiresConnection ? '4.00' : '4.01', 'Login Failed: not_authorized')
    const now = this.#node.clock.now()
    const facts = {
      ...who,
      rights,
      protocolVersion: '1',
      isCleanStart: true,
      connectedAt: now,
      createdAt: now,
      // Like EMQX, the keepalive is half of the heartbeat setting.
      keepalive: Math.floor(heartbeat / 2000),
      mountpoint: mounted,
    }
    const client = this.#node.enter(facts, this.#exchange.counters, () => this.#removeClient(clientid))
    client.onDropped = (topic) => this.#observed.delete(topic)
    client.subscribeBy = (topic, qos) => this.#subscribeBy(client, topic, qos)
    client.ask = askCoapDevice(this.#exchange)
    this.#client = client
    return client
  }

  #removeClient(clientid: string): void {
    this.#client = undefined
    if (this.#connections.get(clientid)?.owner === this) this.#connections.delete(clientid)
    this.#observed.clear()
  }

  async #publish(
    client: GatewayClient,
    request: CoapMessage,
    topic: string,
    query: ReadonlyMap<string, string>,
  ): Promise<CoapAnswer> {
    const retain = query.get('retain') === 'true' || query.get('r') === 'true'
    const qos = findQos(query, this.#settings.publishQos, request)
    if (qos === undefined || topicNameFault(topic) !== undefined) return { code: '4.00' }
    if (!(await client.mayPublish(topic, qos, retain))) return { code: '4.01' }
    const expiry = Number(query.get('expiry'))
    const properties =
      Number.isInteger(expiry) && expiry > 0 && expiry < 2 ** 32 ? { messageExpiryInterval: expiry } : {}
    await client.publish(topic, { payload: request.payload, qos, retain, properties })
    return { code: '2.04' }
  }

  async #subscribe(
    client: GatewayClient,
    request: CoapMessage,
    topic: string,
    query: ReadonlyMap<string, string>,
  ): Promise<CoapAnswer> {
    const qos = findQos(query, this.#settings.subscribeQos, request)
    if (qos === undefined || topicFilterFault(topic) !== undefined) return { code: '4.00' }
    if (client.subscriptions().length >= maxSubscriptions) return { code: '5.03' }
    if (!(await client.maySubscribe(topic, qos))) return { code: '4.01' }
    this.#open(client, topic, qos, request.token)
    return { code: '2.05', options: [numberOption('Observe', this.#sequence)] }
  }

  #subscribeBy(client: GatewayClient, topic: string, qos: QoS): string | undefined {
    if (topicFilterFault(topic) !== undefined) return 'invalid_topic'
    if (client.subscriptions().length >= maxSubscriptions) return 'too_many_subscriptions'
    this.#open(client, topic, qos, nothing)
    return undefined
  }

  #open(client: GatewayClient, written: string, qos: QoS, token: Buffer): void {
    const topic = client.facts.mountpoint + written
    this.#observed.set(topic, { token, client })
    client.subscribe({ topic, qos }, (message, granted) => this.#notify(token, message, granted))
  }

  #notify(token: Buffer, { payload }: NonMqttMessage, qos: QoS): void {
    const { notifyType } = this.#settings
    this.#sequence = (this.#sequence + 1) % 2 ** 24
    const answer = { code: '2.05', options: [numberOption('Observe', this.#sequence)], payload }
    this.#exchange.tell(token, answer, notifyType === 'qos' ? qos > 0 : notifyType === 'con')
  }

  /** RFC 7641 §3.6: a client that resets a notification ends its observation. */
  #dropUnwanted(token: Buffer): void {
    for (const [topic, { token: own, client }] of this.#observed) {
      if (!own.equals(token) || own.length === 0) continue
      this.#observed.delete(topic)
      client.unsubscribe(topic)
    }
  }
}

/** Returns the QoS of the query, or by the settings without such a parameter; undefined if the parameter is invalid. */
function findQos(
  query: ReadonlyMap<string, string>,
  usual: 'coap' | QoS,
  { type }: CoapMessage,
): QoS | undefined {
  const written = query.get('qos') ?? query.get('q')
  if (written === undefined) return usual === 'coap' ? (type === 'non' ? 0 : 1) : usual
  const qos = Number(written)
  return isQos(qos) ? qos : undefined
}
