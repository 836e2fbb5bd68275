import type { MqttClient } from 'mqtt'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient, type TestClientOptions } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker({ clock: manualClock(), edition: 'enterprise' })
  onTestFinished(() => broker.close())
  const { cluster } = broker.context
  const connect = async (options: TestClientOptions = {}) => {
    const client = await connectClient(cluster, options)
    onTestFinished(async () => {
      await client.endAsync(true)
    })
    return client
  }
  const got: { topic: string; payload: string; retain: boolean; qos: number; properties: unknown }[] = []
  const subscriber = await connect({ clientId: 'reader' })
  subscriber.on('message', (topic, payload, { retain, qos, properties }) => {
    got.push({ topic, payload: payload.toString(), retain, qos, properties: properties?.userProperties })
  })
  await subscriber.subscribeAsync('#', { qos: 2, rap: true })
  const make = async (method: 'POST', path: string, body: object) => {
    const answer = await broker.ask(method, path, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  }
  const metrics = async (path: string) => (await broker.ask('GET', path)).body
  return { broker, cluster, connect, got, make, metrics }
}

/** Returns the reason codes that the client receives. */
function acknowledged(client: MqttClient) {
  const codes: (number | undefined)[] = []
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') codes.push(packet.reasonCode)
  })
  return codes
}

const warm = (more: object = {}) => ({
  name: 'warm',
  topics: ['plant/+/temperature'],
  strategy: 'all_pass',
  failure_action: 'drop',
  checks: [{ type: 'sql', sql: 'SELECT payload.value AS value WHERE value < 100' }],
  ...more,
})

it('drops what does not pass, counts it on its node, and lets all else through', async () => {
  const { broker, cluster, connect, got, make, metrics } = await start()
  await make('POST', '/schema_validations', warm())
  const [first, second] = cluster.nodes
  const client = await connect({ clientId: 'probe', node: second?.name ?? '' })
  const answered = acknowledged(client)
  await client.publishAsync('plant/1/temperature', '{"value":120}', { qos: 1, retain: true })
  expect(answered).toEqual([0x10])
  await client.publishAsync('plant/1/temperature', '{"value":20}', { qos: 2 })
  await client.publishAsync('plant/1/pressure', '{"value":120}', { qos: 1 })
  await eventually(() => expect(got.map(({ payload }) => payload)).toEqual(['{"value":20}', '{"value":120}']))
  expect(cluster.retained('plant/#')).toEqual([])
  expect(await metrics('/schema_validations/validation/warm/metrics')).toMatchObject({
    metrics: { matched: 2, succeeded: 1, failed: 1 },
    node_metrics: [
      { node: first?.name, metrics: { matched: 0 } },
      { node: second?.name, metrics: { matched: 2, succeeded: 1, failed: 1 } },
    ],
  })
  expect(second?.metrics()).toMatchObject({
    'messages.validation_failed': 1,
    'messages.validation_succeeded': 1,
    'messages.dropped': 0,
  })
  const figures = await broker.app.inject({
    url: '/api/v5/prometheus/schema_validation?mode=all_nodes_aggregated',
    headers: { accept: 'application/json', authorization: `Bearer ${broker.login()}` },
  })
  expect(figures.json().schema_validations).toEqual([
    {
      validation_name: 'warm',
      emqx_schema_validation_enable: 1,
      emqx_schema_validation_matched: 2,
      emqx_schema_validation_failed: 1,
      emqx_schema_validation_succeeded: 1,
    },
  ])
  await broker.ask('POST', `/schema_validations/validation/warm/metrics/reset`)
  expect(await metrics('/schema_validations/validation/warm/metrics')).toMatchObject({
    metrics: { matched: 0, failed: 0 },
  })
})

it('disconnects where it says so, and only counts where it ignores', async () => {
  const { broker, connect, got, make, metrics } = await start()
  await make('POST', '/schema_validations', warm({ failure_action: 'disconnect', topics: 'a/+' }))
  await make('POST', '/schema_validations', warm({ name: 'lax', failure_action: 'ignore', topics: ['b/+'] }))
  const client = await connect({ clientId: 'probe' })
  const ended = new Promise((resolve) => client.once('disconnect', resolve))
  client.publish('a/1', '{"value":120}', { qos: 1 })
  expect(await ended).toMatchObject({ reasonCode: 0x83 })
  const other = await connect({ clientId: 'other' })
  const answered = acknowledged(other)
  await other.publishAsync('b/1', 'no json', { qos: 1 })
  expect(answered).toEqual([0])
  await eventually(() => expect(got).toMatchObject([{ topic: 'b/1', payload: 'no json' }]))
  expect(await metrics('/schema_validations/validation/lax/metrics')).toMatchObject({
    metrics: { matched: 1, failed: 1 },
  })
  // The API has no client to disconnect: the response is the same as without subscribers.
  const answer = await broker.ask('POST', '/publish', { topic: 'a/1', payload: 'x' })
  expect(answer).toMatchObject({ status: 202, body: { reason_code: 16 } })
})

it('asks several in their order until one refuses, and any check of one that wants any', async () => {
  const { broker, connect, got, make, metrics } = await start()
  await make('POST', '/schema_validations', warm({ name: 'one', topics: ['t/#'] }))
  const either = ['SELECT payload.a AS a WHERE a = 1', 'SELECT payload.b AS b WHERE b = 1']
  const checks = either.map((sql) => ({ type: 'sql', sql }))
  await make(
    'POST',
    '/schema_validations',
    warm({ name: 'two', topics: ['t/#'], strategy: 'any_pass', checks }),
  )
  const client = await connect({ clientId: 'probe' })
  await client.publishAsync('t/1', '{"value":120,"a":1}', { qos: 1 })
  await client.publishAsync('t/1', '{"value":1,"b":1}', { qos: 1 })
  await client.publishAsync('t/1', '{"value":1,"b":2}', { qos: 1 })
  await eventually(() => expect(got).toHaveLength(1))
  expect(await metrics('/schema_validations/validation/two/metrics')).toMatchObject({
    metrics: { matched: 2, failed: 1 },
  })
  await broker.ask('POST', `/schema_validations/reorder`, { order: ['two', 'one'] })
  await client.publishAsync('t/1', '{"value":120,"b":2}', { qos: 1 })
  expect(await metrics('/schema_validations/validation/one/metrics')).toMatchObject({
    metrics: { matched: 3, failed: 1 },
  })
  await broker.ask('POST', `/schema_validations/validation/two/enable/false`)
  await broker.ask('DELETE', `/schema_validations/validation/one`)
  expect(broker.context.cluster.screens.validation).toBeUndefined()
})

it('transforms topic, payload, QoS, retain flag and user properties, one after the other', async () => {
  const { connect, got, make, metrics, cluster } = await start()
  const json = { payload_decoder: { type: 'json' }, payload_encoder: { type: 'json' } }
  await make('POST', '/message_transformations', {
    name: 'first',
    topics: ['mt/+'],
    failure_action: 'drop',
    ...json,
    operations: [
      { key: 'topic', value: "concat([topic, '/', payload.t])" },
      { key: 'payload.who.id', value: 'clientid' },
      { key: 'user_property.src', value: "concat(['emqx'])" },
    ],
  })
  await make('POST', '/message_transformations', {
    name: 'second',
    topics: 'mt/#',
    failure_action: 'drop',
    operations: [
      { key: 'qos', value: "iif(true, '2', '2')".replace('true', 'topic') },
      { key: 'retain', value: "concat('true')" },
      { key: 'payload', value: "concat(payload, '!')" },
    ],
  })
  const client = await connect({ clientId: 'probe' })
  await client.publishAsync('mt/1', '{"t":"kitchen"}', { qos: 1, properties: { userProperties: { b: '1' } } })
  await eventually(() =>
    expect(got).toEqual([
      {
        topic: 'mt/1/kitchen',
        payload: '{"who":{"id":"probe"},"t":"kitchen"}!',
        retain: true,
        qos: 2,
        properties: { b: '1', src: 'emqx' },
      },
    ]),
  )
  expect(cluster.retained('mt/#')).toHaveLength(1)
  await client.publishAsync('mt/1', 'plain', { qos: 1 })
  expect(await metrics('/message_transformations/transformation/first/metrics')).toMatchObject({
    metrics: { matched: 2, succeeded: 1, failed: 1 },
  })
  expect(await metrics('/message_transformations/transformation/second/metrics')).toMatchObject({
    metrics: { matched: 1 },
  })
  expect(cluster.nodes[0]?.metrics()).toMatchObject({
    'messages.transformation_failed': 1,
    'messages.transformation_succeeded': 1,
  })
})

it.each([
  ['topic', "concat('a/+')"],
  ['user_property.x', 'payload.deep'],
  ['payload', "tokens(topic, '/')"],
  ['qos', "concat('3')"],
  ['topic', 'nofun(topic)'],
])('lets nothing through where %s becomes what is no message: %s', async (key, value) => {
  const { connect, got, make, metrics } = await start()
  const operations = [{ key, value }]
  const decoder = { payload_decoder: { type: key === 'payload' ? 'none' : 'json' } }
  await make('POST', '/message_transformations', {
    name: 'bad',
    topics: 't',
    failure_action: 'drop',
    ...decoder,
    operations,
  })
  const client = await connect({ clientId: 'probe' })
  await client.publishAsync('t', '{"x":1}', { qos: 1 })
  expect(await metrics('/message_transformations/transformation/bad/metrics')).toMatchObject({
    metrics: { failed: 1 },
  })
  expect(got).toEqual([])
})

it('keeps the message as it was where a failed transformation is ignored', async () => {
  const { connect, got, make } = await start()
  const bad = { key: 'topic', value: 'payload.none' }
  await make('POST', '/message_transformations', {
    name: 'bad',
    topics: 't',
    failure_action: 'ignore',
    operations: [bad],
  })
  const client = await connect({ clientId: 'probe' })
  await client.publishAsync('t', 'x', { qos: 1 })
  await eventually(() => expect(got).toMatchObject([{ topic: 't', payload: 'x' }]))
})

it('runs rules on both failures, with the name of what failed', async () => {
  const { broker, connect, got, make } = await start()
  await make('POST', '/schema_validations', warm())
  const bad = { key: 'topic', value: 'payload.none' }
  await make('POST', '/message_transformations', {
    name: 'bad',
    topics: 't',
    failure_action: 'drop',
    operations: [bad],
  })
  for (const event of ['schema_validation_failed', 'message_transformation_failed']) {
    const args = { topic: `failed/${event}`, payload: '${name} ${clientid} ${topic}', qos: 0 }
    const name = event === 'schema_validation_failed' ? 'validation' : 'transformation'
    await make('POST', '/rules', {
      id: event,
      sql: `SELECT ${name} AS name, clientid, topic FROM "$events/${event}"`,
      actions: [{ function: 'republish', args }],
    })
  }
  const client = await connect({ clientId: 'probe' })
  await client.publishAsync('plant/1/temperature', '{"value":120}', { qos: 1 })
  await client.publishAsync('t', 'x', { qos: 1 })
  await eventually(() =>
    expect(got.map(({ topic, payload }) => [topic, payload])).toEqual([
      ['failed/schema_validation_failed', 'warm probe plant/1/temperature'],
      ['failed/message_transformation_failed', 'bad probe t'],
    ]),
  )
  expect((await broker.ask('GET', '/rules/schema_validation_failed/metrics')).body).toMatchObject({
    metrics: { matched: 1, 'actions.success': 1 },
  })
})

it('asks a will, and of a delayed message nothing before its time', async () => {
  const { broker, connect, got, make, metrics } = await start()
  await make('POST', '/schema_validations', warm({ topics: ['w'] }))
  const client = await connect({
    clientId: 'probe',
    will: { topic: 'w', payload: Buffer.from('no'), qos: 0, retain: false },
  })
  await client.publishAsync('$delayed/5/w', 'no', { qos: 1 })
  expect(await metrics('/schema_validations/validation/warm/metrics')).toMatchObject({
    metrics: { matched: 0 },
  })
  client.stream.destroy()
  await eventually(async () =>
    expect(await metrics('/schema_validations/validation/warm/metrics')).toMatchObject({
      metrics: { failed: 1 },
    }),
  )
  expect(got).toEqual([])
  expect(broker.context.cluster.delayed.all()).toHaveLength(1)
})
