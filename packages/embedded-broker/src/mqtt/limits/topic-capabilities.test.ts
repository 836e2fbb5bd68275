import { expect, test } from 'vitest'
import { changeSettings } from '../../testing/change-settings.ts'
import { openRaw, type RawClient } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import { reasons } from '../client/reason.ts'
import { defaultSettings, type MqttSettings } from '../client/settings.ts'
import type { QoS } from '../node/cluster.ts'
import { publishRefusal, subscribeRefusal } from './topic-capabilities.ts'

function publish(raw: RawClient, topic: string, qos: QoS = 0, retain = false, topicAlias?: number): void {
  raw.send({
    cmd: 'publish',
    topic,
    payload: 'x',
    qos,
    retain,
    dup: false,
    ...(qos > 0 && { messageId: 1 }),
    ...(topicAlias !== undefined && { properties: { topicAlias } }),
  })
}

async function subscribe(raw: RawClient, topic: string, qos: QoS = 0) {
  raw.send({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic, qos }] })
  return (await raw.next('suback')).granted
}

test('what is just allowed is allowed, and the first thing that is not is what is told', () => {
  const most = { ...defaultSettings.mqtt, maxTopicLevels: 3, maxQos: 1, canRetain: false } as const
  const findRefusal = (topic: string, qos: QoS, retain: boolean) =>
    publishRefusal({ topic, qos, retain }, most)
  expect(findRefusal('a/b/c', 1, false)).toBeUndefined()
  expect(findRefusal('one-long-level', 0, false)).toBeUndefined()
  expect(findRefusal('a/b/c/d', 2, true)).toBe(reasons.topicNameInvalid)
  expect(findRefusal('///', 0, false)).toBe(reasons.topicNameInvalid)
  expect(findRefusal('a', 2, true)).toBe(reasons.qosNotSupported)
  expect(findRefusal('a', 1, true)).toBe(reasons.retainNotSupported)
  expect(publishRefusal({ topic: 'a', qos: 2, retain: true }, defaultSettings.mqtt)).toBeUndefined()

  const bare = { ...most, hasSharedSubscriptions: false, hasWildcardSubscriptions: false }
  expect(subscribeRefusal({ filter: 'a/b/c', group: undefined }, bare)).toBeUndefined()
  expect(subscribeRefusal({ filter: 'a/b/c/#', group: 'g' }, bare)).toBe(0x8f)
  expect(subscribeRefusal({ filter: 'a/#', group: 'g' }, bare)).toBe(0x9e)
  expect(subscribeRefusal({ filter: 'a/#', group: undefined }, bare)).toBe(0xa2)
  expect(subscribeRefusal({ filter: '+', group: undefined }, bare)).toBe(0xa2)
  const exclusive = { ...bare, hasExclusiveSubscriptions: true }
  const asked = { filter: 'a', group: undefined, isExclusive: true } as const
  expect([subscribeRefusal(asked, bare), subscribeRefusal(asked, exclusive)]).toEqual([0x8f, undefined])
  expect(subscribeRefusal({ filter: 'a/#', group: 'g' }, defaultSettings.mqtt)).toBeUndefined()
})

test.each([
  ['a QoS above the highest', { maxQos: 1 }, ['t', 2], 0x9b],
  ['a retained message', { canRetain: false }, ['t', 0, true], 0x9a],
  ['a topic of too many levels', { maxTopicLevels: 2 }, ['a/b/c'], 0x90],
  ['a topic alias above the highest', { maxTopicAlias: 3 }, ['t', 0, false, 4], 0x94],
] as const)('%s ends the connection', async (_, mqtt, [topic, qos, retain, alias], reasonCode) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  changeSettings(cluster, { mqtt })
  publish(raw, topic, qos, retain, alias)
  expect((await raw.next('disconnect')).reasonCode).toBe(reasonCode)
})

test.each([
  ['a wildcard', { hasWildcardSubscriptions: false }, 'a/+', 0xa2],
  ['a shared subscription', { hasSharedSubscriptions: false }, '$share/g/a', 0x9e],
  ['too many levels', { maxTopicLevels: 2 }, 'a/b/c', 0x8f],
  ['an exclusive subscription where there are none', {}, '$exclusive/a', 0x8f],
] as const)('%s is refused at SUBSCRIBE', async (_, mqtt, topic, reasonCode) => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt })
  const modern = openRaw(cluster)
  await modern.connect({ clientId: 'five' })
  expect(await subscribe(modern, topic)).toEqual([reasonCode])
  const older = openRaw(cluster, 4)
  await older.connect({ clientId: 'four' })
  expect(await subscribe(older, topic)).toEqual([0x80])
  expect(cluster.session('five')?.subscriptions.size).toBe(0)
})

test('a subscription is granted with the highest QoS that is allowed', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { maxQos: 1 } })
  const raw = openRaw(cluster)
  await raw.connect()
  expect(await subscribe(raw, 't', 2)).toEqual([1])
})

test('what topics may be applies to connected clients at once, the number of subscriptions to new connections', async () => {
  const cluster = await startCluster()
  const findRefusal = async (mqtt: Partial<MqttSettings>, topic: string) => {
    changeSettings(cluster, { mqtt })
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] })
    const { granted } = await raw.next('suback')
    changeSettings(cluster, { mqtt: defaultSettings.mqtt })
    return granted
  }
  const raw = openRaw(cluster)
  await raw.connect()
  expect(await findRefusal({ maxTopicLevels: 2 }, 'a/b/c')).toEqual([0x8f])
  expect(await findRefusal({ hasWildcardSubscriptions: false }, 'a/+')).toEqual([0xa2])
  expect(await findRefusal({ hasSharedSubscriptions: false }, '$share/g/a')).toEqual([0x9e])
  expect(await findRefusal({ hasExclusiveSubscriptions: true }, '$exclusive/a')).toEqual([0])
  expect(await findRefusal({}, '$exclusive/b')).toEqual([0x8f])
  expect(await findRefusal({ maxSubscriptions: 1 }, 'b')).toEqual([0])
  changeSettings(cluster, { mqtt: { maxSubscriptions: 1 } })
  const late = openRaw(cluster)
  await late.connect({ clientId: 'late' })
  late.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [
      { topic: 'a', qos: 0 },
      { topic: 'b', qos: 0 },
    ],
  })
  expect((await late.next('suback')).granted).toEqual([0, 0x97])
})

test.each([
  ['a retained message', { canRetain: false }, { retain: true, qos: 0 }, 0x9a],
  ['a QoS that is too high', { maxQos: 1 }, { retain: false, qos: 2 }, 0x9b],
] as const)('%s ends a connection that was there before it was forbidden', async (_, mqtt, sent, code) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  changeSettings(cluster, { mqtt })
  raw.send({ cmd: 'publish', topic: 't', payload: 'x', dup: false, messageId: 1, ...sent })
  expect((await raw.next('disconnect')).reasonCode).toBe(code)
  await raw.closed
})

test('a session has no more subscriptions than it may', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { maxSubscriptions: 2 } })
  const raw = openRaw(cluster)
  await raw.connect()
  expect(await subscribe(raw, 'a')).toEqual([0])
  expect(await subscribe(raw, 'b')).toEqual([0])
  expect(await subscribe(raw, 'c')).toEqual([0x97])
  expect(await subscribe(raw, 'b', 1)).toEqual([1])
  expect([...(cluster.session('raw')?.subscriptions.keys() ?? [])]).toEqual(['a', 'b'])
})

test('an exclusive subscription is one client’s until it lets go', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { hasExclusiveSubscriptions: true } })
  const first = openRaw(cluster)
  await first.connect({ clientId: 'first' })
  const second = openRaw(cluster, 5, 'n2@127.0.0.1')
  await second.connect({ clientId: 'second' })
  expect(await subscribe(first, '$exclusive/a')).toEqual([0])
  expect(await subscribe(first, '$exclusive/a')).toEqual([0])
  expect(await subscribe(second, '$exclusive/a')).toEqual([0x97])
  expect(await subscribe(second, 'a')).toEqual([0])
  expect([...(cluster.session('first')?.subscriptions.keys() ?? [])]).toEqual(['a'])
  first.send({ cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['$exclusive/a'] })
  expect((await first.next('unsuback')).granted).toEqual([0])
  expect(await subscribe(second, '$exclusive/a')).toEqual([0])
})

test('MQTT 3 clients do not hear themselves where loops are ignored', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { ignoresLoops: true } })
  const raw = openRaw(cluster, 4)
  await raw.connect()
  await subscribe(raw, 't')
  publish(raw, 't')
  await raw.ping()
  expect(raw.received).toEqual([])
  expect(cluster.nodes[0]?.metrics()['delivery.dropped.no_local']).toBe(1)
})
