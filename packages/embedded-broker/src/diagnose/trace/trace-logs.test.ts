import type { TraceType } from '@brokerdeck/contract/diagnose/trace.ts'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TraceEvent } from '../../mqtt/events/tracing.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { traceApi } from './trace-api.ts'
import type { TraceRecord } from './trace-record.ts'
import { traceClock, traceMatcher } from './traces.ts'

let broker: TestBroker
const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']

beforeEach(async () => {
  broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0 })
})

afterEach(() => broker.close())

function follow(type: TraceType, condition: string, more: Partial<TraceRecord> = {}): Promise<TraceRecord> {
  const startAt = Math.floor(broker.context.now() / 1000)
  return traceApi.own(broker.context).traces.add({
    name: 'dev',
    type,
    condition,
    startAt,
    endAt: startAt + 600,
    formatter: 'text',
    payloadEncode: 'text',
    ...more,
  })
}

/** Returns the lines that were written on a node, without times and without the lines about authorization. */
async function linesOn(node = first): Promise<string[]> {
  const trace = traceApi.own(broker.context).traces.find('dev')
  const log = trace && traceApi.own(broker.context).traces.collectLogs(trace)?.get(node)
  return String(await log?.read(0, 100_000))
    .split('\n')
    .filter((line) => line !== '' && !/AUTH[NZ]/.test(line))
    .map((line) => line.replace(/^\S+ /, '').replace(/^\{"time":"[^"]+",/, '{'))
}

test('what a client does is written step by step, as text', async () => {
  await follow('clientid', 'dev-1')
  const peer = { host: '10.0.0.7', port: 5001 }
  const options = { clientId: 'dev-1', username: 'u', password: 'secret', peer } as const
  const client = await connectClient(broker.context.cluster, options)
  await client.subscribeAsync('in/#', { qos: 1 })
  await client.publishAsync('in/a', 'Grüße', { qos: 1 })
  await eventually(async () => expect((await linesOn()).join()).toContain('received, packet: PUBACK'))
  await client.unsubscribeAsync('in/#')
  await client.endAsync()
  await eventually(async () => expect((await linesOn()).at(-1)).toContain('terminated'))
  const lines = (await linesOn()).filter((line) => !line.includes('AUTH'))
  expect(lines).toEqual(
    [
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_received, packet: CONNECT(Q0, R0, D0, ClientId=dev-1, ProtoName=MQTT, ProtoVsn=5, CleanStart=true, KeepAlive=60, Username=u, Password=******), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_sent, packet: CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=0), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_received, packet: SUBSCRIBE(Q1, R0, D0, PacketId=N TopicFilters=[in/#(#{nl => 0,qos => 1,rap => 0,rh => 0})]), username: u',
      '[SUBSCRIBE] dev-1@10.0.0.7:5001 msg: subscribe, sub_id: dev-1, sub_opts: [nl: 0, qos: 1, rap: 0, rh: 0, sub_props: []], topic: in/#, username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_sent, packet: SUBACK(Q0, R0, D0, PacketId=N, ReasonCodes=[1]), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_received, packet: PUBLISH(Q1, R0, D0, Topic=in/a, PacketId=N, Payload(text)=Grüße), username: u',
      '[PUBLISH] dev-1@10.0.0.7:5001 msg: publish_to, payload_encode: text, topic: in/a, username: u, payload: Grüße',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_sent, packet: PUBLISH(Q1, R0, D0, Topic=in/a, PacketId=N, Payload(text)=Grüße), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_sent, packet: PUBACK(Q0, R0, D0, PacketId=N, ReasonCode=0), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_received, packet: PUBACK(Q0, R0, D0, PacketId=N, ReasonCode=0), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_received, packet: UNSUBSCRIBE(Q1, R0, D0, PacketId=N TopicFilters=[in/#]), username: u',
      '[UNSUBSCRIBE] dev-1@10.0.0.7:5001 msg: unsubscribe, sub_opts: [nl: 0, qos: 1, rap: 0, rh: 0, sub_props: [], subid: dev-1], topic: in/#, username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_sent, packet: UNSUBACK(Q0, R0, D0, PacketId=N), username: u',
      '[MQTT] dev-1@10.0.0.7:5001 msg: mqtt_packet_received, packet: DISCONNECT(Q0, R0, D0, ReasonCode=0), username: u',
      '[SOCKET] dev-1@10.0.0.7:5001 msg: emqx_connection_terminated, reason: {shutdown,normal}, username: u',
    ].map((line) => expect.stringMatching(lineAsPattern(line))),
  )
})

/** The pattern accepts any packet identifier, because the client chooses it. */
const lineAsPattern = (line: string) =>
  new RegExp(`^${line.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&').replaceAll('PacketId=N', 'PacketId=\\d+')}$`)

test('the same as JSON, with the names of a line in EMQX’s order', async () => {
  await follow('topic', 'in/+', { formatter: 'json', payloadEncode: 'hex' })
  const client = await connectClient(broker.context.cluster, { clientId: 'dev-1', node: second })
  await client.subscribeAsync('in/+', { qos: 1 })
  await client.publishAsync('out/a', 'ab')
  await client.publishAsync('in/a', 'ab', { qos: 1 })
  const lines = (await linesOn(second)).filter((line) => !line.includes('AUTHZ'))
  const peer = '"peername":"127.0.0.1:0"'
  expect(lines).toEqual([
    `{"msg":"subscribe","meta":{"trace_tag":"SUBSCRIBE","topic":"in/+","sub_opts":{"sub_props":{},"rh":0,"rap":0,"qos":1,"nl":0},"sub_id":"dev-1",${peer},"clientid":"dev-1"},"level":"debug"}`,
    `{"msg":"publish_to","meta":{"trace_tag":"PUBLISH","topic":"in/a",${peer},"payload_encode":"hex","payload":"6162","clientid":"dev-1"},"level":"debug"}`,
  ])
  expect(await linesOn()).toEqual([])
  await client.endAsync()
})

test('an address is followed whoever comes from there, and payloads are hidden if wanted', async () => {
  await follow('ip_address', '10.0.0.8', { payloadEncode: 'hidden' })
  const client = await connectClient(broker.context.cluster, { clientId: 'x', peer: { host: '10.0.0.8' } })
  const other = await connectClient(broker.context.cluster, { clientId: 'y', peer: { host: '10.0.0.80' } })
  await client.publishAsync('a', 'secret', { qos: 1 })
  await other.publishAsync('a', 'secret', { qos: 1 })
  const text = (await linesOn()).join('\n')
  expect(text).toMatch(/Topic=a, PacketId=\d+, Payload=\*{6}\)/)
  expect(text).toContain('payload_encode: hidden, topic: a, payload: ******')
  expect(text).not.toMatch(/secret|y@/)
  await Promise.all([client.endAsync(), other.endAsync()])
})

test('a client that is refused is seen as well, with the reason', async () => {
  await broker.ask('POST', '/banned', { as: 'clientid', who: 'bad' })
  await follow('clientid', 'bad')
  await expect(connectClient(broker.context.cluster, { clientId: 'bad' })).rejects.toThrow()
  const lines = await linesOn()
  expect(lines[0]).toContain('mqtt_packet_received, packet: CONNECT(')
  expect(lines[1]).toContain('mqtt_packet_sent, packet: CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=138)')
  expect(lines[2]).toContain('emqx_connection_terminated, reason: {shutdown,banned}')
})

test('a message that is dropped says why', async () => {
  broker.context.cluster.configure({ mqtt: { ...broker.context.cluster.settings.mqtt, maxQueueLength: 1 } })
  const options = { clientId: 'away', clean: false, properties: { sessionExpiryInterval: 300 } }
  const client = await connectClient(broker.context.cluster, options)
  await client.subscribeAsync('q', { qos: 1 })
  await client.endAsync()
  await eventually(() => expect(broker.context.cluster.session('away')?.isConnected).toBe(false))
  await follow('clientid', 'away')
  for (const payload of ['one', 'two']) await broker.ask('POST', '/publish', { topic: 'q', payload, qos: 1 })
  expect(await linesOn()).toEqual([
    '[warning] clientid: away, msg: dropped_msg_due_to_mqueue_is_full, peername: 127.0.0.1:0, topic: q, payload_encode: text, queue: [dropped: 1, len: 1, max_len: 1], payload: one',
  ])
})

test('two clients over TCP and WebSocket: who published, who received, and from where', async () => {
  await follow('topic', 'plant/#')
  const bindOf = (listener: string) =>
    broker.context.cluster.nodes[0]?.listeners.find(({ id }) => id === listener)?.bind ?? ''
  const options = { reconnectPeriod: 0 }
  const publisher = await connectAsync(`mqtt://${bindOf('tcp:default')}`, {
    ...options,
    clientId: 'publisher',
  })
  const receiver = await connectAsync(`ws://${bindOf('ws:default')}/mqtt`, {
    ...options,
    clientId: 'receiver',
  })
  await receiver.subscribeAsync('plant/+', { qos: 1 })
  const arrived = new Promise((resolve) => receiver.once('message', resolve))
  await publisher.publishAsync('plant/1', 'on', { qos: 1 })
  await arrived
  expect(await linesOn()).toEqual([
    expect.stringMatching(/^\[SUBSCRIBE\] receiver@127\.0\.0\.1:\d+ msg: subscribe, .*topic: plant\/\+$/),
    expect.stringMatching(
      /^\[PUBLISH\] publisher@127\.0\.0\.1:\d+ msg: publish_to, payload_encode: text, topic: plant\/1, payload: on$/,
    ),
  ])
  await Promise.all([publisher.endAsync(), receiver.endAsync()])
})

test('what waited for a client is sent after its CONNACK', async () => {
  const properties = { sessionExpiryInterval: 300 }
  const before = await connectClient(broker.context.cluster, { clientId: 'c', properties })
  await before.subscribeAsync('q', { qos: 1 })
  await before.endAsync()
  await eventually(() => expect(broker.context.cluster.session('c')?.isConnected).toBe(false))
  await broker.ask('POST', '/publish', { topic: 'q', payload: 'kept', qos: 1 })
  await follow('clientid', 'c')
  const after = await connectClient(broker.context.cluster, { clientId: 'c', clean: false, properties })
  const sent = async () => (await linesOn()).filter((line) => line.includes('mqtt_packet_sent'))
  await eventually(async () => expect(await sent()).toHaveLength(2))
  expect(await sent()).toEqual([
    expect.stringContaining('CONNACK(Q0, R0, D0, AckFlags=1, ReasonCode=0)'),
    expect.stringContaining('PUBLISH(Q1, R0, D0, Topic=q, PacketId=1, Payload(text)=kept)'),
  ])
  await after.endAsync()
})

test('a connection that ends says why: taken over, kicked out, or for breaking the protocol', async () => {
  await follow('clientid', 'c')
  const old = openRaw(broker.context.cluster)
  await old.connect({ clientId: 'c' })
  const taken = openRaw(broker.context.cluster)
  await taken.connect({ clientId: 'c', clean: false })
  await old.closed
  broker.context.cluster.kick('c')
  await taken.closed
  const rude = openRaw(broker.context.cluster)
  await rude.connect({ clientId: 'c' })
  rude.send({
    cmd: 'connect',
    clientId: 'c',
    keepalive: 0,
    protocolVersion: 5,
    protocolId: 'MQTT',
    clean: true,
  })
  await rude.closed
  const ends = (await linesOn()).filter((line) => line.startsWith('[SOCKET]'))
  expect(ends.map((line) => line.replace(/^.*msg: /, ''))).toEqual([
    'emqx_connection_terminated, reason: {shutdown,takenover}',
    'emqx_connection_terminated, reason: {shutdown,kicked}',
    'socket_force_closed, reason: protocol_error',
    'emqx_connection_terminated, reason: {shutdown,protocol_error}',
  ])
})

test('a client whose name pretends to be lines is one client in its lines', async () => {
  const clientId = 'x\r\n2026-11-21T08:00:00.000000+00:00 [MQTT] admin@10.0.0.1:1 msg: forged, \u2028'
  await follow('clientid', clientId)
  const client = await connectClient(broker.context.cluster, { clientId, username: 'u\nv' })
  await client.publishAsync('a', 'b\nc', { qos: 1 })
  await client.endAsync()
  await eventually(async () => expect((await linesOn()).at(-1)).toContain('terminated'))
  for (const line of await linesOn()) {
    expect(line).toMatch(
      /^\[(MQTT|PUBLISH|SOCKET)\] x\\r\\n2026-.* \\x\{2028\}@127\.0\.0\.1:0 msg: (mqtt_|publish|emqx)/,
    )
    expect(line).toContain('username: u\\nv')
  }
})

test('times of one millisecond are told apart, in their order', () => {
  let now = 1
  const time = traceClock(() => now)
  expect([time(), time()]).toEqual(['1970-01-01T00:00:00.001000+00:00', '1970-01-01T00:00:00.001001+00:00'])
  now = 2.7
  expect(time()).toBe('1970-01-01T00:00:00.002000+00:00')
  const many = Array.from({ length: 1500 }, time)
  expect(many.at(-1)).toBe('1970-01-01T00:00:00.002999+00:00')
})

describe('what a trace follows', () => {
  const event: TraceEvent = {
    who: { node: 'n1', clientid: 'c', ipAddress: '10.0.0.7', port: 1 },
    tag: 'PUBLISH',
    msg: 'publish_to',
    topic: 'a/b',
    meta: { rule_id: 'r' },
  }

  test.each([
    ['clientid', 'c', true],
    ['clientid', 'C', false],
    ['topic', 'a/+', true],
    ['topic', 'b/#', false],
    ['ip_address', '10.0.0.7', true],
    ['ip_address', '10.0.0', false],
    ['ruleid', 'r', true],
    ['ruleid', 'other', false],
  ] as const)('%s %s: %s', (type, condition, isMatch) => {
    expect(traceMatcher(type, condition)(event)).toBe(isMatch)
  })

  test('the filter of a shared subscription counts without its group', () => {
    expect(traceMatcher('topic', 'a/b')({ ...event, topic: '$share/g/a/b' })).toBe(true)
  })

  test.each([
    ['0:0::1', '::1'],
    ['10.0.0.7', '::ffff:10.0.0.7'],
  ])('%s is %s', (condition, peerhost) => {
    expect(traceMatcher('ip_address', condition)({ ...event, who: { node: 'n1', peerhost } })).toBe(true)
  })

  test('what has no topic is in no trace of one, and what the broker does by itself in none of a client', () => {
    const { topic: _, ...rest } = event
    expect(traceMatcher('topic', '#')(rest)).toBe(false)
    expect(traceMatcher('clientid', '')({ ...rest, who: { node: 'n1' } })).toBe(false)
  })
})
