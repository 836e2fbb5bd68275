import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import {
  type GatewayClient as ClientJson,
  gatewayClients,
} from '@brokerdeck/contract/extensions/gateways/gateway-clients.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { GatewayClient, GatewaySubscription } from '../../gateways/gateway-client.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { formatTime } from '../../http/timestamp.ts'
import { runningNode } from '../../mqtt/node/answering-node.ts'
import { gatewayOrRefuse } from './loaded-gateway.ts'

const unlimited = 'infinity'

function toJson({ facts, counters, node, ...client }: GatewayClient, count: number): ClientJson {
  const isLwm2m = facts.lifetime !== undefined
  return {
    clientid: facts.clientid,
    ...(isLwm2m ? { endpoint_name: facts.clientid, lifetime: facts.lifetime } : {}),
    username: facts.username ?? null,
    node,
    proto_name: facts.protocolName,
    proto_ver: facts.protocolVersion,
    ip_address: facts.ipAddress,
    port: facts.port,
    connected: !client.isOver,
    connected_at: formatTime(facts.connectedAt),
    disconnected_at: null,
    created_at: facts.createdAt === undefined ? null : formatTime(facts.createdAt),
    clean_start: facts.isCleanStart,
    keepalive: facts.keepalive,
    expiry_interval: 0,
    mountpoint: facts.mountpoint,
    is_bridge: false,
    subscriptions_cnt: count,
    subscriptions_max: unlimited,
    inflight_cnt: 0,
    inflight_max: unlimited,
    mqueue_len: 0,
    mqueue_max: unlimited,
    mqueue_dropped: 0,
    awaiting_rel_cnt: 0,
    awaiting_rel_max: unlimited,
    recv_oct: counters.recvOct,
    recv_cnt: counters.recvCnt,
    recv_pkt: counters.recvPkt,
    recv_msg: counters.recvMsg,
    send_oct: counters.sendOct,
    send_cnt: counters.sendCnt,
    send_pkt: counters.sendPkt,
    send_msg: counters.sendMsg,
  }
}

const toClient = (client: GatewayClient) => toJson(client, client.subscriptions().length)

const toSubscription = ({ topic, qos, subid }: GatewaySubscription) => ({
  topic,
  qos,
  nl: 0,
  rap: 0,
  rh: 1,
  is_new: true,
  ...(subid === undefined ? {} : { sub_props: { subid } }),
})

function clientOrRefuse(gateways: Gateways, name: GatewayKind, id: string): GatewayClient {
  gatewayOrRefuse(gateways, name)
  const found = gateways.running(name)?.client(id)
  if (found === undefined) throw refusal(404, 'RESOURCE_NOT_FOUND', 'Client not found')
  return found
}

type Query = ReceivedOf<typeof gatewayClients.list>['query']

const isIn = (value: number, from: number | undefined, to: number | undefined) =>
  value >= (from ?? Number.NEGATIVE_INFINITY) && value <= (to ?? Number.POSITIVE_INFINITY)

const isSame = <T>(value: T, wanted: T | undefined) => wanted === undefined || value === wanted
const has = (value: string, part: string | undefined) => part === undefined || value.includes(part)

function matches({ facts, node }: GatewayClient, query: Query): boolean {
  const endpoint = facts.lifetime === undefined ? '' : facts.clientid
  return (
    isSame(node, query.node) &&
    isSame(facts.clientid, query.clientid) &&
    isSame(facts.username ?? '', query.username) &&
    isSame(facts.ipAddress, query.ip_address) &&
    isSame('connected', query.conn_state) &&
    isSame(facts.protocolVersion, query.proto_ver) &&
    isSame(facts.isCleanStart, query.clean_start) &&
    isSame(endpoint, query.endpoint_name) &&
    has(facts.clientid, query.like_clientid) &&
    has(facts.username ?? '', query.like_username) &&
    has(endpoint, query.like_endpoint_name) &&
    isIn(facts.connectedAt, query.gte_connected_at, query.lte_connected_at) &&
    isIn(facts.createdAt ?? facts.connectedAt, query.gte_created_at, query.lte_created_at) &&
    isIn(facts.lifetime ?? 0, query.gte_lifetime, query.lte_lifetime)
  )
}

const badRequest = (message: string) => refusal(400, 'BAD_REQUEST', message)

export const gatewayClientsApi = apiResource({
  endpoints: gatewayClients,
  uses: ['cluster', 'gateways'],
  handlers: {
    list({ params: { name }, query }, { cluster, gateways }) {
      gatewayOrRefuse(gateways, name)
      const { node } = query
      if (node !== undefined && runningNode(cluster, node) === undefined) {
        const reason = `bad rpc call <<"${node}">>, Reason {badrpc,<<"invalid node">>}`
        throw refusal(500, 'NODE_DOWN', reason)
      }
      const all = [...(gateways.running(name)?.clients() ?? [])]
      const found = all.filter((client) => matches(client, query))
      const isCounted = [query.like_clientid, query.like_username, query.like_endpoint_name].every(
        (part) => part === undefined,
      )
      return { status: 200, body: toPage(found, query, toClient, isCounted) }
    },

    get: ({ params: { name, clientid } }, { gateways }) => ({
      status: 200,
      body: toClient(clientOrRefuse(gateways, name, clientid)),
    }),

    kick({ params: { name, clientid } }, { gateways }) {
      clientOrRefuse(gateways, name, clientid).end('kicked')
      return { status: 204, body: undefined }
    },

    subscriptions: ({ params: { name, clientid } }, { gateways }) => ({
      status: 200,
      body: clientOrRefuse(gateways, name, clientid).subscriptions().map(toSubscription),
    }),

    subscribe({ params: { name, clientid }, body }, { gateways }) {
      gatewayOrRefuse(gateways, name)
      const client = gateways.running(name)?.client(clientid)
      if (client === undefined) throw refusal(404, 'RESOURCE_NOT_FOUND', 'client process not found')
      const { topic, sub_props: more } = body
      if (topic === undefined) throw badRequest('Miss topic property')
      if (client.subscribeBy === undefined) throw badRequest('Subscribing is not supported here')
      const qos = ([0, 1, 2] as const).find((one) => one === body.qos) ?? 0
      const why = client.subscribeBy(topic, qos, more?.subid)
      if (why !== undefined) throw badRequest(why)
      const made = client.subscription(`${client.facts.mountpoint}${topic}`) ?? client.subscription(topic)
      if (made === undefined) throw badRequest('Subscription refused')
      return { status: 201, body: toSubscription(made) }
    },

    unsubscribe({ params: { name, clientid, topic } }, { gateways }) {
      const client = clientOrRefuse(gateways, name, clientid)
      const isGone = client.unsubscribe(`${client.facts.mountpoint}${topic}`) || client.unsubscribe(topic)
      if (!isGone) throw refusal(404, 'RESOURCE_NOT_FOUND', 'Resource not found')
      return { status: 204, body: undefined }
    },
  },
})
