import { arbitraryStatement } from '@brokerdeck/languages/testing/arbitrary-statement.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import type { EmbeddedBrokerOptions } from '../../embedded-broker.ts'
import { startSampleFleet } from '../../sample-fleet.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { readRule } from './read-rule.ts'
import { RuleEngine } from './rule-engine.ts'

async function brokerOf(options: EmbeddedBrokerOptions = {}): Promise<TestBroker> {
  const broker = await createTestBroker(options)
  onTestFinished(() => broker.close())
  return broker
}

const rowSchema = v.record(v.string(), v.unknown())

/** Records the results of a rule by means of its republish action. */
async function rowsOf(broker: TestBroker, sql: string) {
  const rows: Record<string, unknown>[] = []
  const args = { topic: 'told', payload: '${.}', direct_dispatch: true }
  const watcher = await connectClient(broker.context.cluster, { clientId: 'watcher' })
  onTestFinished(async () => void (await watcher.endAsync()))
  await watcher.subscribeAsync('told')
  watcher.on('message', (_topic, payload) => rows.push(v.parse(rowSchema, JSON.parse(String(payload)))))
  await broker.ask('POST', '/rules', { id: 'told', sql, actions: [{ function: 'republish', args }] })
  return rows
}

const matchedSchema = v.object({
  metrics: rowSchema,
  node_metrics: v.array(v.object({ node: v.string(), metrics: rowSchema })),
})

async function metricsOf(broker: TestBroker, id: string) {
  return v.parse(matchedSchema, (await broker.ask('GET', `/rules/${id}/metrics`)).body)
}

it('hands on what the packets of clients say', async () => {
  const broker = await brokerOf()
  const from = ['client_connack', 'client_connected', 'session_subscribed', 'session_unsubscribed']
    .concat('client_disconnected')
    .map((name) => `"$events/${name}"`)
  const rows = await rowsOf(
    broker,
    `SELECT event, conn_props, sub_props, unsub_props, disconn_props FROM ${from.join(', ')} WHERE clientid = 'dev'`,
  )
  const user = { site: 'a' }
  const client = await connectClient(broker.context.cluster, {
    clientId: 'dev',
    protocolVersion: 5,
    properties: { sessionExpiryInterval: 60, receiveMaximum: 5, userProperties: user },
  })
  await client.subscribeAsync('x', {
    qos: 0,
    properties: { subscriptionIdentifier: 7, userProperties: user },
  })
  await client.unsubscribeAsync('x', { properties: { userProperties: user } })
  await client.endAsync(false, { reasonCode: 0, properties: { reasonString: 'done', userProperties: user } })
  const said = { 'User-Property': user, 'User-Property-Pairs': [{ key: 'site', value: 'a' }] }
  const connection = { 'Session-Expiry-Interval': 60, 'Receive-Maximum': 5, ...said }
  await eventually(() =>
    expect(rows).toMatchObject([
      { event: 'client.connack', conn_props: connection },
      { event: 'client.connected', conn_props: connection },
      { event: 'session.subscribed', sub_props: { 'Subscription-Identifier': 7, ...said } },
      { event: 'session.unsubscribed', unsub_props: said },
      { event: 'client.disconnected', disconn_props: { 'Reason-String': 'done', ...said } },
    ]),
  )
})

it('fires on what becomes of messages, and counts it on the node where it happened', async () => {
  const broker = await brokerOf({ nodes: 2 })
  const { cluster } = broker.context
  const [first = '', second = ''] = cluster.nodes.map(({ name }) => name)
  const events = ['message_delivered', 'message_dropped', 'delivery_dropped', 'session_unsubscribed']
  for (const event of events)
    await broker.ask('POST', '/rules', { id: event, sql: `SELECT * FROM "$events/${event}"` })
  const receiver = await connectClient(cluster, { clientId: 'receiver', node: second })
  const sender = await connectClient(cluster, { clientId: 'sender', node: first })
  await receiver.subscribeAsync('in', { qos: 1 })
  await sender.publishAsync('in', 'x', { qos: 1 })
  await sender.publishAsync('nobody', 'x', { qos: 1 })
  await receiver.subscribeAsync('own', { qos: 1, nl: true })
  await receiver.publishAsync('own', 'x', { qos: 1 })
  await receiver.unsubscribeAsync('in')
  const places = { message_delivered: second, message_dropped: first, delivery_dropped: second }
  for (const [event, node] of Object.entries({ ...places, session_unsubscribed: second })) {
    await eventually(async () => {
      const { metrics, node_metrics: nodes } = await metricsOf(broker, event)
      expect([event, metrics['matched']]).toEqual([event, 1])
      expect(nodes.map((one) => [one.node, one.metrics['matched']])).toEqual([
        [first, node === first ? 1 : 0],
        [second, node === second ? 1 : 0],
      ])
    })
  }
  await receiver.endAsync()
  await sender.endAsync()
})

it('fires on alarms', async () => {
  const broker = await brokerOf()
  const rows = await rowsOf(
    broker,
    'SELECT event, name, details.usage as usage FROM "$events/sys/alarm_activated", "$events/sys/alarm_deactivated"',
  )
  const { alarms } = broker.context
  alarms.checkProcesses(95, { high: 80, low: 60 })
  alarms.checkProcesses(10, { high: 80, low: 60 })
  await eventually(() =>
    expect(rows).toMatchObject([
      { event: 'alarm.activated', name: 'too_many_processes' },
      { event: 'alarm.deactivated', name: 'too_many_processes' },
    ]),
  )
})

it('says how often rules are matched', async () => {
  const clock = manualClock()
  const broker = await brokerOf({ clock })
  await broker.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "t"' })
  for (let count = 0; count < 20; count++) await broker.ask('POST', '/publish', { topic: 't', payload: 'x' })
  clock.advance(10_000)
  expect(await metricsOf(broker, 'r')).toMatchObject({
    metrics: { 'matched.rate': 2, 'matched.rate.max': 2, 'matched.rate.last5m': 2 },
  })
  clock.advance(10_000)
  expect(await metricsOf(broker, 'r')).toMatchObject({
    metrics: { matched: 20, 'matched.rate': 0, 'matched.rate.max': 2, 'matched.rate.last5m': 1 },
  })
})

it('filters its list by all that it says it does', async () => {
  const broker = await brokerOf()
  const rules = [
    { id: 'a', sql: 'SELECT * FROM "plant/+"', description: 'Hot ovens', actions: ['http:post'] },
    { id: 'b', sql: 'SELECT * FROM "$bridges/mqtt:far", "plant/1"', description: 'Cold' },
    { id: 'c', sql: 'SELECT * FROM "$events/client_connected"', actions: [{ function: 'console' }] },
  ]
  for (const rule of rules) await broker.ask('POST', '/rules', rule)
  const listed = v.object({ data: v.array(v.object({ id: v.string() })) })
  const idsOf = async (search: Record<string, string>) => {
    const { body } = await broker.ask('GET', `/rules?${new URLSearchParams(search)}`)
    return v
      .parse(listed, body)
      .data.map(({ id }) => id)
      .join('')
  }
  expect(await idsOf({ from: 'plant/1' })).toBe('b')
  expect(await idsOf({ like_from: 'plant' })).toBe('ab')
  expect(await idsOf({ like_from: '$events' })).toBe('c')
  expect(await idsOf({ like_description: 'oven' })).toBe('a')
  expect(await idsOf({ action: 'http:post' })).toBe('a')
  expect(await idsOf({ source: 'mqtt:far' })).toBe('b')
  expect(await idsOf({ source: 'mqtt:far', like_description: 'oven' })).toBe('')
})

const logSchema = v.object({ items: v.string() })

async function messagesOf(broker: TestBroker, trace: string): Promise<readonly string[]> {
  const node = encodeURIComponent(broker.context.cluster.nodes[0]?.name ?? '')
  const { body } = await broker.ask('GET', `/trace/${trace}/log?bytes=1000000&node=${node}`)
  return Array.from(v.parse(logSchema, body).items.matchAll(/"msg":"(\w+)"/g), ([, msg = '']) => msg)
}

const traced = (broker: TestBroker, ruleid: string) =>
  broker.ask('POST', '/trace', { name: ruleid, type: 'ruleid', ruleid, formatter: 'json' })

it('tells its trace that it would go on for ever', async () => {
  const broker = await brokerOf()
  const actions = [{ function: 'republish', args: { topic: 's' } }]
  await broker.ask('POST', '/rules', { id: 'self', sql: 'SELECT * FROM "s"', actions })
  await traced(broker, 'self')
  await broker.ask('POST', '/publish', { topic: 's', payload: '{}' })
  expect(await messagesOf(broker, 'self')).toContain('recursive_republish_detected')
})

it('takes a direct dispatch from a template', async () => {
  const broker = await brokerOf()
  const args = { topic: 'out', direct_dispatch: '${payload.direct}' }
  await broker.ask('POST', '/rules', {
    id: 'first',
    sql: 'SELECT payload, payload.direct as direct FROM "in"',
    actions: [{ function: 'republish', args }],
  })
  await broker.ask('POST', '/rules', { id: 'second', sql: 'SELECT * FROM "out"' })
  for (const direct of [true, false]) {
    await broker.ask('POST', '/publish', { topic: 'in', payload: JSON.stringify({ direct }) })
    expect(await metricsOf(broker, 'second')).toMatchObject({ metrics: { matched: direct ? 0 : 1 } })
  }
})

it('says which results came too late, and which had nowhere to go', async () => {
  const clock = manualClock()
  const broker = await brokerOf({ clock, nodes: 1 })
  // No server listens at this address.
  const connector = { type: 'http', name: 'dead', url: 'http://127.0.0.1:9', pool_size: 1 }
  await broker.ask('POST', '/connectors', connector)
  const parameters = { path: '/', method: 'post', body: '${payload}' }
  const action = { type: 'http', name: 'post', connector: 'dead', parameters }
  await broker.ask('POST', '/actions', { ...action, resource_opts: { request_ttl: '1s' } })
  await broker.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "t"', actions: ['http:post'] })
  await traced(broker, 'r')
  const publish = () => broker.ask('POST', '/publish', { topic: 't', payload: 'x' })
  await publish()
  await eventually(async () => {
    clock.advance(1000)
    expect(await metricsOf(broker, 'r')).toMatchObject({
      metrics: { 'actions.failed': 1, 'actions.failed.unknown': 1, 'actions.failed.out_of_service': 0 },
    })
  })
  expect((await messagesOf(broker, 'r')).slice(-2)).toEqual(['bridge_action', 'request_expired'])
  await publish()
  await broker.ask('PUT', '/actions/http:post/enable/false')
  await eventually(async () =>
    expect(await metricsOf(broker, 'r')).toMatchObject({
      metrics: { 'actions.failed': 2, 'actions.failed.unknown': 1, 'actions.failed.out_of_service': 1 },
    }),
  )
  expect((await messagesOf(broker, 'r')).at(-1)).toBe('out_of_service')
})

it('has living counters of the rules of the sample fleet', { timeout: 30_000 }, async () => {
  const broker = await brokerOf({ nodes: 1, listen: true, mqttPort: 0, wsPort: 0 })
  const fleet = startSampleFleet(broker.context)
  onTestFinished(() => fleet.stop())
  await eventually(async () => {
    expect(await metricsOf(broker, 'sample_hot')).toMatchObject({ metrics: { failed: expect.any(Number) } })
    expect((await metricsOf(broker, 'sample_hot')).metrics['matched']).toBeGreaterThan(0)
  })
  const sent = {
    event_type: 'message_publish',
    topic: 'sample/alerts/hall-1',
    payload: '{"alert":"a","number":1}',
  }
  const executed = { context: sent, stop_action_after_template_rendering: false }
  expect((await broker.ask('POST', '/rules/sample_split/test', executed)).status).toBe(200)
  // Between a message and its results the counters of the fleet differ.
  await eventually(async () => {
    const split = (await metricsOf(broker, 'sample_split')).metrics
    expect(split).toMatchObject({ failed: 0, passed: split['matched'] })
    expect(split['actions.success']).toBe(2 * Number(split['matched']))
  })
  const before = Number((await metricsOf(broker, 'sample_gone')).metrics['passed'])
  await broker.ask('DELETE', '/clients/sample-meter-1')
  await eventually(async () =>
    expect(Number((await metricsOf(broker, 'sample_gone')).metrics['passed'])).toBeGreaterThan(before),
  )
})

it('answers whatever is asked of its statements', { timeout: 60_000 }, async () => {
  const broker = await brokerOf({ nodes: 1 })
  const text = fc.oneof(arbitraryStatement, fc.string({ unit: 'binary', maxLength: 60 }))
  const context = fc.oneof(
    fc.record({ event_type: fc.constant('message_publish'), topic: fc.constant('t/1'), payload: fc.json() }),
    fc.dictionary(fc.constantFrom('event_type', 'topic', 'payload', 'qos', 'clientid'), fc.jsonValue()),
    fc.jsonValue(),
  )
  const answered = (status: number) => expect([200, 201, 400, 404, 412, 500]).toContain(status)
  await fc.assert(
    fc.asyncProperty(text, context, async (sql, given) => {
      answered((await broker.ask('POST', '/rule_test', { sql, context: given })).status)
      const { status } = await broker.ask('POST', '/rules', { id: 'r', sql })
      answered(status)
      if (status !== 201) return
      const apply = { context: given, stop_action_after_template_rendering: false }
      answered((await broker.ask('POST', '/rules/r/test', apply)).status)
      await broker.ask('POST', '/publish', { topic: 't/1', payload: JSON.stringify(given) })
      expect((await broker.ask('DELETE', '/rules/r')).status).toBe(204)
    }),
    { numRuns: 100 },
  )
  expect((await broker.ask('GET', '/rules')).status).toBe(200)
})

it('counts a run whose trial reached a limit, and runs nothing', async () => {
  const broker = await brokerOf()
  const engine = new RuleEngine(broker.context)
  onTestFinished(() => engine.close())
  const actions = [{ function: 'republish', args: { topic: 'u', retain: true } }]
  await engine.put(readRule('over', { sql: 'SELECT * FROM "t"', actions }, undefined, broker.context.now()))
  const rule = engine.rules.find('over')
  if (rule === undefined) throw new Error('the rule is not there')
  const node = broker.context.cluster.nodes[0]?.name ?? ''
  const outcome = engine.reject(rule, { node, columns: new Map([['topic', 't']]), isDry: false }, 'size')
  expect(outcome).toEqual({ kind: 'failed', clause: 'other', reason: { kind: 'limit', what: 'size' } })
  const counters = engine.counters('over', node)
  const counts = ['matched', 'passed', 'failed', 'failed.exception', 'actions.total'] as const
  expect(counts.map((name) => counters.of(name))).toEqual([1, 0, 1, 1, 0])
  expect(broker.context.cluster.retained('u')).toHaveLength(0)
})
