import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { connectAsync } from 'mqtt'

/**
 * The pause between two attacks, in milliseconds: a rule that has used up its time is skipped, and gets some of it
 * back after a while.
 */
const pauseMs = 1_000
const answerMs = 30_000

/** What packages/server/src/attacks/rule-attacks.test.ts attacks with, as an anonymous client. */
const attacks: readonly (readonly [topic: string, payload: string | Buffer, times: number])[] = [
  ['attack/pattern', `${'a'.repeat(1000)}b`, 20],
  ['attack/bytes', Buffer.from([0xff, 0xfe]), 20],
  ['attack/packed', gzipSync(Buffer.alloc(300_000_000)), 2],
  ['attack/there', 'x', 1],
  ['attack/digits', '9'.repeat(900_000), 2],
  ['attack/none', Buffer.alloc(1_000_000, 0xa5), 5],
]

/**
 * Runs in a process of its own: `ADDRESS`. Attacks one after the other, each over a connection of its own, until it
 * receives SIGTERM.
 */
export async function main([address]: readonly string[]): Promise<number> {
  if (address === undefined) throw new Error('no address')
  let isOver = false
  process.once('SIGTERM', () => {
    isOver = true
  })
  let [struck, answered] = [0, 0]
  while (!isOver) {
    const attack = attacks[struck % attacks.length]
    if (attack === undefined) break
    const [topic, payload, times] = attack
    const client = await connectAsync(address, { reconnectPeriod: 0 })
    client.on('error', () => undefined)
    const all = Promise.allSettled(
      Array.from({ length: times }, () => client.publishAsync(topic, payload, { qos: 1 })),
    )
    const isAnswered = await Promise.race([all.then(() => true), wait(answerMs, false, { ref: false })])
    if (isAnswered) answered += 1
    struck += 1
    await client.endAsync(true)
    await wait(pauseMs)
  }
  console.log(JSON.stringify({ struck, answered }))
  return 0
}
