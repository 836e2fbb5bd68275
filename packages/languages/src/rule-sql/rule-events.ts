import type { Column, Example, RuleEvent } from './rule-event.ts'

const value = (name: string, example: Example): Column => [name, { is: 'value', value: example }]
const atom = (name: string, example: string): Column => [name, { is: 'atom', name: example }]
const now = (name: string): Column => [name, { is: 'now' }]
const id: Column = ['id', { is: 'id' }]
const node: Column = ['node', { is: 'node' }]
const attributes = value('client_attrs', { test: 'example' })

const userProperties = {
  'User-Property': { foo: 'bar' },
  'User-Property-Pairs': [{ key: 'foo' }, { value: 'bar' }],
}
const properties = (name: string, own: Readonly<Record<string, Example>> = {}) =>
  value(name, { ...own, ...userProperties })
const published = properties('pub_props', { 'Payload-Format-Indicator': 0, 'Message-Expiry-Interval': 30 })
const connection = properties('conn_props', { 'Session-Expiry-Interval': 7200, 'Receive-Maximum': 32 })

const client = [value('clientid', 'c_emqx'), value('username', 'u_emqx')]
const receiver = [
  value('from_clientid', 'c_emqx_1'),
  value('from_username', 'u_emqx_1'),
  value('clientid', 'c_emqx_2'),
  value('username', 'u_emqx_2'),
]
const peer = [value('peerhost', '192.168.0.10'), value('peername', '192.168.0.10:32781')]
const message = [
  value('payload', '{"msg": "hello"}'),
  ...peer,
  value('topic', 't/a'),
  value('qos', 1),
  value('flags', {}),
]
const times = [now('publish_received_at'), published, now('timestamp'), node]
const socket = [
  value('peername', '192.168.0.10:56431'),
  value('sockname', '0.0.0.0:1883'),
  value('proto_name', 'MQTT'),
  value('proto_ver', 5),
]

const clientTest = {
  clientid: ['c_emqx', 'the clientid if the client'],
  username: ['u_emqx', 'the username if the client'],
} as const
const messageTest = {
  topic: ['t/a', 'the topic of the MQTT message'],
  qos: [1, 'the QoS of the MQTT message'],
  payload: ['{"msg": "hello"}', 'the payload of the MQTT message'],
} as const
const publishTest = {
  clientid: ['c_emqx', 'the clientid of the sender'],
  username: ['u_emqx', 'the username of the sender'],
  ...messageTest,
} as const
const deliveryTest = {
  from_clientid: ['c_emqx_1', 'the clientid of the sender'],
  from_username: ['u_emqx_1', 'the username of the sender'],
  clientid: ['c_emqx_2', 'the clientid of the receiver'],
  username: ['u_emqx_2', 'the username of the receiver'],
  ...messageTest,
} as const
const { topic: topicTest, qos: qosTest } = messageTest
const alarmTest = {
  name: ['alarm_name', 'name of the alarm'],
  details: [{ extra: 'details' }, 'details about the alarm'],
  message: ['something is wrong', 'message accompanying alarm'],
  activated_at: [1_736_512_728_666, 'time at which alarm went off'],
} as const

type Context = RuleEvent['context']

const clientContext: Context = { clientid: 'text', username: 'text' }
const messageContext: Context = {
  ...clientContext,
  payload: 'text',
  peerhost: 'text',
  topic: 'text',
  publish_received_at: 'integer',
  qos: 'qos',
}
const deliveryContext: Context = {
  id: 'text',
  from_clientid: 'text',
  from_username: 'text',
  ...messageContext,
}
const socketContext: Context = { peername: 'text', sockname: 'text' }
const connectContext: Context = {
  ...clientContext,
  ...socketContext,
  proto_name: 'text',
  proto_ver: 'text',
  keepalive: 'integer',
  clean_start: 'truth',
  expiry_interval: 'integer',
  connected_at: 'integer',
}
const alarmContext: Context = { name: 'text', message: 'text', details: 'map', activated_at: 'integer' }

type EventOptions = Omit<RuleEvent, 'name' | 'topic' | 'type' | 'columns'> & {
  readonly columns: readonly Column[]
  readonly topic?: string
}

/** Creates an event. By default, its topic is its name with an underscore instead of the dot. */
function event(name: string, given: EventOptions): RuleEvent {
  const type = name.replace('.', '_')
  return { topic: `$events/${type}`, ...given, name, type, columns: [atom('event', name), ...given.columns] }
}

const same = (en: string, zh: string) => ({ title: { en, zh }, description: { en, zh } })
const everything = (type: string) => `SELECT * FROM "$events/${type}"`
const ofTopics = (type: string) => `${everything(type)} WHERE topic =~ 't/#'`

/** The events in the broker's order. */
export const ruleEvents: readonly RuleEvent[] = [
  event('message.publish', {
    ...same('message publish', '消息发布'),
    testColumns: publishTest,
    columns: [id, ...client, ...message, ...times, attributes],
    context: { id: 'text', ...messageContext },
    sqlExample: `SELECT payload.msg as msg FROM "t/#" WHERE msg = 'hello'`,
  }),
  event('alarm.activated', {
    ...same('alarm activated', ''),
    topic: '$events/sys/alarm_activated',
    testColumns: alarmTest,
    columns: Object.entries(alarmTest).map(([name, [example]]) => value(name, example)),
    context: alarmContext,
    sqlExample: 'SELECT * FROM "$events/sys/alarm_activated" ',
  }),
  event('alarm.deactivated', {
    ...same('alarm deactivated', ''),
    topic: '$events/sys/alarm_deactivated',
    testColumns: { ...alarmTest, deactivated_at: [1_736_512_728_999, 'time at which alarm was deactivated'] },
    columns: [
      ...Object.entries(alarmTest).map(([name, [example]]) => value(name, example)),
      value('deactivated_at', 1_736_512_728_999),
    ],
    context: { ...alarmContext, deactivated_at: 'integer' },
    sqlExample: 'SELECT * FROM "$events/sys/alarm_deactivated" ',
  }),
  event('message.delivered', {
    ...same('message delivered', '消息已投递'),
    testColumns: deliveryTest,
    columns: [id, ...receiver, ...message, ...times],
    context: deliveryContext,
    sqlExample: ofTopics('message_delivered'),
  }),
  event('message.acked', {
    ...same('message acked', '消息应答'),
    testColumns: deliveryTest,
    columns: [properties('puback_props', { 'Reason-String': 'OK' }), id, ...receiver, ...message, ...times],
    context: deliveryContext,
    sqlExample: ofTopics('message_acked'),
  }),
  event('message.dropped', {
    title: { en: 'message routing-drop', zh: '消息转发丢弃' },
    description: {
      en: 'messages are discarded during routing, usually because there are no subscribers',
      zh: '消息在转发的过程中被丢弃，一般是由于没有订阅者',
    },
    testColumns: { reason: ['no_subscribers', 'the reason of dropping'], ...publishTest },
    columns: [id, atom('reason', 'no_subscribers'), ...client, ...message, ...times],
    context: { id: 'text', reason: 'text', ...messageContext },
    sqlExample: ofTopics('message_dropped'),
  }),
  event('client.connected', {
    ...same('client connected', '连接建立'),
    testColumns: { ...clientTest, peername: ['127.0.0.1:52918', 'the IP address and port of the client'] },
    columns: [
      ...client,
      ['mountpoint', { is: 'missing' }] as const,
      ...socket,
      value('keepalive', 60),
      value('clean_start', true),
      value('expiry_interval', 3600),
      value('is_bridge', false),
      connection,
      now('connected_at'),
      now('timestamp'),
      node,
      attributes,
    ],
    context: { ...connectContext, mountpoint: 'text', is_bridge: 'truth' },
    sqlExample: everything('client_connected'),
  }),
  event('client.disconnected', {
    ...same('client disconnected', '连接断开'),
    testColumns: { ...clientTest, reason: ['normal', 'the reason for shutdown'] },
    columns: [
      atom('reason', 'normal'),
      ...client,
      ...socket,
      properties('disconn_props', {
        'Session-Expiry-Interval': 7200,
        'Reason-String': 'Redirect to another server',
        'Server Reference': '192.168.22.129',
      }),
      now('connected_at'),
      now('disconnected_at'),
      now('timestamp'),
      node,
      attributes,
    ],
    context: { ...clientContext, ...socketContext, reason: 'text', disconnected_at: 'integer' },
    sqlExample: everything('client_disconnected'),
  }),
  event('client.connack', {
    ...same('client connack', '连接确认'),
    testColumns: { ...clientTest, reason_code: ['success', 'the reason code'] },
    columns: [
      atom('reason_code', 'success'),
      ...client,
      ...socket,
      value('keepalive', 60),
      value('clean_start', true),
      value('expiry_interval', 3600),
      now('connected_at'),
      connection,
      now('timestamp'),
      node,
    ],
    context: { ...connectContext, reason_code: 'text' },
    sqlExample: everything('client_connack'),
  }),
  event('client.check_authz_complete', {
    ...same('client check authz complete', '授权结果'),
    testColumns: {
      ...clientTest,
      topic: ['t/1', 'the topic of the MQTT message'],
      action: ['publish', 'the action of publish or subscribe'],
      result: ['allow', 'the authz check complete result'],
    },
    columns: [
      ...client,
      ...peer,
      value('topic', 't/a'),
      value('action', 'publish'),
      value('authz_source', 'cache'),
      value('result', 'allow'),
      now('timestamp'),
      node,
      attributes,
    ],
    context: {
      ...clientContext,
      peerhost: 'text',
      topic: 'text',
      action: 'text',
      authz_source: 'text',
      result: 'text',
    },
    sqlExample: everything('client_check_authz_complete'),
  }),
  event('client.check_authn_complete', {
    ...same('client check authn complete', '认证结果'),
    testColumns: {
      ...clientTest,
      reason_code: ['success', 'the reason code'],
      is_superuser: [true, 'Whether this is a superuser'],
      is_anonymous: [false, 'Whether this is a superuser'],
    },
    columns: [
      ...client,
      value('peername', '192.168.0.10:56431'),
      value('reason_code', 'success'),
      value('is_superuser', true),
      value('is_anonymous', false),
      now('timestamp'),
      node,
      attributes,
    ],
    context: {
      ...clientContext,
      reason_code: 'text',
      peername: 'text',
      is_anonymous: 'truth',
      is_superuser: 'truth',
    },
    sqlExample: everything('client_check_authn_complete'),
  }),
  ...(['subscribed', 'unsubscribed'] as const).map((what) =>
    event(`session.${what}`, {
      ...same(`session ${what}`, what === 'subscribed' ? '会话订阅完成' : '会话取消订阅完成'),
      testColumns: { ...clientTest, topic: topicTest, qos: qosTest },
      columns: [
        properties(what === 'subscribed' ? 'sub_props' : 'unsub_props'),
        attributes,
        ...client,
        ...peer,
        value('topic', 't/a'),
        value('qos', 1),
        now('timestamp'),
        node,
      ],
      context: messageContext,
      sqlExample: ofTopics(`session_${what}`),
    }),
  ),
  event('delivery.dropped', {
    title: { en: 'message delivery-drop', zh: '消息投递丢弃' },
    description: {
      en: 'messages are discarded during delivery, i.e. because the message queue is full',
      zh: '消息在投递的过程中被丢弃，比如由于消息队列已满',
    },
    testColumns: { reason: ['queue_full', 'the reason of dropping'], ...deliveryTest },
    columns: [id, atom('reason', 'queue_full'), ...receiver, ...message, ...times],
    context: { reason: 'text', ...deliveryContext },
    sqlExample: ofTopics('delivery_dropped'),
  }),
  {
    name: '$bridges/mqtt:*',
    topic: '$bridges/mqtt:*',
    type: '$bridges/mqtt:*',
    title: { en: 'MQTT bridge message', zh: 'MQTT 桥接消息' },
    description: { en: 'received a message from MQTT bridge', zh: '收到来自 MQTT 桥接的消息' },
    testColumns: messageTest,
    columns: [
      value('event', '$bridges/mqtt:*'),
      id,
      value('payload', '{"msg": "hello"}'),
      value('server', '192.168.0.10:1883'),
      value('topic', 't/a'),
      value('qos', 1),
      value('dup', false),
      value('retain', false),
      published,
      now('message_received_at'),
      now('timestamp'),
      node,
    ],
    context: {
      id: 'text',
      payload: 'text',
      topic: 'text',
      server: 'text',
      dup: 'text',
      retain: 'text',
      message_received_at: 'integer',
      qos: 'qos',
    },
    sqlExample: `SELECT * FROM "$bridges/mqtt:my_mqtt_bridge" WHERE topic =~ 't/#'`,
  },
  event('schema.validation_failed', {
    title: { en: 'schema validation failed', zh: 'schema 验证失败' },
    description: { en: 'messages that do not pass configured validations', zh: '未通过验证的消息' },
    testColumns: { validation: 'myvalidation', ...publishTest },
    columns: [value('validation', 'my_validation'), id, ...client, ...message, ...times],
    context: { validation: 'text', ...messageContext },
    sqlExample: ofTopics('schema_validation_failed'),
    isEnterprise: true,
  }),
  event('message.transformation_failed', {
    title: { en: 'message transformation failed', zh: 'message 验证失败' },
    description: { en: 'messages that do not pass configured transformation', zh: '未通过验证的消息' },
    testColumns: { transformation: 'mytransformation', ...publishTest },
    columns: [
      value('validation', 'my_transformation'),
      id,
      ...client,
      value('payload', '{"msg": "hello"}'),
      value('peername', '192.168.0.10:56431'),
      value('topic', 't/a'),
      value('qos', 1),
      value('flags', {}),
      ...times,
    ],
    context: { transformation: 'text', ...messageContext },
    sqlExample: ofTopics('message_transformation_failed'),
    isEnterprise: true,
  }),
]
