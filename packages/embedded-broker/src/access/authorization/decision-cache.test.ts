import { afterEach, expect, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { localService, type ServiceAnswer } from '../../testing/local-service.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { arrangeAccess, closeBrokers } from './testing/arrange-access.ts'

afterEach(closeBrokers)

const sources = [{ type: 'file', rules: '{deny, all, publish, ["no"]}.\n{allow, all}.' }]
const usual = { enable: true, max_size: 3, ttl: '1m', excludes: ['live/#'] }

async function arrange() {
  const clock = manualClock()
  const broker = await arrangeAccess({ sources, cache: usual }, { clock })
  const client = await connectClient(broker.context.cluster, { clientId: 'c1' })
  const publish = (topic: string) => client.publishAsync(topic, 'x', { qos: 1 }).catch(() => undefined)
  const counted = () => {
    const metrics = broker.context.cluster.nodes[0]?.metrics()
    return [
      metrics?.['authorization.cache_hit'],
      metrics?.['authorization.cache_miss'],
      metrics?.['client.authorize'],
    ]
  }
  const remembered = async () => (await broker.ask('GET', '/clients/c1/authorization/cache')).body
  return { broker, client, clock, publish, counted, remembered }
}

test('what was decided is remembered, the newest first, and not decided again', async () => {
  const { client, clock, publish, counted, remembered } = await arrange()
  await publish('a')
  await client.subscribeAsync('a', { qos: 1 })
  clock.advance(1000)
  await publish('no')
  await publish('a')
  const at = clock.now()
  expect(await remembered()).toEqual([
    {
      access: { action_type: 'publish', qos: 1, retain: false },
      result: 'deny',
      topic: 'no',
      updated_time: at,
    },
    { access: { action_type: 'subscribe', qos: 1 }, result: 'allow', topic: 'a', updated_time: at - 1000 },
    {
      access: { action_type: 'publish', qos: 1, retain: false },
      result: 'allow',
      topic: 'a',
      updated_time: at - 1000,
    },
  ])
  expect(counted()).toEqual([1, 3, 3])
  await expect(client.publishAsync('a', 'x', { qos: 1 })).resolves.toBeDefined()
  await expect(client.publishAsync('no', 'x', { qos: 1 })).rejects.toMatchObject({ code: 0x87 })
  expect(counted()).toEqual([3, 3, 3])
})

test('the oldest make room, old ones are forgotten, and excluded topics are not remembered', async () => {
  const { clock, publish, counted, remembered } = await arrange()
  for (const topic of ['1', '2', '3', '4', 'live/x']) await publish(topic)
  expect(await remembered()).toMatchObject([{ topic: '4' }, { topic: '3' }, { topic: '2' }])
  expect(counted()).toEqual([0, 4, 5])
  clock.advance(60_000)
  expect(await remembered()).toEqual([])
  await publish('4')
  expect(counted()).toEqual([0, 5, 6])
})

test.each([
  ['the cache of the client', 'DELETE', '/clients/c1/authorization/cache', undefined],
  ['all caches', 'DELETE', '/authorization/cache', undefined],
  ['a change of the sources', 'POST', '/authorization/sources', { type: 'built_in_database' }],
  ['a change of the settings', 'PUT', '/authorization/settings', { no_match: 'deny', cache: usual }],
] as const)('%s is cleaned', async (_, method, path, body) => {
  const { broker, publish, remembered } = await arrange()
  await publish('a')
  expect(await remembered()).toHaveLength(1)
  expect(await broker.ask(method, path, body)).toMatchObject({
    status: path.endsWith('settings') ? 200 : 204,
  })
  expect(await remembered()).toEqual([])
})

test('a new connection begins with nothing, and without a connection there is nothing', async () => {
  const { broker, client, publish, remembered } = await arrange()
  await publish('a')
  await client.endAsync(true)
  const options = { clientId: 'c1', clean: false, properties: { sessionExpiryInterval: 100 } }
  const again = await connectClient(broker.context.cluster, options)
  expect(await remembered()).toEqual([])
  await again.publishAsync('a', 'x')
  await again.endAsync()
  expect(await remembered()).toEqual([])
})

test('switched off it remembers nothing', async () => {
  const { broker, publish, counted, remembered } = await arrange()
  await broker.ask('PUT', '/authorization/settings', {
    no_match: 'allow',
    cache: { ...usual, enable: false },
  })
  await publish('a')
  await publish('a')
  expect(await remembered()).toEqual([])
  expect(counted()).toEqual([0, 0, 2])
})

test.each([
  ['the settings change', 'PUT', '/authorization/settings', { no_match: 'deny', cache: usual }],
  ['the cache of the client is cleaned', 'DELETE', '/clients/c1/authorization/cache', undefined],
  ['all caches are cleaned', 'DELETE', '/authorization/cache', undefined],
] as const)('a verdict that a source still owes when %s is not remembered', async (_, method, path, body) => {
  const waiting: ((answer: ServiceAnswer) => void)[] = []
  const { url } = await localService(() => new Promise((resolve) => waiting.push(resolve)))
  const broker = await arrangeAccess({ sources: [{ type: 'http', method: 'get', url }], cache: usual })
  const client = await connectClient(broker.context.cluster, { clientId: 'c1' })
  const remembered = async () => (await broker.ask('GET', '/clients/c1/authorization/cache')).body
  const publish = async (topic: string, change?: () => Promise<unknown>) => {
    const published = client.publishAsync(topic, 'x', { qos: 1 })
    await eventually(() => expect(waiting).toHaveLength(1))
    await change?.()
    waiting.shift()?.({ status: 200, body: { result: 'allow' } })
    await published
  }
  await publish('before')
  await publish('a', () => broker.ask(method, path, body))
  expect(await remembered()).toEqual([])
  await publish('a')
  expect(await remembered()).toMatchObject([{ topic: 'a', result: 'allow' }])
})
