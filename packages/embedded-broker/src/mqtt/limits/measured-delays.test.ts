import { ErrorWithReasonCode, type MqttClient } from 'mqtt'
import type { Packet } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

/** The results of messages to `$delayed/…` on EMQX 5.8.9. */

const now = Math.floor(Date.now() / 1000)

async function open() {
  const broker = await createTestBroker({ nodes: 1 })
  onTestFinished(() => broker.close())
  const { cluster } = broker.context
  const client = await connectClient(cluster, { clientId: 'sender' })
  onTestFinished(() => client.endAsync(true))
  const got: string[] = []
  client.on('message', (topic) => got.push(topic))
  await client.subscribeAsync('#', { qos: 1 })
  return { cluster, client, got, waiting: () => cluster.delayed.all().map(({ message }) => message.topic) }
}

/** Resolves with the reason code of the PUBACK. */
async function publish(client: MqttClient, topic: string): Promise<number | undefined> {
  const code = new Promise<number | undefined>((resolve) => {
    const look = (packet: Packet) => {
      if (packet.cmd !== 'puback') return
      client.off('packetreceive', look)
      resolve(packet.reasonCode)
    }
    client.on('packetreceive', look)
  })
  await client.publishAsync(topic, 'x', { qos: 1 }).catch((error: unknown) => {
    if (!(error instanceof ErrorWithReasonCode)) throw error
  })
  return await code
}

test.each([
  ['1', 'the last second'],
  ['4294966', 'the longest delay'],
  [String(now + 100), 'a moment ahead'],
  [String(now + 4_294_900), 'a moment far ahead'],
])('%s is held back: %s', async (delay) => {
  const { client, got, waiting } = await open()
  expect(await publish(client, `$delayed/${delay}/t`)).toBe(16)
  expect([waiting(), got]).toEqual([['t'], []])
})

test.each(['4294967', '5000000', String(now - 100), '0', '-5'])('%s is sent at once', async (delay) => {
  const { client, got, waiting } = await open()
  expect(await publish(client, `$delayed/${delay}/t`)).toBe(16)
  await eventually(() => expect(got).toEqual(['t']))
  expect(waiting()).toEqual([])
})

test.each([String(now + 4_300_000), 'abc', '1.5', ''])('“%s” is dropped', async (delay) => {
  const { cluster, client, got, waiting } = await open()
  const dropped = () => cluster.nodes[0]?.metrics()['messages.dropped.no_subscribers'] ?? 0
  const before = dropped()
  expect(await publish(client, `$delayed/${delay}/t`)).toBe(16)
  expect(await publish(client, 'last')).toBe(0)
  await eventually(() => expect(got).toEqual(['last']))
  expect([waiting(), dropped() - before]).toEqual([[], 1])
})

test('without a topic it is not to be sent, nor all of it to be subscribed to', async () => {
  const { client } = await open()
  expect(await publish(client, '$delayed/5')).toBe(135)
  const refused = await client.subscribeAsync('$delayed/#', { qos: 1 }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ packet: { granted: [135] } })
})
