import protobuf from 'protobufjs/light.js'
import * as v from 'valibot'
import { protobufMessage as message } from '../../backends/grpc.ts'

const client = ['ClientInfo', 1] as const
const ofClient = { clientinfo: client, meta: ['RequestMeta', 2] } as const
const filters = {
  clientinfo: client,
  props: ['Property', 2, 'repeated'],
  topic_filters: ['TopicFilter', 3, 'repeated'],
  meta: ['RequestMeta', 4],
} as const
const ofMessage = { clientinfo: client, message: ['Message', 2], meta: ['RequestMeta', 3] } as const
const withReason = { clientinfo: client, reason: ['string', 2], meta: ['RequestMeta', 3] } as const

/** The messages on the wire: names, types and field numbers of `emqx.exhook.v2`, as EMQX 5.0 to 5.8 use them. */
const root = protobuf.Root.fromJSON({
  nested: {
    ProviderLoadedRequest: message({ broker: ['BrokerInfo', 1], meta: ['RequestMeta', 2] }),
    ProviderUnloadedRequest: message({ meta: ['RequestMeta', 1] }),
    ClientConnectRequest: message({
      conninfo: ['ConnInfo', 1],
      props: ['Property', 2, 'repeated'],
      meta: ['RequestMeta', 3],
    }),
    ClientConnackRequest: message({
      conninfo: ['ConnInfo', 1],
      result_code: ['string', 2],
      props: ['Property', 3, 'repeated'],
      meta: ['RequestMeta', 4],
    }),
    ClientConnectedRequest: message(ofClient),
    ClientDisconnectedRequest: message(withReason),
    ClientAuthenticateRequest: message({
      clientinfo: client,
      result: ['bool', 2],
      meta: ['RequestMeta', 3],
    }),
    ClientAuthorizeRequest: message({
      clientinfo: client,
      type: ['AuthorizeReqType', 2],
      topic: ['string', 3],
      result: ['bool', 4],
      meta: ['RequestMeta', 5],
    }),
    AuthorizeReqType: { values: { PUBLISH: 0, SUBSCRIBE: 1 } },
    ClientSubscribeRequest: message(filters),
    ClientUnsubscribeRequest: message(filters),
    SessionCreatedRequest: message(ofClient),
    SessionSubscribedRequest: message({
      clientinfo: client,
      topic: ['string', 2],
      subopts: ['SubOpts', 3],
      meta: ['RequestMeta', 4],
    }),
    SessionUnsubscribedRequest: message({
      clientinfo: client,
      topic: ['string', 2],
      meta: ['RequestMeta', 3],
    }),
    SessionResumedRequest: message(ofClient),
    SessionDiscardedRequest: message(ofClient),
    SessionTakenoverRequest: message(ofClient),
    SessionTerminatedRequest: message(withReason),
    MessagePublishRequest: message({ message: ['Message', 1], meta: ['RequestMeta', 2] }),
    MessageDeliveredRequest: message(ofMessage),
    MessageDroppedRequest: message({
      message: ['Message', 1],
      reason: ['string', 2],
      meta: ['RequestMeta', 3],
    }),
    MessageAckedRequest: message(ofMessage),
    LoadedResponse: message({ hooks: ['HookSpec', 1, 'repeated'] }),
    ValuedResponse: {
      ...message({ type: ['ResponsedType', 1], bool_result: ['bool', 3], message: ['Message', 4] }),
      oneofs: { value: { oneof: ['bool_result', 'message'] } },
    },
    ResponsedType: { values: { CONTINUE: 0, IGNORE: 1, STOP_AND_RETURN: 2 } },
    EmptySuccess: message({}),
    BrokerInfo: message({
      version: ['string', 1],
      sysdescr: ['string', 2],
      uptime: ['int64', 3],
      datetime: ['string', 4],
    }),
    HookSpec: message({ name: ['string', 1], topics: ['string', 2, 'repeated'] }),
    ConnInfo: message({
      node: ['string', 1],
      clientid: ['string', 2],
      username: ['string', 3],
      peerhost: ['string', 4],
      sockport: ['uint32', 5],
      proto_name: ['string', 6],
      proto_ver: ['string', 7],
      keepalive: ['uint32', 8],
    }),
    ClientInfo: message({
      node: ['string', 1],
      clientid: ['string', 2],
      username: ['string', 3],
      password: ['string', 4],
      peerhost: ['string', 5],
      sockport: ['uint32', 6],
      protocol: ['string', 7],
      mountpoint: ['string', 8],
      is_superuser: ['bool', 9],
      anonymous: ['bool', 10],
      cn: ['string', 11],
      dn: ['string', 12],
    }),
    Message: message({
      node: ['string', 1],
      id: ['string', 2],
      qos: ['uint32', 3],
      from: ['string', 4],
      topic: ['string', 5],
      payload: ['bytes', 6],
      timestamp: ['uint64', 7],
    }),
    Property: message({ name: ['string', 1], value: ['string', 2] }),
    TopicFilter: message({ name: ['string', 1], subopts: ['SubOpts', 3] }),
    SubOpts: message({ qos: ['uint32', 1], rh: ['uint32', 3], rap: ['uint32', 4], nl: ['uint32', 5] }),
    RequestMeta: message({
      node: ['string', 1],
      version: ['string', 2],
      sysdescr: ['string', 3],
      cluster_name: ['string', 4],
    }),
  },
})

root.lookupType('Message').add(new protobuf.MapField('headers', 8, 'string', 'string'))

/** The hooks that a server may register for; message hooks may be limited to some topics. */
export const hookNames = [
  ...(['client.connect', 'client.connack', 'client.connected', 'client.disconnected'] as const),
  ...(['client.authenticate', 'client.authorize', 'client.subscribe', 'client.unsubscribe'] as const),
  ...(['session.created', 'session.subscribed', 'session.unsubscribed', 'session.resumed'] as const),
  ...(['session.discarded', 'session.takenover', 'session.terminated'] as const),
  ...(['message.publish', 'message.delivered', 'message.acked', 'message.dropped'] as const),
] as const
export type HookName = (typeof hookNames)[number]

export const isOfMessages = (hook: string): boolean => hook.startsWith('message.')

const capitalize = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** For example, `client.connect` uses `ClientConnectRequest` and `OnClientConnect`. */
const toTitle = (subject: string) => subject.split('.').map(capitalize).join('')

type Subject = HookName | 'provider.loaded' | 'provider.unloaded'

export const toMethod = (subject: Subject): string => `/emqx.exhook.v2.HookProvider/On${toTitle(subject)}`

export function encodeRequest(subject: Subject, request: Readonly<Record<string, unknown>>): Buffer {
  const type = root.lookupType(`${toTitle(subject)}Request`)
  return Buffer.from(type.encode(type.fromObject(request)).finish())
}

const decoding = { longs: Number, enums: String, oneofs: true, arrays: true } as const

function decode(type: string, bytes: Uint8Array): unknown {
  const known = root.lookupType(type)
  return known.toObject(known.decode(bytes), decoding)
}

const loadedSchema = v.object({
  hooks: v.array(v.object({ name: v.optional(v.string(), ''), topics: v.array(v.string()) })),
})

/** Decodes the hooks that a server registers for. */
export const decodeLoaded = (bytes: Uint8Array) =>
  v.parse(loadedSchema, decode('LoadedResponse', bytes)).hooks

const valuedSchema = v.object({
  type: v.optional(v.picklist(['CONTINUE', 'IGNORE', 'STOP_AND_RETURN']), 'CONTINUE'),
  bool_result: v.optional(v.boolean()),
  message: v.optional(
    v.object({
      qos: v.optional(v.number(), 0),
      topic: v.optional(v.string(), ''),
      payload: v.optional(v.instance(Uint8Array), new Uint8Array()),
      headers: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
})
export type ValuedAnswer = v.InferOutput<typeof valuedSchema>

/** Decodes a server's response to a call that returns a value. */
export const decodeValued = (bytes: Uint8Array): ValuedAnswer =>
  v.parse(valuedSchema, decode('ValuedResponse', bytes))
