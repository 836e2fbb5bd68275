import { loadavg } from 'node:os'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import type { MqttClient } from 'mqtt'

const MESSAGES = 20_000
const AT_ONCE = 500
const ROUNDS = 5

const TRACES = [
  { name: 'no trace', condition: undefined },
  { name: 'a trace of somebody else', condition: 'nobody' },
  { name: 'a trace of the publisher', condition: 'publisher' },
] as const

/**
 * Measures the cost of tracing a client in processor time per message: with a broker and its clients in this process,
 * the result does not depend on other load of the machine. Rounds alternate; the fastest of each counts.
 */
export async function measureTracing(): Promise<void> {
  const broker = await createTestBroker({ nodes: 1 })
  const { cluster } = broker.context
  const publisher = await connectClient(cluster, { clientId: 'publisher' })
  const subscriber = await connectClient(cluster, { clientId: 'subscriber' })
  await subscriber.subscribeAsync('bench/#')
  const best = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, condition } of TRACES) {
      if (condition !== undefined) await broker.ask('POST', '/trace', traceOf(condition))
      const cost = await microsecondsPerMessage(publisher, subscriber)
      best.set(name, Math.min(cost, best.get(name) ?? Number.POSITIVE_INFINITY))
      if (condition !== undefined) await broker.ask('DELETE', '/trace/cost')
    }
  await Promise.all([publisher.endAsync(true), subscriber.endAsync(true)])
  await broker.close()
  console.log(`  load average ${(loadavg()[0] ?? 0).toFixed(1)}; one publisher, one subscriber, QoS 0`)
  for (const [name, cost] of best)
    console.log(`  ${name.padEnd(26)} ${cost.toFixed(1)} µs of processor time per message`)
}

const traceOf = (clientid: string) => ({ name: 'cost', type: 'clientid', clientid, formatter: 'json' })

async function microsecondsPerMessage(publisher: MqttClient, subscriber: MqttClient): Promise<number> {
  let arrived = 0
  const all = new Promise<void>((resolve) => {
    const count = () => {
      arrived += 1
      if (arrived < MESSAGES) return
      subscriber.off('message', count)
      resolve()
    }
    subscriber.on('message', count)
  })
  const before = process.cpuUsage()
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    for (let each = 0; each < AT_ONCE; each += 1) publisher.publish('bench/cost', '{"value":21.5}')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await all
  const { user, system } = process.cpuUsage(before)
  return (user + system) / MESSAGES
}
