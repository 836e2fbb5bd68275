import { subscriptions as contract } from '@brokerdeck/contract/traffic/subscriptions.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker()
  const first = await connectClient(broker.context.cluster, { clientId: 'first', node: one })
  await first.subscribeAsync({
    'cmd/first/#': { qos: 1 },
    broadcast: { qos: 0 },
    '$share/g/jobs/#': { qos: 1 },
  })
  const second = await connectClient(broker.context.cluster, { clientId: 'second', node: two })
  await second.subscribeAsync({
    'cmd/+/x': { qos: 2 },
    '$queue/tasks': { qos: 1 },
    '$share/g/jobs/#': { qos: 1 },
  })
})

afterAll(() => broker.close())

async function listed(query: string) {
  const { status, body } = await broker.ask('GET', `/subscriptions?${query}`)
  expect(status).toBe(200)
  const { data, meta } = v.parse(contract.list.response[200], body)
  return { found: data.map((row) => `${row.clientid} ${row.topic}`).sort(), meta }
}

const jobs = ['first $share/g/jobs/#', 'second $share/g/jobs/#']

it.each([
  ['clientid=first', ['first $share/g/jobs/#', 'first broadcast', 'first cmd/first/#']],
  ['clientid=ghost', []],
  [`node=${two}`, ['second $queue/tasks', 'second $share/g/jobs/#', 'second cmd/+/x']],
  ['qos=2', ['second cmd/+/x']],
  ['topic=broadcast', ['first broadcast']],
  ['topic=cmd/%2B/x', ['second cmd/+/x']],
  ['topic=jobs/%23', []],
  ['topic=%24share/g/jobs/%23', []],
  ['share_group=g', jobs],
  ['share_group=g&topic=jobs/%23', jobs],
  ['share_group=%24queue', ['second $queue/tasks']],
  ['share_group=nope', []],
  ['match_topic=cmd/%23', ['first cmd/first/#', 'second cmd/+/x']],
  ['match_topic=cmd/first/reboot', []],
  ['match_topic=a/%23/b', []],
  ['match_topic=', []],
  ['clientid=second&qos=1', ['second $queue/tasks', 'second $share/g/jobs/#']],
])('with %s finds %j', async (query, found) => {
  expect((await listed(query)).found).toEqual(found)
})

it('has pages, and no count with match_topic; durable is not looked at', async () => {
  expect((await listed('limit=4&durable=true')).meta).toEqual({ page: 1, limit: 4, count: 6, hasnext: true })
  expect((await listed('limit=4&page=2')).found).toHaveLength(2)
  expect((await listed('match_topic=%23&limit=2')).meta).toEqual({ page: 1, limit: 2, hasnext: true })
})

it.each([
  ['match_topic=%24share/g/jobs/%23', 'INVALID_PARAMETER'],
  ['qos=5', 'BAD_REQUEST'],
  ['durable=x', 'BAD_REQUEST'],
  ['page=0', 'BAD_REQUEST'],
  ['node=ghost@127.0.0.9', 'NODE_DOWN'],
])('refuses %s with %s', async (query, code) => {
  expect(await broker.ask('GET', `/subscriptions?${query}`)).toMatchObject({ status: 400, body: { code } })
})

it.each([
  ['', ['$queue/tasks', '$share/g/jobs/#', '$share/g/jobs/#', 'broadcast', 'cmd/+/x', 'cmd/first/#']],
  ['topic=broadcast', ['broadcast']],
  ['topic=jobs/%23', ['$share/g/jobs/#', '$share/g/jobs/#']],
  ['topic=%24share/g/jobs/%23', ['$share/g/jobs/#', '$share/g/jobs/#']],
  [`node=${two}`, ['cmd/+/x']],
  [`node=${two}&topic=jobs/%23`, []],
  ['node=foo', []],
  ['topic=a/%23/b', []],
])('as topics with %s finds %j', async (query, found) => {
  const { status, body } = await broker.ask('GET', `/topics?${query}`)
  expect(status).toBe(200)
  const { data, meta } = v.parse(
    v.object({ data: v.array(v.object({ topic: v.string() })), meta: v.unknown() }),
    body,
  )
  expect(data.map((row) => row.topic).sort()).toEqual(found)
  expect(meta).toMatchObject({ count: found.length, hasnext: false })
})

it('shows one topic by its filter, shared ones included, but not by their prefix', async () => {
  expect(await broker.ask('GET', '/topics/jobs%2F%23')).toEqual({
    status: 200,
    body: [
      { topic: '$share/g/jobs/#', node: one },
      { topic: '$share/g/jobs/#', node: two },
    ],
  })
  for (const topic of ['nope', 'a%2F%23%2Fb', '%24share%2Fg%2Fjobs%2F%23']) {
    expect(await broker.ask('GET', `/topics/${topic}`)).toMatchObject({
      status: 404,
      body: { code: 'TOPIC_NOT_FOUND' },
    })
  }
})
