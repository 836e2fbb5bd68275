import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectClient } from '../testing/connect-client.ts'
import { eventually } from '../testing/eventually.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

const clock = manualClock()
let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ clock })
  const client = await connectClient(broker.world.cluster, {
    clientId: 'a',
    protocolVersion: 4,
    clean: false,
  })
  await client.subscribeAsync(['a/#', '$share/g/b'], { qos: 1 })
  client.end(true)
  await eventually(() => expect(broker.world.cluster.session('a')?.isConnected).toBe(false))
  await connectClient(broker.world.cluster, { clientId: 'b' })
  await broker.ask('POST', '/publish', { topic: 'a/b', payload: 'x', qos: 1, retain: true })
  await broker.ask('POST', '/banned', { as: 'username', who: 'x', until: '2030-01-01T00:00:00Z' })
  broker.world.alarms.checkSystem({ cpu: 99, memory: 99 })
  clock.advance(10_000)
  await eventually(() => expect(broker.world.monitor.history(60)).not.toEqual([]))
})

afterAll(() => broker.close())

const reads = Object.values(contract)
  .flatMap((resource): Endpoint[] => Object.values(resource))
  .filter((endpoint) => endpoint.method === 'GET')

const params: Readonly<Record<string, string>> = {
  clientid: 'a',
  node: 'emqx@127.0.0.1',
  topic: 'a%2F%23',
  id: 'tcp:default',
}

it.each(reads)('GET $path answers what the contract says', async ({ path, response }) => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  for (const query of ['', '?aggregate=true&latest=60&activated=false&format=json&limit=1']) {
    const { status, body } = await broker.ask('GET', filled + query)
    expect(status).toBe(200)
    const schema = response[200]
    if (schema === undefined || schema === null) throw new Error(`${path} answers nothing`)
    expect(v.safeParse(schema, body).issues).toBeUndefined()
  }
})
