import { createHash } from 'node:crypto'
import { connectAsync, type MqttClient } from 'mqtt'

/**
 * Runs in a process of its own, so that its resources are not counted as the broker's: `connections ADDRESS N` or
 * `messages ADDRESS QOS RATE SECONDS`.
 */
export async function main([kind, address, ...numbers]: readonly string[]): Promise<number> {
  if (address === undefined) throw new Error('no address')
  const [first = 0, second = 0, third = 0] = numbers.map(Number)
  const result =
    kind === 'connections' ? await connections(address, first) : await messages(address, first, second, third)
  console.log(JSON.stringify(result))
  return 0
}

const AT_ONCE = 100

async function connections(address: string, count: number) {
  const run = createHash('sha1').update(String(process.pid)).digest('hex').slice(0, 6)
  const clients: MqttClient[] = []
  const start = performance.now()
  for (let from = 0; from < count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) =>
      connectAsync(address, { clientId: `load-${run}-${from + index}`, reconnectPeriod: 0, keepalive: 300 }),
    )
    clients.push(...(await Promise.all(batch)))
  }
  const seconds = (performance.now() - start) / 1000
  await Promise.all(clients.map((client) => client.endAsync(true)))
  return { connections: clients.length, seconds }
}

const TICKS_PER_SECOND = 50
const SILENCE_MS = 500

/**
 * Sends 100-byte messages from one publisher to one subscriber, at an even rate, or as fast as possible with a rate
 * of 0.
 */
async function messages(address: string, qosNumber: number, rate: number, seconds: number) {
  const qos = qosNumber === 1 ? 1 : 0
  const [publisher, subscriber] = await Promise.all(
    ['publisher', 'subscriber'].map((role) =>
      connectAsync(address, {
        clientId: `load-${role}-${process.pid}`,
        reconnectPeriod: 0,
        protocolVersion: 5,
      }),
    ),
  )
  if (!publisher || !subscriber) throw new Error('no clients')
  let arrived = 0
  let lastArrival = performance.now()
  subscriber.on('message', () => {
    arrived += 1
    lastArrival = performance.now()
  })
  await subscriber.subscribeAsync('load/messages', { qos })
  const payload = Buffer.alloc(100, 'x')
  const start = performance.now()
  let offered = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min((performance.now() - start) / 1000, seconds)
      for (; offered < elapsed * rate; offered += 1) publisher.publish('load/messages', payload, { qos })
      const isOver = elapsed >= seconds
      if (isOver && (arrived >= offered || performance.now() - lastArrival > SILENCE_MS)) {
        clearInterval(timer)
        resolve()
      }
    }, 1000 / TICKS_PER_SECOND)
  })
  await Promise.all([publisher.endAsync(true), subscriber.endAsync(true)])
  return { offered, arrived, seconds: (lastArrival - start) / 1000 }
}
