import { parseDelayed } from '@brokerdeck/contract/traffic/delayed.ts'
import { expect, test } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { changeSettings } from '../../testing/change-settings.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Cluster } from '../node/cluster.ts'

const start = Date.UTC(2026, 10, 21, 8)

function later(cluster: Cluster, topic: string, more: { text?: string; retain?: boolean } = {}) {
  const { text = 'x', retain = false } = more
  return cluster.publish({ topic, payload: Buffer.from(text), qos: 1, retain })
}

async function subscriber(cluster: Cluster, topic: string) {
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] })
  await raw.next('suback')
  return raw
}

const waiting = (cluster: Cluster) => cluster.delayed.all().map(({ message }) => message.topic)

test('a delayed message goes out when its time has come, and not before', async () => {
  let time = start
  const cluster = await startCluster({ now: () => time })
  const raw = await subscriber(cluster, '#')
  expect((await later(cluster, '$delayed/60/pump/off')).receivers).toBe(0)
  await later(cluster, '$delayed/30/pump/on')
  expect(waiting(cluster)).toEqual(['pump/off', 'pump/on'])
  expect(cluster.nodes[0]?.stats()['delayed.count']).toBe(2)
  expect(cluster.nodes[0]?.metrics()['messages.delayed']).toBe(2)
  time += 29_999
  await raw.ping()
  expect(raw.received).toEqual([])
  time += 30_001
  expect((await raw.next('publish')).topic).toBe('pump/on')
  expect((await raw.next('publish')).topic).toBe('pump/off')
  expect(cluster.nodes[0]?.stats()['delayed.count']).toBe(0)
})

test('its publisher is told that nobody got it, and a retained one is kept once it is out', async () => {
  let time = start
  const cluster = await startCluster({ now: () => time })
  const raw = openRaw(cluster)
  await raw.connect()
  const packet = { cmd: 'publish', dup: false, retain: true, qos: 1 } as const
  raw.send({ ...packet, messageId: 7, topic: '$delayed/5/state', payload: 'on' })
  expect((await raw.next('puback')).reasonCode).toBe(0x10)
  expect(cluster.retained('state')).toEqual([])
  time += 5000
  await eventually(() =>
    expect(cluster.retained('state').map(({ payload }) => String(payload))).toEqual(['on']),
  )
})

test('what waits outlives a restart, on its node; what fell due meanwhile goes out then', async () => {
  const store = memoryStore()
  let time = start
  const first = await startCluster({ store, now: () => time })
  const publisher = openRaw(first, 5, 'n2@127.0.0.1')
  await publisher.connect()
  const packet = { cmd: 'publish', dup: false, retain: false, qos: 1 } as const
  publisher.send({ ...packet, messageId: 1, topic: '$delayed/600/late', payload: Buffer.from([0, 255]) })
  await publisher.next('puback')
  await later(first, '$delayed/60/soon', { retain: true })
  await first.stop()
  time += 60_000
  const second = await startCluster({ store, now: () => time })
  await eventually(() => expect(second.retained('soon')).toHaveLength(1))
  expect(second.delayed.all()).toMatchObject([{ node: 'n2@127.0.0.1', seconds: 600 }])
  expect(second.delayed.all()[0]?.message.payload).toEqual(Buffer.from([0, 255]))
  expect([...store.all('delayed').keys()]).toEqual(second.delayed.all().map(({ message }) => message.id))
})

test('messages of a stopped node wait for it', async () => {
  let time = start
  const cluster = await startCluster({ now: () => time })
  await later(cluster, '$delayed/60/state', { retain: true })
  await cluster.nodes[0]?.stop()
  expect(waiting(cluster)).toEqual([])
  time += 60_000
  await cluster.nodes[0]?.start()
  await eventually(() => expect(cluster.retained('state')).toHaveLength(1))
})

test('over the limit of its node a message is lost; off, the prefix is part of an ordinary topic', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { delayed: { maxMessages: 1 } })
  await later(cluster, '$delayed/60/first')
  await later(cluster, '$delayed/60/second')
  expect(waiting(cluster)).toEqual(['first'])
  changeSettings(cluster, { delayed: { isEnabled: false } })
  expect(waiting(cluster)).toEqual([])
  const raw = await subscriber(cluster, '$delayed/#')
  await later(cluster, '$delayed/60/third')
  expect((await raw.next('publish')).topic).toBe('$delayed/60/third')
})

test('a delay is in seconds, or a moment in epoch seconds that is not too far off', () => {
  expect(parseDelayed('$delayed/10/a/b', start)).toEqual({
    topic: 'a/b',
    seconds: 10,
    dueAt: start + 10_000,
    isMoment: false,
  })
  const moment = start / 1000 + 3600
  expect(parseDelayed(`$delayed/${moment}/a`, start)).toEqual({
    topic: 'a',
    seconds: 3600,
    dueAt: moment * 1000,
    isMoment: true,
  })
  for (const [topic, fault] of [
    ['$delayed/10', 'topic'],
    ['$delayed/10/', 'topic'],
    ['$delayed/10/a/+', 'topic'],
    ['$delayed/soon/a', 'interval'],
    ['$delayed/1.5/a', 'interval'],
    ['$delayed//a', 'interval'],
    ['$delayed/', 'interval'],
    [`$delayed/${moment + 5_000_000}/a`, 'too-long'],
    ['delayed/1/a', undefined],
  ] as const) {
    expect(parseDelayed(topic, start), topic).toBe(fault)
  }
})
