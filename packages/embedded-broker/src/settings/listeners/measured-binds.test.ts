import { networkInterfaces } from 'node:os'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import { connectAsync } from 'mqtt'
import { beforeAll, expect } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

/** The addresses at which a listener of EMQX 5.8.9 accepts connections, and the form in which its address is saved. */

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

let broker: TestBroker
beforeAll(async () => {
  broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0, nodes: 1 })
  return () => broker.close()
})

async function tryUrl(url: string): Promise<'answers' | 'refuses'> {
  try {
    const client = await connectAsync(url, { reconnectPeriod: 0, protocolVersion: 5 }, false)
    await client.endAsync(true)
    return 'answers'
  } catch {
    return 'refuses'
  }
}

const test = needing('IPv6', hasIpv6)

test.each<
  readonly [string, (port: number) => string | number, string, 'answers' | 'refuses', 'answers' | 'refuses']
>([
  ['[::]:p', (port) => `[::]:${port}`, '[::]:p', 'answers', 'answers'],
  ['[::1]:p', (port) => `[::1]:${port}`, '[::1]:p', 'refuses', 'answers'],
  ['0.0.0.0:p', (port) => `0.0.0.0:${port}`, '0.0.0.0:p', 'answers', 'refuses'],
  ['p', (port) => port, ':p', 'answers', 'refuses'],
  ['p as text', (port) => String(port), ':p', 'answers', 'refuses'],
  [':p', (port) => `:${port}`, ':p', 'answers', 'refuses'],
])('%s', async (_name, toBind, saved, ipv4, ipv6) => {
  const port = await freePort()
  const id = 'tcp:measured'
  const made = await broker.ask('POST', `/listeners/${id}`, { id, type: 'tcp', bind: toBind(port) })
  expect(made).toMatchObject({ status: 200, body: { running: true, bind: saved.replace('p', String(port)) } })
  const answers = [await tryUrl(`mqtt://127.0.0.1:${port}`), await tryUrl(`mqtt://[::1]:${port}`)]
  await broker.ask('DELETE', `/listeners/${id}`)
  const gone = [await tryUrl(`mqtt://127.0.0.1:${port}`), await tryUrl(`mqtt://[::1]:${port}`)]
  expect([answers, gone]).toEqual([
    [ipv4, ipv6],
    ['refuses', 'refuses'],
  ])
})
