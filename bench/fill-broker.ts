import { connectAsync, type MqttClient } from 'mqtt'
import type { Brokerdeck } from '../e2e/start-brokerdeck.ts'
import type { AskAsOperator } from './as-operator.ts'

export const FILLED = { sessions: 10_000, routes: 100_000, retained: 100_000 } as const
const AT_ONCE = 100
const NEVER = 0xffffffff
const SUBSCRIBERS = 10

/** Creates sessions that stay without a connection, each with its share of the subscriptions, and retained messages. */
export async function fillBroker({ tcp }: Brokerdeck, ask: AskAsOperator): Promise<void> {
  const [address = ''] = tcp
  await ask('PUT', 'mqtt/retainer', { max_publish_rate: 'infinity' })
  for (let from = 0; from < FILLED.sessions; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => leaveSession(address, from + index)))
  await retain(address)
}

export const topicOf = (at: number): string => `site/${at % 100}/device/${at}/value`
const clientidOf = (at: number): string => `bench-device-${String(at).padStart(5, '0')}`

/** Creates the same number of routes with a few connected clients, which is much faster. */
export async function subscribeToAll({ tcp }: Brokerdeck): Promise<readonly MqttClient[]> {
  const [address = ''] = tcp
  const clients = await Promise.all(
    Array.from({ length: SUBSCRIBERS }, () => connectAsync(address, { reconnectPeriod: 0 })),
  )
  for (let at = 0; at < FILLED.routes; at += 1_000) {
    const topics = Array.from({ length: 1_000 }, (_, each) => topicOf(at + each))
    await clients[(at / 1_000) % SUBSCRIBERS]?.subscribeAsync(topics)
  }
  return clients
}

async function leaveSession(address: string, at: number): Promise<void> {
  const client = await connectAsync(address, {
    clientId: clientidOf(at),
    protocolVersion: 5,
    properties: { sessionExpiryInterval: NEVER },
    reconnectPeriod: 0,
  })
  const count = FILLED.routes / FILLED.sessions
  await client.subscribeAsync(Array.from({ length: count }, (_, each) => topicOf(at * count + each)))
  await client.endAsync()
}

async function retain(address: string): Promise<void> {
  const client = await connectAsync(address, { clientId: 'bench-retainer', reconnectPeriod: 0 })
  for (let at = 0; at < FILLED.retained; at += 1) {
    const options = { retain: true, qos: 0 } as const
    client.publish(topicOf(at), `{"value":${at}}`, options)
    if (at % 1_000 === 999) await client.publishAsync('bench/pause', '', { qos: 1 })
  }
  await client.endAsync()
}
