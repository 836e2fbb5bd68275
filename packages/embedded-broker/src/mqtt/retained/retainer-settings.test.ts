import { expect, onTestFinished, test, vi } from 'vitest'
import { changeSettings } from '../../testing/change-settings.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Cluster } from '../node/cluster.ts'

const retain = (cluster: Cluster, topic: string, text = 'x', expiry?: number) =>
  cluster.publish({
    topic,
    payload: Buffer.from(text),
    qos: 0,
    retain: true,
    ...(expiry === undefined ? {} : { properties: { messageExpiryInterval: expiry } }),
  })

const kept = (cluster: Cluster) =>
  [...cluster.retained()].map(({ topic }) => topic).filter((topic) => !topic.startsWith('$SYS'))

test('a retainer that is off keeps and replays nothing; what it had is there when it is on again', async () => {
  const cluster = await startCluster()
  await retain(cluster, 'a')
  changeSettings(cluster, { retainer: { isEnabled: false } })
  await retain(cluster, 'b')
  expect([...cluster.retained()]).toEqual([])
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] })
  await raw.next('suback')
  await raw.ping()
  expect(raw.received).toEqual([])
  changeSettings(cluster, { retainer: { isEnabled: true } })
  expect(kept(cluster)).toEqual(['a'])
})

test('too many and too large ones are passed on and not kept', async () => {
  const cluster = await startCluster()
  const system = [...cluster.retained()].length
  changeSettings(cluster, { retainer: { maxPayload: 3, maxMessages: system + 1 } })
  await retain(cluster, 'large', 'four')
  await retain(cluster, 'first')
  await retain(cluster, 'second')
  await retain(cluster, 'first', 'new')
  expect(kept(cluster)).toEqual(['first'])
  expect(String([...cluster.retained()].find(({ topic }) => topic === 'first')?.payload)).toBe('new')
})

test('no more are kept at a time than the rate allows', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { retainer: { publishRate: { count: 2, per: 3_600_000 } } })
  for (const topic of ['a', 'b', 'c']) await retain(cluster, topic)
  expect(kept(cluster)).toEqual(['a', 'b'])
})

test('they expire after the time that is set, and are removed by then', async () => {
  let time = Date.UTC(2026, 10, 21)
  const cluster = await startCluster({ now: () => time })
  changeSettings(cluster, { retainer: { expiry: 60_000, clearInterval: 30_000 } })
  await retain(cluster, 'plain')
  await retain(cluster, 'longer', 'x', 600)
  const count = () => cluster.nodes[0]?.stats()['retained.count'] ?? 0
  const before = count()
  time += 60_001
  await eventually(() => expect(count()).toBe(before - 1))
  expect(kept(cluster)).toEqual(['longer'])
})

test('an override counts whatever a message says, and spares those that never expire if told so', async () => {
  let time = Date.UTC(2026, 10, 21)
  const cluster = await startCluster({ now: () => time })
  changeSettings(cluster, { retainer: { expiryOverride: 60_000, canNeverExpire: true } })
  await retain(cluster, 'never')
  await retain(cluster, 'longer', 'x', 600)
  time += 60_001
  expect(kept(cluster)).toEqual(['never'])
  changeSettings(cluster, { retainer: { canNeverExpire: false } })
  expect(kept(cluster)).toEqual([])
})

test('a subscriber gets them no faster than the rate allows', async () => {
  const cluster = await startCluster()
  for (const topic of ['r/1', 'r/2', 'r/3']) await retain(cluster, topic)
  changeSettings(cluster, { retainer: { deliveryRate: { count: 2, per: 150 } } })
  const raw = openRaw(cluster)
  await raw.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'r/+', qos: 0 }] })
  await raw.next('suback')
  await raw.ping()
  expect(raw.received.map(({ cmd }) => cmd)).toEqual(['publish', 'publish'])
  vi.advanceTimersByTime(149)
  await raw.ping()
  expect(raw.received).toHaveLength(2)
  vi.advanceTimersByTime(1)
  for (const topic of ['r/1', 'r/2', 'r/3']) expect((await raw.next('publish')).topic).toBe(topic)
})

test('a message that clears a topic goes to nobody where the settings say so', async () => {
  const cluster = await startCluster()
  await retain(cluster, 'a')
  changeSettings(cluster, { retainer: { hidesClearing: true } })
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a', qos: 0, rh: 2 }] })
  await raw.next('suback')
  expect((await retain(cluster, 'a', '')).receivers).toBe(0)
  expect((await retain(cluster, 'a', 'x')).receivers).toBe(1)
  expect(String((await raw.next('publish')).payload)).toBe('x')
})
