import { spawn } from 'node:child_process'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Bench } from './measured-page.ts'

const RUN_TS = join(import.meta.dirname, '../scripts/run-ts.mjs')
const connectionsSchema = v.object({ connections: v.number(), seconds: v.number() })
const messagesSchema = v.object({ offered: v.number(), arrived: v.number(), seconds: v.number() })

const CONNECTIONS = 2_000
const SECONDS = 5
const RATES = [5_000, 10_000, 20_000] as const

/**
 * Measures with limited load on loopback only. The load generator shares the processors with the broker. With QoS 1,
 * messages that a session cannot receive in time fill its queue, and a full queue drops messages: these are the
 * missing ones.
 */
export async function measureBroker({ brokerdeck }: Bench): Promise<void> {
  const [address = ''] = brokerdeck.tcp
  const opened = v.parse(connectionsSchema, await generate('connections', address, CONNECTIONS))
  console.log(`  ${opened.connections} connections in ${opened.seconds.toFixed(1)} s`)
  for (const qos of [0, 1])
    for (const rate of RATES) {
      const { offered, arrived, seconds } = v.parse(
        messagesSchema,
        await generate('messages', address, qos, rate, SECONDS),
      )
      const perSecond = Math.round(arrived / seconds).toLocaleString('en')
      console.log(
        `  QoS ${qos}, ${rate.toLocaleString('en')}/s offered: ${perSecond}/s arrived, ${arrived} of ${offered}`,
      )
    }
}

function generate(...args: readonly (string | number)[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [RUN_TS, 'bench/load-generator.ts', ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(printed))
      else reject(new Error(`the load generator ended with ${code}`))
    })
  })
}
