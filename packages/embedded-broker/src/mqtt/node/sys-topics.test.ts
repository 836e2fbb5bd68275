import { expect, onTestFinished, test } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { changeSettings } from '../../testing/change-settings.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Message } from './cluster.ts'
import { createCluster } from './create-cluster.ts'

test('the broker keeps its nodes, versions and descriptions as retained messages', async () => {
  const cluster = await startCluster({ version: '1.2.3' })
  const kept = () =>
    Object.fromEntries([...cluster.retained()].map(({ topic, payload }) => [topic, String(payload)]))
  expect(kept()).toEqual({
    '$SYS/brokers': 'n1@127.0.0.1,n2@127.0.0.1',
    '$SYS/brokers/n1@127.0.0.1/version': '1.2.3',
    '$SYS/brokers/n1@127.0.0.1/sysdescr': 'Brokerdeck embedded broker',
    '$SYS/brokers/n2@127.0.0.1/version': '1.2.3',
    '$SYS/brokers/n2@127.0.0.1/sysdescr': 'Brokerdeck embedded broker',
  })
  expect(
    [...cluster.retained()].every(({ fromClientid, isSys }) => fromClientid === 'emqx_sys' && isSys),
  ).toBe(true)
  await cluster.nodes[1]?.stop()
  expect(kept()['$SYS/brokers']).toBe('n1@127.0.0.1')
})

test('connections and disconnections are told as JSON', async () => {
  const cluster = await startCluster()
  const watcher = openRaw(cluster)
  await watcher.connect({ clientId: 'watcher' })
  watcher.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: '$SYS/brokers/+/clients/#', qos: 0 }],
  })
  await watcher.next('suback')
  const raw = openRaw(cluster, 4, 'n2@127.0.0.1')
  await raw.connect({ clientId: 'a/<b>', username: 'u', keepalive: 7 })
  const connected = await watcher.next('publish')
  expect(connected.topic).toBe('$SYS/brokers/n2@127.0.0.1/clients/a/<b>/connected')
  expect(JSON.parse(String(connected.payload))).toMatchObject({
    clientid: 'a/<b>',
    username: 'u',
    ipaddress: '127.0.0.1',
    proto_name: 'MQTT',
    proto_ver: 4,
    keepalive: 7,
    clean_start: true,
    connack: 0,
    expiry_interval: 0,
    connected_at: expect.any(Number),
  })
  cluster.kick('a/<b>')
  const disconnected = await watcher.next('publish')
  expect(disconnected.topic).toMatch(/disconnected$/)
  expect(JSON.parse(String(disconnected.payload))).toMatchObject({
    reason: 'kicked',
    disconnected_at: expect.any(Number),
  })
  expect(cluster.nodes[0]?.metrics()['messages.publish']).toBe(0)
})

test('figures are told regularly', async () => {
  const cluster = await startCluster({ sysInterval: 20 })
  const seen = new Map<string, Message>()
  cluster.on('published', ({ message }) => seen.set(message.topic, message))
  const base = '$SYS/brokers/n1@127.0.0.1'
  await eventually(() => {
    expect(String(seen.get(`${base}/metrics/packets/connect/received`)?.payload)).toBe('0')
    expect(String(seen.get(`${base}/stats/sessions/max`)?.payload)).toBe('0')
    expect(String(seen.get(`${base}/uptime`)?.payload)).toMatch(/seconds$/)
    expect(String(seen.get(`${base}/datetime`)?.payload)).toMatch(/^\d{4}-/)
  })
})

test('the operator chooses which events are told', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, {
    sysTopics: { tellsConnected: false, tellsSubscribed: true, tellsUnsubscribed: true },
  })
  const told: string[] = []
  cluster.on('published', ({ message }) => {
    if (message.topic.includes('/clients/')) told.push(`${message.topic} ${message.payload}`)
  })
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'dev', username: 'u' })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a/#', qos: 1 }] })
  await raw.next('suback')
  raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['a/#'] })
  await raw.next('unsuback')
  expect(told).toHaveLength(2)
  expect(told[0]).toContain('$SYS/brokers/n1@127.0.0.1/clients/dev/subscribed')
  expect(told[0]).toContain('"topic":"a/#","subopts":{"qos":1,"nl":0,"rap":0,"rh":0}')
  expect(told[1]).toContain('$SYS/brokers/n1@127.0.0.1/clients/dev/unsubscribed')
})

test('other intervals count at once', async () => {
  const cluster = createCluster({ name: 'c', nodeNames: ['n1'], store: memoryStore(), listen: false })
  await cluster.start()
  onTestFinished(() => cluster.stop())
  let uptimes = 0
  cluster.on('published', ({ message }) => {
    if (message.topic.endsWith('/uptime')) uptimes++
  })
  changeSettings(cluster, { sysTopics: { heartbeat: 20 } })
  await eventually(() => expect(uptimes).toBeGreaterThan(1))
})
