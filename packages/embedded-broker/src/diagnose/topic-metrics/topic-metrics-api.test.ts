import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TopicMetric, topicMetricSchema } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { topicMetricsRoot } from '../../config/roots/topic-roots.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'
import { topicMetricsApi } from './topic-metrics-api.ts'

const path = '/mqtt/topic_metrics'
const second = 'emqx2@127.0.0.2'

async function start(topics: readonly string[] = []) {
  const clock = manualClock()
  const broker = await createTestBroker({ clock })
  onTestFinished(() => broker.close())
  for (const topic of topics) await broker.ask('POST', path, { topic })
  const metricsOf = async (topic: string): Promise<TopicMetric['metrics']> => {
    const { body } = await broker.ask('GET', `${path}/${encodeURIComponent(topic)}`)
    return v.parse(topicMetricSchema, body).metrics
  }
  return { ...broker, clock, metricsOf }
}

test('messages of a topic are counted on every node, by QoS, and those for nobody as dropped', async () => {
  const { ask, metricsOf, context } = await start(['tm/a', 'tm/ü b'])
  const publisher = await connectClient(context.cluster, { clientId: 'p', node: second })
  const receiver = await connectClient(context.cluster, { clientId: 'r' })
  await receiver.subscribeAsync('tm/a', { qos: 1 })
  for (const qos of [0, 1, 2] as const) await publisher.publishAsync('tm/a', 'x', { qos })
  await publisher.publishAsync('tm/ü b', 'x', { qos: 1 })
  await publisher.publishAsync('tm/other', 'x', { qos: 1 })
  await eventually(async () => expect((await metricsOf('tm/a'))['messages.out.count']).toBe(3))
  expect(await metricsOf('tm/a')).toMatchObject({
    'messages.in.count': 3,
    'messages.qos0.in.count': 1,
    'messages.qos1.in.count': 1,
    'messages.qos2.in.count': 1,
    'messages.qos0.out.count': 1,
    'messages.qos1.out.count': 2,
    'messages.qos2.out.count': 0,
    'messages.dropped.count': 0,
  })
  expect(await metricsOf('tm/ü b')).toMatchObject({
    'messages.in.count': 1,
    'messages.out.count': 0,
    'messages.dropped.count': 1,
  })
  const listed = v.parse(v.array(topicMetricSchema), (await ask('GET', path)).body)
  expect(listed.map(({ topic }) => topic)).toEqual(['tm/ü b', 'tm/a'])
  expect(listed[0]).toMatchObject({ create_time: '2026-11-21T08:00:00+00:00' })
})

test('a rate follows in about five seconds and dies away', async () => {
  const { ask, clock, metricsOf } = await start(['t'])
  for (let count = 0; count < 20; count++) await ask('POST', '/publish', { topic: 't', payload: 'x' })
  const rates: number[] = []
  for (let time = 0; time < 3; time++) {
    clock.advance(1000)
    rates.push((await metricsOf('t'))['messages.in.rate'])
  }
  expect(rates).toEqual([4, 3.2, 2.56])
  clock.advance(60_000)
  expect((await metricsOf('t'))['messages.in.rate']).toBe(0)
})

test('a reset puts one topic or all to zero', async () => {
  const { ask, metricsOf } = await start(['a', 'b'])
  const publish = async () => {
    for (const topic of ['a', 'b']) await ask('POST', '/publish', { topic, payload: 'x' })
  }
  await publish()
  const one = await ask('PUT', '/mqtt/topic_metrics', { action: 'reset', topic: 'a' })
  expect(one).toMatchObject({ status: 200, body: { topic: 'a', metrics: { 'messages.in.count': 0 } } })
  expect((await metricsOf('b'))['messages.in.count']).toBe(1)
  const all = await ask('PUT', '/mqtt/topic_metrics', { action: 'reset' })
  expect(all).toMatchObject({ status: 200, body: [{ topic: 'b' }, { topic: 'a' }] })
  expect((await metricsOf('b'))['messages.in.count']).toBe(0)
  await publish()
  expect((await metricsOf('a'))['messages.in.count']).toBe(1)
  const unknown = await ask('PUT', '/mqtt/topic_metrics', { action: 'reset', topic: 'nope' })
  expect(unknown).toEqual({ status: 404, body: { code: 'TOPIC_NOT_FOUND', message: 'Topic not found' } })
  expect((await ask('PUT', '/mqtt/topic_metrics', { action: 'clear' })).status).toBe(400)
})

test.each([
  ['tm/#', 400, 'BAD_TOPIC', 'Wildcard topic is not supported'],
  ['tm/+/x', 400, 'BAD_TOPIC', 'Wildcard topic is not supported'],
  ['tm/a', 400, 'BAD_TOPIC', 'Topic already registered'],
  ['', 400, 'BAD_REQUEST', 'Topic can not be empty'],
])('%j is refused', async (topic, status, code, message) => {
  const { ask, context } = await start(['tm/a'])
  expect(await ask('POST', path, { topic })).toEqual({ status, body: { code, message } })
  expect(topicMetricsApi.own(context).topicMetrics.list()).toHaveLength(1)
})

test('a missing topic is named without a root before it', async () => {
  const { ask } = await start()
  expect((await ask('POST', path, {})).body).toEqual({
    code: 'BAD_REQUEST',
    message: '{"reason":"required_field","path":"topic","kind":"validation_error"}',
  })
})

test('512 topics fit, one more does not, and those that come at once are all there', async () => {
  const { ask, context } = await start()
  const topics = Array.from({ length: 513 }, (_, at) => `limit/${at}`)
  const answers = await Promise.all(topics.map((topic) => ask('POST', path, { topic })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(512)
  expect(answers.at(-1)).toEqual({
    status: 409,
    body: { code: 'EXCEED_LIMIT', message: 'Max topic metrics count is 512' },
  })
  expect(topicMetricsApi.own(context).topicMetrics.list()).toHaveLength(512)
})

test('a configuration that is loaded says what is counted', async () => {
  const { app, login, context } = await start(['before'])
  const load = (payload: string) =>
    app.inject({
      method: 'PUT',
      url: '/api/v5/configs?mode=replace',
      headers: { authorization: `Bearer ${login()}`, 'content-type': 'text/plain' },
      payload,
    })
  expect((await load('topic_metrics = [{topic = "a"}, {topic = "b"}]')).statusCode).toBe(200)
  expect(
    topicMetricsApi
      .own(context)
      .topicMetrics.list()
      .map(({ topic }) => topic),
  ).toEqual(['b', 'a'])
  expect((await load('topic_metrics = [{topic = "a/#"}]')).statusCode).toBe(400)
  expect(
    topicMetricsApi
      .own(context)
      .topicMetrics.list()
      .map(({ topic }) => topic),
  ).toEqual(['b', 'a'])
})

test('what is deleted is gone', async () => {
  const { ask, context } = await start(['a', 'b'])
  expect((await ask('DELETE', `${path}/a`)).status).toBe(204)
  expect(await ask('DELETE', `${path}/a`)).toMatchObject({ status: 404, body: { code: 'TOPIC_NOT_FOUND' } })
  expect(await ask('GET', `${path}/a`)).toMatchObject({ status: 404, body: { code: 'TOPIC_NOT_FOUND' } })
  expect(context.config.get(topicMetricsRoot)).toEqual([{ topic: 'b' }])
})

test('what is registered outlives a restart, its figures begin anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'topic-metrics-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const before = await createTestBroker({ dataDir, now: () => Date.UTC(2026, 10, 21, 8) })
  await before.ask('POST', path, { topic: 't' })
  await before.ask('POST', '/publish', { topic: 't', payload: 'x' })
  await before.close()
  const after = await createTestBroker({ dataDir, now: () => Date.UTC(2026, 10, 21, 9) })
  onTestFinished(() => after.close())
  expect((await after.ask('GET', path)).body).toMatchObject([
    { topic: 't', create_time: '2026-11-21T09:00:00+00:00', metrics: { 'messages.in.count': 0 } },
  ])
})

test('the figures of a node end with it', async () => {
  const { ask, metricsOf, context } = await start(['t'])
  const [first, other] = context.cluster.nodes
  const publisher = await connectClient(context.cluster, { clientId: 'p', node: second })
  await publisher.publishAsync('t', 'x', { qos: 1 })
  await ask('POST', '/publish', { topic: 't', payload: 'x' })
  expect((await metricsOf('t'))['messages.in.count']).toBe(2)
  await other?.stop()
  expect((await metricsOf('t'))['messages.in.count']).toBe(1)
  await other?.start()
  expect((await metricsOf('t'))['messages.in.count']).toBe(1)
  expect(first?.isRunning).toBe(true)
})
