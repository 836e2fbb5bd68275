import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.ts'
import { type SampleFleet, startSampleFleet } from './sample-fleet.ts'
import { eventually } from './testing/eventually.ts'

let broker: EmbeddedBroker | undefined
let fleet: SampleFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  await broker?.close()
})

it('lets some fifty devices live on all nodes, recognisable by their names', async () => {
  broker = await createEmbeddedBroker({ nodes: 3, mqttPort: 0, wsPort: 0, sysInterval: 0 })
  const { cluster } = broker.context
  fleet = startSampleFleet(broker.context)
  const sessions = () => [...cluster.sessions()]
  await eventually(() => expect(sessions()).toHaveLength(51))
  await eventually(() => expect(sessions().filter((one) => !one.isConnected)).toHaveLength(6))
  expect(sessions().every((one) => one.clientid.startsWith('sample-'))).toBe(true)
  expect(new Set(sessions().map((one) => one.node)).size).toBe(3)
  expect(new Set(sessions().map((one) => one.protocolVersion))).toEqual(new Set([3, 4, 5]))
  expect(sessions().filter((one) => one.isWebSocket)).toHaveLength(3)
  await eventually(() =>
    expect([...cluster.retained()].some((one) => one.topic.startsWith('sample/'))).toBe(true),
  )
  expect([...cluster.routes()].some((one) => one.topic.startsWith('$share/sample-workers/'))).toBe(true)
})

it('has a consumer that acknowledges nothing and whose messages pile up', async () => {
  broker = await createEmbeddedBroker({ nodes: 1, mqttPort: 0, wsPort: 0, sysInterval: 0 })
  const { cluster } = broker.context
  fleet = startSampleFleet(broker.context)
  const slow = await eventually(() => {
    const session = cluster.session('sample-slow-consumer')
    expect(session?.subscriptions.size).toBe(1)
    return session
  })
  for (let number = 0; number < 20; number += 1) {
    await cluster.publish({
      topic: 'sample/meters/m/reading',
      payload: Buffer.from('1'),
      qos: 1,
      retain: false,
    })
  }
  await eventually(() => expect([slow?.inflightCount, slow?.mqueueLength]).toEqual([5, 15]))
})

it('has a flow to a receiver of its own that lives, and one that fails with its reason', async () => {
  broker = await createEmbeddedBroker({ nodes: 1, mqttPort: 0, wsPort: 0, sysInterval: 0 })
  const { cluster, integrations } = broker.context
  fleet = startSampleFleet(broker.context)
  const statusOf = (kind: 'connectors' | 'actions', id: string) => {
    const record = integrations[kind].find(id)
    return record && integrations.health(kind, record)[0]
  }
  await eventually(() =>
    expect(statusOf('actions', 'http:sample_post')).toMatchObject({ status: 'connected' }),
  )
  await eventually(() =>
    expect(statusOf('connectors', 'http:sample_nowhere')).toMatchObject({
      status: 'disconnected',
      reason: 'Connection refused',
    }),
  )
  const payload = Buffer.from('{}')
  await cluster.publish({ topic: 'sample/alarms/x', payload, qos: 0, retain: false })
  const node = cluster.nodes[0]?.name ?? ''
  await eventually(() =>
    expect(integrations.figures('actions', 'http:sample_post', node).success).toBeGreaterThan(0),
  )
})

it('has gateways with a client each, and leaves them as an operator has made them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-gateways-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const open = () => createEmbeddedBroker({ nodes: 1, mqttPort: 0, wsPort: 0, sysInterval: 0, dataDir })
  broker = await open()
  fleet = startSampleFleet(broker.context)
  const { gateways } = broker.context
  await eventually(() => {
    expect(gateways.running('stomp')?.client('sample_till')?.subscriptions()).toHaveLength(1)
    expect(gateways.running('lwm2m')?.client('sample_cold_room')).toBeDefined()
  })
  const listeners = [
    ...(gateways.running('stomp')?.listeners() ?? []),
    ...(gateways.running('lwm2m')?.listeners() ?? []),
  ]
  expect(listeners.map(({ bind }) => bind.split(':')[0])).toEqual(['127.0.0.1', '127.0.0.1'])
  const { settings = { enable: true }, listeners: kept = [] } = gateways.find('stomp') ?? {}
  await gateways.put('stomp', { ...settings, enable: false }, kept)
  await fleet.stop()
  await broker.close()
  broker = await open()
  fleet = startSampleFleet(broker.context)
  const again = broker.context.gateways
  await eventually(() => expect(again.running('lwm2m')?.client('sample_cold_room')).toBeDefined())
  expect(again.running('stomp')).toBeUndefined()
  expect(again.find('stomp')?.settings.enable).toBe(false)
})
