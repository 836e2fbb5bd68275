import { createConnection } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { createCluster } from '../mqtt/node/create-cluster.ts'
import { memoryStore } from '../storage/memory-store.ts'
import { eventually } from '../testing/eventually.ts'
import { RawClient } from '../testing/raw-client.ts'
import { startCluster } from '../testing/start-cluster.ts'
import { plainListener } from './listener-settings.ts'

const bindOf = (cluster: Cluster, type: 'tcp' | 'ws', node = 0) =>
  cluster.nodes[node]?.listeners.find(({ id }) => id === `${type}:default`)?.bind ?? ''

async function connect(
  url: string,
  options: { clientId: string; protocolVersion: 3 | 4 | 5 },
): Promise<MqttClient> {
  const client = await connectAsync(url, {
    ...options,
    ...(options.protocolVersion === 3 && { protocolId: 'MQIsdp' as const }),
    reconnectPeriod: 0,
  })
  onTestFinished(() => client.endAsync(true))
  return client
}

test.each(['tcp', 'ws'] as const)('mqtt.js of all versions talks to both nodes over %s', async (type) => {
  const cluster = await startCluster({ listen: true })
  const url = (node: number) =>
    type === 'tcp' ? `mqtt://${bindOf(cluster, 'tcp', node)}` : `ws://${bindOf(cluster, 'ws', node)}/mqtt`
  const receiver = await connect(url(1), { clientId: 'receiver', protocolVersion: 5 })
  const got: string[] = []
  receiver.on('message', (topic, payload) => got.push(`${topic} ${payload.length}`))
  await receiver.subscribeAsync('v/#', { qos: 2 })
  for (const protocolVersion of [3, 4, 5] as const) {
    const sender = await connect(url(0), { clientId: `v${protocolVersion}`, protocolVersion })
    for (const qos of [0, 1, 2] as const)
      await sender.publishAsync(`v/${protocolVersion}/${qos}`, Buffer.alloc(70_000), { qos })
    expect(cluster.session(`v${protocolVersion}`)).toMatchObject({
      protocolVersion,
      isWebSocket: type === 'ws',
      listener: `${type}:default`,
      ipAddress: '127.0.0.1',
    })
  }
  await eventually(() =>
    expect(got.sort()).toEqual([3, 4, 5].flatMap((one) => [0, 1, 2].map((qos) => `v/${one}/${qos} 70000`))),
  )
  expect(cluster.nodes[0]?.listeners.find(({ id }) => id === `${type}:default`)).toMatchObject({
    isRunning: true,
    currentConnections: 3,
  })
})

test('an upgrade without a subprotocol of MQTT is refused', async () => {
  const cluster = await startCluster({ listen: true })
  const socket = new WebSocket(`ws://${bindOf(cluster, 'ws')}/mqtt`)
  const error = await new Promise((resolve) => socket.once('error', resolve))
  expect(String(error)).toContain('401')
})

test('one flush is one WebSocket frame', async () => {
  const cluster = await startCluster({ listen: true })
  const client = await connect(`ws://${bindOf(cluster, 'ws')}/mqtt`, { clientId: 'w', protocolVersion: 4 })
  await client.subscribeAsync('t', { qos: 0 })
  const got: number[] = []
  client.on('message', (_, payload) => got.push(payload.length))
  const before = cluster.session('w')?.counters.sendCnt ?? 0
  const sends = Array.from({ length: 20 }, () =>
    cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 0, retain: false }),
  )
  await Promise.all(sends)
  await eventually(() => expect(got.length).toBe(20))
  expect((cluster.session('w')?.counters.sendCnt ?? 0) - before).toBe(1)
})

test('a stopped node takes no connections and is found again at its port', async () => {
  const cluster = await startCluster({ listen: true })
  const bind = bindOf(cluster, 'tcp')
  const port = Number(bind.split(':')[1])
  await cluster.nodes[0]?.stop()
  const refused = await new Promise<string>((resolve) => {
    createConnection(port, '127.0.0.1').once('error', (error) => resolve(error.message))
  })
  expect(refused).toContain('ECONNREFUSED')
  await cluster.nodes[0]?.start()
  expect(bindOf(cluster, 'tcp')).toBe(bind)
  const raw = new RawClient(createConnection(port, '127.0.0.1'), 5)
  expect((await raw.connect()).reasonCode).toBe(0)
})

test('a taken port is told and leaves no other port open', async () => {
  const cluster = await startCluster({ listen: true })
  const [taken] = cluster.nodes[0]?.listeners ?? []
  const wsPort = Number(taken?.bind.split(':')[1])
  const listeners = [
    plainListener('tcp', { host: '127.0.0.1', port: 0 }),
    plainListener('ws', { host: '127.0.0.1', port: wsPort }),
  ]
  const other = createCluster({
    name: 'o',
    nodeNames: ['o1'],
    store: memoryStore(),
    listeners: () => listeners,
  })
  await expect(other.start()).rejects.toThrow('EADDRINUSE')
  expect(other.nodes[0]?.isRunning).toBe(false)
  const port = Number(other.nodes[0]?.listeners[0]?.bind.split(':')[1])
  const refused = await new Promise<string>((resolve) => {
    createConnection(port, '127.0.0.1').once('error', (error) => resolve(error.message))
  })
  expect(refused).toContain('ECONNREFUSED')
  await other.stop()
})

test('the end of the cluster is told to clients over a real socket', async () => {
  const cluster = await startCluster({ listen: true })
  const [host, port] = bindOf(cluster, 'tcp').split(':')
  const raw = new RawClient(createConnection(Number(port), host), 5)
  await raw.connect({ will: { topic: 'w', payload: Buffer.from('x'), retain: true } })
  const stopped = cluster.stop()
  expect((await raw.next('disconnect')).reasonCode).toBe(0x8b)
  await raw.closed
  await stopped
  expect([...cluster.retained()].some(({ topic }) => topic === 'w')).toBe(true)
})
