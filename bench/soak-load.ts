import { connectAsync, type MqttClient } from 'mqtt'
import type * as v from 'valibot'
import { readingTopic, soakClients, type soakedSchema } from './soak-plan.ts'

const ticksPerSecond = 50
/**
 * The maximum number of unacknowledged messages: a broker that is further behind receives no more until it has caught
 * up.
 */
const mostUnanswered = 10_000
const silenceMs = 15_000
const [isAcknowledged, isDelivered] = [1, 2]

/**
 * Runs in a process of its own: `ADDRESS RATE SECONDS`. Every message has a number, so that each can be found or
 * reported as missing.
 */
export async function main([address, ...numbers]: readonly string[]): Promise<number> {
  if (address === undefined) throw new Error('no address')
  const [rate = 0, seconds = 0] = numbers.map(Number)
  console.log(JSON.stringify(await soak(address, rate, seconds)))
  return 0
}

async function soak(
  address: string,
  rate: number,
  seconds: number,
): Promise<v.InferOutput<typeof soakedSchema>> {
  const seen = new Uint8Array(rate * seconds)
  let [acknowledged, delivered, repeated, closed] = [0, 0, 0, 0]
  let lastArrival = performance.now()
  const clients: MqttClient[] = []
  for (let at = 0; at < soakClients; at += 1) {
    const client = await connectAsync(address, { clientId: `soak-${at}`, reconnectPeriod: 0, keepalive: 60 })
    client.on('close', () => {
      closed += 1
    })
    client.on('message', (_topic, payload) => {
      const number = Number(payload.subarray(payload.lastIndexOf(':') + 1, -1).toString())
      const before = seen[number] ?? 0
      if ((before & isDelivered) > 0) repeated += 1
      else delivered += 1
      seen[number] = before | isDelivered
      lastArrival = performance.now()
    })
    await client.subscribeAsync(readingTopic((at + 1) % soakClients), { qos: 1 })
    clients.push(client)
  }
  let offered = 0
  const offer = () => {
    const number = offered
    offered += 1
    const at = number % soakClients
    clients[at]?.publish(readingTopic(at), formatPayload(number), { qos: 1 }, (error) => {
      if (error) return
      acknowledged += 1
      seen[number] = (seen[number] ?? 0) | isAcknowledged
    })
  }
  const start = performance.now()
  let offeredUntil = start
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      const elapsed = (now - start) / 1000
      if (elapsed < seconds) {
        // Messages that could not be sent in time are not made up for: the rate is the requested one or lower.
        const most = Math.min(
          Math.round(((now - offeredUntil) / 1000) * rate) + offered,
          acknowledged + mostUnanswered,
          seen.length,
        )
        while (offered < most) offer()
        offeredUntil = now
      } else if (
        (delivered >= offered && acknowledged >= offered) ||
        now - Math.max(lastArrival, offeredUntil) > silenceMs
      ) {
        clearInterval(timer)
        resolve()
      }
    }, 1000 / ticksPerSecond)
  })
  const closedBefore = closed
  await Promise.all(clients.map((client) => client.endAsync()))
  const lost = seen.reduce((sum, what) => (what === isAcknowledged ? sum + 1 : sum), 0)
  const lasted = (Math.max(lastArrival, offeredUntil) - start) / 1000
  return { offered, acknowledged, lost, delivered, repeated, seconds: lasted, closed: closedBefore }
}

/**
 * Returns a reading of a device; every tenth is hot. The number is last, so that it can be found without parsing the
 * payload.
 */
const formatPayload = (number: number): string =>
  `{"celsius":${(number % 10) + 61.5},"unit":"C","list":[{"id":"a","value":1},{"id":"b","value":2}],"number":${number}}`
