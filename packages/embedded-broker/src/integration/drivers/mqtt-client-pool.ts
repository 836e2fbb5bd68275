import { createHash } from 'node:crypto'
import { connect as connectSocket, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { IClientOptions, MqttClient } from 'mqtt'
import * as v from 'valibot'
import { openMqttGuard } from '../../backends/guards/mqtt-guard.ts'
import { NeighbourSockets } from '../../backends/guards/neighbour-sockets.ts'
import { parseServer } from '../../backends/server-list.ts'
import { tlsOptions, tlsShape } from '../../backends/tls-options.ts'
import type { Health, LinkPlace } from './driver.ts'
import { describeExplained, toErrorCode, toErrorMessage } from './failure-words.ts'
import { durationShape, parseMilliseconds } from './written-duration.ts'

const staticId = v.union([
  v.string(),
  v.object({ clientid: v.string(), username: v.optional(v.string()), password: v.optional(v.string()) }),
])
const shape = v.object({
  server: v.string(),
  clientid_prefix: v.optional(v.string(), ''),
  proto_ver: v.optional(v.picklist(['v3', 'v4', 'v5']), 'v4'),
  username: v.optional(v.string()),
  password: v.optional(v.string()),
  clean_start: v.optional(v.boolean(), true),
  keepalive: durationShape,
  connect_timeout: durationShape,
  max_inflight: v.optional(v.number(), 32),
  pool_size: v.optional(v.number(), 8),
  static_clientids: v.optional(v.array(v.object({ node: v.string(), ids: v.array(staticId) })), []),
  ssl: v.optional(tlsShape),
})
type MqttConnector = v.InferOutput<typeof shape>

interface Credentials {
  readonly clientId: string
  readonly username?: string | undefined
  readonly password?: string | undefined
}

const usualPort = 1883
const usualKeepalive = 160_000
const usualConnect = 10_000
const reconnectMilliseconds = 1000

/** The broker's explanation in the response to a probe. */
const refused =
  "Connection refused. This error indicates that your connection attempt to the MQTT server was rejected. In simpler terms, the server you tried to connect to refused your request. There can be multiple reasons for this. For example, the MQTT server you're trying to connect to might be down or not running at all or you might have provided the wrong address or port number for the server."

/** The names of CONNACK codes: MQTT 3 has five, MQTT 5 has codes from 128 on. */
const refusals: Readonly<Record<string, string>> = {
  1: 'unacceptable_protocol_version',
  2: 'identifier_rejected',
  3: 'server_unavailable',
  4: 'bad_username_or_password',
  5: 'not_authorized',
  132: 'unsupported_protocol_version',
  133: 'client_identifier_not_valid',
  134: 'bad_username_or_password',
  135: 'not_authorized',
  136: 'server_unavailable',
  137: 'server_busy',
  138: 'banned',
  151: 'quota_exceeded',
  159: 'connection_rate_exceeded',
}

function toReason(error: unknown): string {
  const code = toErrorCode(error)
  if (code === 'ECONNREFUSED') return refused
  if (/connack timeout/i.test(toErrorMessage(error))) return 'connack_timeout'
  return refusals[code] ?? describeExplained(error)
}

const digest = (text: string, digits: number) =>
  createHash('sha1').update(text).digest('hex').slice(0, digits)

/**
 * The number of bytes of a client identifier that every broker of MQTT 3.1 accepts, and the longest prefix with which
 * EMQX tries to stay within it.
 */
const [fewBytes, longestPrefix] = [23, 19]

/**
 * Returns a client identifier as EMQX does: a part that would be too long is hashed, so that the prefix and the
 * number stay.
 */
function nameClient(prefix: string, own: string, number: number): string {
  const end = `:${number}`
  const isShort = Buffer.byteLength(`${prefix}${own}${end}`) <= fewBytes
  const prefixBytes = Buffer.byteLength(prefix)
  if (isShort || prefixBytes > longestPrefix) return `${prefix}${own}${end}`
  // The colon is not counted: 5.8.9 uses 22 digits and `:1`.
  return `${prefix}${digest(own, Math.max(1, fewBytes - prefixBytes - String(number).length))}${end}`
}

/** Returns the credentials of the clients on this node; empty if other nodes of the cluster have all identifiers. */
function toCredentials(connector: MqttConnector, { node, resource }: LinkPlace): readonly Credentials[] {
  const { static_clientids: given, username, password } = connector
  if (given.length === 0) {
    const name = resource.split(':').at(-1) ?? resource
    const own = `${name}${digest(node, 8)}`
    return Array.from({ length: connector.pool_size }, (_, at) => ({
      clientId: nameClient(connector.clientid_prefix, own, at + 1),
      username,
      password,
    }))
  }
  return given
    .filter((one) => one.node === node)
    .flatMap(({ ids }) => ids)
    .map((one) =>
      typeof one === 'string'
        ? { clientId: one, username, password }
        : { clientId: one.clientid, username: one.username ?? username, password: one.password ?? password },
    )
}

const versions = { v3: 3, v4: 4, v5: 5 } as const

function toOptions(connector: MqttConnector): IClientOptions {
  const tls = tlsOptions(connector.ssl)
  return {
    ...parseServer(connector.server, usualPort),
    ...tls,
    protocol: tls === undefined ? 'mqtt' : 'mqtts',
    protocolVersion: versions[connector.proto_ver],
    ...(connector.proto_ver === 'v3' && { protocolId: 'MQIsdp' as const }),
    clean: connector.clean_start,
    keepalive: Math.min(65_535, Math.round(parseMilliseconds(connector.keepalive, usualKeepalive) / 1000)),
    connectTimeout: parseMilliseconds(connector.connect_timeout, usualConnect),
    reconnectPeriod: reconnectMilliseconds,
    // Messages that cannot be sent at once wait in the buffer of the action, not here.
    queueQoSZero: false,
    timerVariant: 'native',
  }
}

/** Returns a function that creates the stream each time that a client connects. */
function buildStream({ server, ssl }: MqttConnector, sockets: NeighbourSockets) {
  const to = parseServer(server, usualPort)
  const tls = tlsOptions(ssl)
  return (client: MqttClient) => {
    if (tls === undefined) return sockets.watch(connectSocket(to))
    const name = isIP(to.host) === 0 ? { servername: to.host } : {}
    const socket = sockets.watch(connectTls({ ...to, ...name, ...tls }))
    // The library itself reports only some errors of a connection.
    return socket.on('error', (error) => client.emit('error', error))
  }
}

interface Member {
  readonly client: MqttClient
  /** The reason why the client is not connected; empty before its first attempt. */
  fault: string
}

const unassigned: Health = {
  status: 'disconnected',
  reason: '{unhealthy_target,<<"Connector has no assigned static clientids">>}',
  isUnhealthyTarget: true,
}

/** The clients of a connector on a node. Each client reconnects by itself. */
export class MqttClientPool {
  readonly server: string
  readonly maxInflight: number
  readonly #members: readonly Member[]
  readonly #sockets: NeighbourSockets
  #next = 0

  private constructor(connector: MqttConnector, members: readonly Member[], sockets: NeighbourSockets) {
    this.#sockets = sockets
    this.server = connector.server
    this.maxInflight = Math.max(1, connector.max_inflight)
    this.#members = members
  }

  static async open(document: unknown, place: LinkPlace): Promise<MqttClientPool> {
    const connector = v.parse(shape, document)
    const { MqttClient: Client } = await import('mqtt')
    const sockets = new NeighbourSockets({ openGuard: openMqttGuard, isAskedFirst: false })
    const stream = buildStream(connector, sockets)
    const members = toCredentials(connector, place).map(({ clientId, username, password }) => {
      const names = {
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
      }
      const client = new Client(stream, { ...toOptions(connector), ...names, clientId })
      // Many sources add many listeners; their number is not a leak, so Node's warning is disabled.
      client.setMaxListeners(0)
      const member: Member = { client, fault: '' }
      client.on('connect', () => {
        member.fault = ''
      })
      client.on('error', (error) => {
        member.fault = toReason(error)
        // After an unreadable packet the library reads nothing more from the stream but keeps it open.
        client.stream.destroy()
      })
      client.on('close', () => {
        if (member.fault === '') member.fault = 'tcp_closed'
      })
      return member
    })
    return new MqttClientPool(connector, members, sockets)
  }

  /** All clients; the first of them does what only a single client may do. */
  get clients(): readonly MqttClient[] {
    return this.#members.map(({ client }) => client)
  }

  /** Returns a connected client, each in turn. */
  get connected(): MqttClient | undefined {
    const all = this.clients.filter((client) => client.connected)
    this.#next++
    return all[this.#next % Math.max(1, all.length)]
  }

  get health(): Health {
    if (this.#members.length === 0) return unassigned
    const away = this.#members.filter(({ client }) => !client.connected)
    const reason = away.map(({ fault }) => fault).find((fault) => fault !== '') ?? ''
    if (away.length === 0) return { status: 'connected' }
    return reason === '' ? { status: 'connecting', reason } : { status: 'disconnected', reason }
  }

  /** Resolves once each client has connected or failed. */
  async waitTried(): Promise<void> {
    await Promise.all(
      this.#members
        .filter(({ client, fault }) => !client.connected && fault === '')
        .map(
          ({ client }) =>
            new Promise<void>((resolve) => {
              const done = () => {
                for (const event of ['connect', 'error', 'close', 'end'] as const) client.off(event, done)
                resolve()
              }
              for (const event of ['connect', 'error', 'close', 'end'] as const) client.on(event, done)
            }),
        ),
    )
  }

  async close(): Promise<void> {
    await this.#sockets.closeWith(() => Promise.all(this.clients.map((client) => client.endAsync(true))))
  }
}
