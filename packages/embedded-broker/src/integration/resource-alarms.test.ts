import { createServer } from 'node:net'
import { alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { localService } from '../testing/local-service.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

const deadUrl = 'http://127.0.0.1:9'
const connector = 'connector:http:web'
const action = `action:http:post:${connector}`

async function runBroker(nodes = 1): Promise<TestBroker> {
  const broker = await createTestBroker({ nodes })
  onTestFinished(() => broker.close())
  return broker
}

const create = (broker: TestBroker, url: string) =>
  broker.ask('POST', '/connectors', { type: 'http', name: 'web', url, pool_size: 1 })

async function createAction(broker: TestBroker) {
  const parameters = { path: '/in', method: 'post', body: '${payload}' }
  await broker.ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
}

async function readAlarms(broker: TestBroker, activated = true) {
  const { body } = await broker.ask('GET', `/alarms?activated=${activated}`)
  return v.parse(alarms.list.response[200], body).data
}

const activeNames = async (broker: TestBroker) => (await readAlarms(broker)).map(({ name }) => name).sort()

it('a connector that is not connected raises an alarm on each node, and so does what goes through it', async () => {
  const broker = await runBroker(2)
  await create(broker, deadUrl)
  const [one, two] = broker.context.cluster.nodes.map(({ name }) => name)
  const alarm = {
    name: connector,
    message: 'resource down: Connection refused',
    details: { resource_id: connector, reason: 'resource_down' },
  }
  expect(await readAlarms(broker)).toMatchObject([
    { ...alarm, node: two },
    { ...alarm, node: one },
  ])
  await createAction(broker)
  expect(await activeNames(broker)).toEqual([action, action, connector, connector])
  expect((await readAlarms(broker))[0]).toMatchObject({
    message: 'resource down: Resource not operational',
    details: { resource_id: action, reason: 'resource_down' },
  })

  const [first] = await readAlarms(broker, true)
  await broker.ask('DELETE', '/actions/http:post')
  await broker.ask('DELETE', '/connectors/http:web')
  expect(await readAlarms(broker)).toEqual([])
  const past = await readAlarms(broker, false)
  expect(past.map(({ name }) => name).sort()).toEqual([action, action, connector, connector])
  expect(past.every(({ deactivate_at: at }) => at !== undefined)).toBe(true)
  expect(past.map(({ activate_at: at }) => at)).toContain(first?.activate_at)
})

it('the alarms end when it is connected again', async () => {
  const { url, stop } = await localService(() => ({ status: 204 }))
  const broker = await runBroker()
  await create(broker, url)
  await createAction(broker)
  expect(await readAlarms(broker)).toEqual([])
  await stop()
  await broker.ask('POST', '/connectors/http:web/start')
  await eventually(async () => expect(await activeNames(broker)).toEqual([action, connector]))

  const again = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => again.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  onTestFinished(() => void again.close())
  await broker.ask('POST', '/connectors/http:web/start')
  await eventually(async () => expect(await readAlarms(broker)).toEqual([]))
  expect((await readAlarms(broker, false)).map(({ name }) => name).sort()).toEqual([action, connector])
})

it('what is disabled has no alarm, and one that was put aside comes back with the next look', async () => {
  const broker = await runBroker()
  await create(broker, deadUrl)
  await createAction(broker)
  await broker.ask('PUT', '/actions/http:post/enable/false')
  expect(await activeNames(broker)).toEqual([connector])
  await broker.ask('PUT', '/connectors/http:web/enable/false')
  expect(await readAlarms(broker)).toEqual([])
  await broker.ask('PUT', '/connectors/http:web/enable/true')
  expect(await activeNames(broker)).toEqual([connector])

  expect((await broker.ask('POST', '/alarms/force_deactivate', { name: connector })).status).toBe(204)
  expect(await readAlarms(broker)).toEqual([])
  await broker.ask('POST', '/connectors/http:web/start')
  expect(await activeNames(broker)).toEqual([connector])
})

it('a test of a connector raises no alarm, and a node that stops takes its own along', async () => {
  const broker = await runBroker(2)
  await broker.ask('POST', '/connectors_probe', { type: 'http', name: 'web', url: deadUrl })
  expect(await readAlarms(broker)).toEqual([])
  await create(broker, deadUrl)
  const [one, two] = broker.context.cluster.nodes
  two?.stop()
  await eventually(async () => {
    const left = (await readAlarms(broker)).filter(({ name }) => name === connector)
    expect(left.map(({ node }) => node)).toEqual([one?.name])
  })
})
