import * as v from 'valibot'
import { oneOf, qos } from '../../description/choices.ts'
import {
  anyMap,
  boolean,
  duration,
  integer,
  nonNegativeInteger,
  setWith,
  text,
  topicFilter,
  url,
} from '../../description/scalars.ts'
import {
  type Fields,
  field,
  listOf,
  optional,
  required,
  type Struct,
  struct,
  withDefault,
} from '../../description/schema.ts'
import { tlsClientSettings, tlsServerFields } from '../../tls.ts'

/** The kinds of gateways, in the order in which they are listed. */
export const gatewayKinds = [
  'coap',
  'exproto',
  'gbt32960',
  'jt808',
  'lwm2m',
  'mqttsn',
  'ocpp',
  'stomp',
] as const
export type GatewayKind = (typeof gatewayKinds)[number]

/** The kinds that the community edition supports, too. */
export const communityGateways: readonly GatewayKind[] = ['coap', 'exproto', 'lwm2m', 'mqttsn', 'stomp']

const isKind = (name: string): name is GatewayKind => gatewayKinds.some((kind) => kind === name)

/** A gateway name in a path. */
export const gatewayKindSchema = v.pipe(v.string(), v.guard(isKind, 'unable_to_convert_to_enum_symbol'))

/** Templates over the properties that a client sends: `${Packet.headers.login}`. */
const override = struct('gateway:clientinfo_override', {
  username: field(text),
  password: field(text),
  clientid: field(text),
})

const ofAll = {
  enable: withDefault(boolean, true),
  enable_stats: withDefault(boolean, true),
  idle_timeout: withDefault(duration, '30s'),
  clientinfo_override: optional(override),
}

const behind = (mountpoint: string) => withDefault(text, mountpoint)

const repeats = {
  retry_interval: withDefault(duration, '8s'),
  max_retry_times: withDefault(nonNegativeInteger, 3),
  message_queue_len: withDefault(nonNegativeInteger, 10),
}

const stomp = {
  frame: field(
    struct('gateway:stomp_frame', {
      max_headers: withDefault(nonNegativeInteger, 10),
      max_headers_length: withDefault(nonNegativeInteger, 1024),
      max_body_length: withDefault(integer(), 65_536),
    }),
  ),
  mountpoint: behind(''),
  ...ofAll,
}

const predefined = struct('gateway:mqttsn_predefined', {
  id: required(integer(1, 1024)),
  topic: required(text),
})

const mqttsn = {
  gateway_id: withDefault(integer(), 1),
  broadcast: withDefault(boolean, false),
  enable_qos3: withDefault(boolean, true),
  subs_resume: withDefault(boolean, false),
  predefined: withDefault(listOf(predefined), []),
  mountpoint: behind(''),
  ...ofAll,
}

const coapQos = oneOf('qos0', 'qos1', 'qos2', 'coap')

const coap = {
  heartbeat: withDefault(duration, '30s'),
  connection_required: withDefault(boolean, false),
  notify_type: withDefault(oneOf('non', 'con', 'qos'), 'qos'),
  subscribe_qos: withDefault(coapQos, 'coap'),
  publish_qos: withDefault(coapQos, 'coap'),
  mountpoint: behind(''),
  ...ofAll,
}

const translator = struct('gateway:translator', { topic: required(topicFilter), qos: withDefault(qos, 0) })

const lwm2m = {
  /** A directory on each node with the definitions of the objects. */
  xml_dir: required(text),
  lifetime_min: withDefault(duration, '15s'),
  lifetime_max: withDefault(duration, '86400s'),
  qmode_time_window: withDefault(duration, '22s'),
  auto_observe: withDefault(boolean, false),
  update_msg_publish_condition: withDefault(oneOf('always', 'contains_object_list'), 'contains_object_list'),
  translators: required(
    struct('gateway:lwm2m_translators', {
      command: required(translator),
      response: required(translator),
      notify: required(translator),
      register: required(translator),
      update: required(translator),
    }),
  ),
  mountpoint: behind('lwm2m/${endpoint_name}/'),
  ...ofAll,
}

const exproto = {
  server: required(
    struct('gateway:exproto_grpc_server', {
      bind: required(text),
      ssl_options: optional(struct('gateway:ssl_server_opts', tlsServerFields)),
    }),
  ),
  handler: required(
    struct('gateway:exproto_grpc_handler', {
      address: required(url),
      service_name: withDefault(
        oneOf('ConnectionUnaryHandler', 'ConnectionHandler'),
        'ConnectionUnaryHandler',
      ),
      ssl_options: optional(tlsClientSettings),
    }),
  ),
  mountpoint: behind(''),
  ...ofAll,
}

const gbt32960 = { mountpoint: behind('gbt32960/${clientid}/'), ...repeats, ...ofAll }

const jt808 = {
  frame: field(struct('gateway:jt808_frame', { max_length: withDefault(nonNegativeInteger, 8192) })),
  proto: field(
    struct('gateway:jt808_proto', {
      /** Clients that may not connect anonymously are checked at both addresses. */
      auth: required(
        struct('gateway:jt808_auth', {
          allow_anonymous: required(boolean),
          registry: field(url),
          authentication: field(url),
        }),
      ),
      up_topic: withDefault(text, 'jt808/${clientid}/${phone}/up'),
      dn_topic: withDefault(text, 'jt808/${clientid}/${phone}/dn'),
      ignore_unsupported_frames: withDefault(boolean, true),
    }),
  ),
  mountpoint: behind('jt808/${clientid}/'),
  ...repeats,
  ...ofAll,
}

const ocpp = {
  mountpoint: behind('ocpp/'),
  default_heartbeat_interval: withDefault(duration, '60s'),
  heartbeat_checking_times_backoff: withDefault(integer(), 1),
  upstream: field(
    struct('gateway:upstream', {
      topic: withDefault(text, 'cp/${cid}'),
      topic_override_mapping: withDefault(setWith(anyMap, { kind: 'map' }), {}),
      reply_topic: withDefault(text, 'cp/${cid}/Reply'),
      error_topic: withDefault(text, 'cp/${cid}/Reply'),
    }),
  ),
  dnstream: field(
    struct('gateway:dnstream', {
      topic: withDefault(text, 'cs/${cid}'),
      max_mqueue_len: withDefault(integer(), 100),
    }),
  ),
  message_format_checking: withDefault(oneOf('disable', 'dnstream_only', 'upstream_only', 'all'), 'disable'),
  json_schema_dir: withDefault(text, '${application_priv}/schemas'),
  json_schema_id_prefix: withDefault(text, 'urn:OCPP:1.6:2019:12:'),
  ...ofAll,
}

const describeGateway = <const K extends GatewayKind, const F extends Fields>(
  kind: K,
  fields: F,
): Struct<F> => struct(`update_${kind}`, fields)

/** The settings of each gateway, by its kind; listeners and authentication have endpoints of their own. */
export const gatewaySettings = {
  stomp: describeGateway('stomp', stomp),
  ocpp: describeGateway('ocpp', ocpp),
  mqttsn: describeGateway('mqttsn', mqttsn),
  lwm2m: describeGateway('lwm2m', lwm2m),
  jt808: describeGateway('jt808', jt808),
  gbt32960: describeGateway('gbt32960', gbt32960),
  exproto: describeGateway('exproto', exproto),
  coap: describeGateway('coap', coap),
} satisfies Readonly<Record<GatewayKind, Struct>>
