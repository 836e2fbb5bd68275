import { type ChildProcess, spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { asOperator } from './as-operator.ts'
import { type MeasuredBroker, startMeasuredBroker } from './measured-broker.ts'
import { arrangeSoak, soakedSchema } from './soak-plan.ts'

const RUN_TS = join(import.meta.dirname, '../scripts/run-ts.mjs')
const LOOK_EACH_MS = 250
const REST_MS = 60_000

const attackSchema = v.object({ struck: v.number(), answered: v.number() })

/**
 * `npm run soak [SECONDS [RATE]]`: applies load for minutes together with an attacker, and measures the memory that
 * is still in use a minute after all clients have left.
 */
export async function main([seconds = '360', rate = '2000']: readonly string[]): Promise<number> {
  const snapshots = process.env['BROKERDECK_SOAK_SNAPSHOTS']
  const broker = await startMeasuredBroker()
  try {
    await arrangeSoak(await asOperator(broker.url))
    const told = watchMemory(broker, snapshots)
    await told('before', true)
    const status = watchStatus(broker)
    const attacker = startProcess('bench/soak-attacker.ts', [broker.tcp])
    const load = await startProcess('bench/soak-load.ts', [broker.tcp, rate, seconds]).printed
    console.log(`  load average ${(loadavg()[0] ?? 0).toFixed(1)}`)
    attacker.child.kill('SIGTERM')
    printLoad(v.parse(soakedSchema, load), v.parse(attackSchema, await attacker.printed))
    printStatus(await status.stop())
    await told('right after', false)
    await wait(REST_MS)
    await told('a minute after all have left', true)
  } finally {
    await broker.stop()
  }
  return 0
}

function startProcess(path: string, args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [RUN_TS, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = new Promise<unknown>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text))
      else reject(new Error(`${path} ended with ${code}`))
    })
  })
  return { child, printed }
}

/** Measures how long another user, who sends requests all the time, waits for responses. */
function watchStatus(broker: MeasuredBroker) {
  const waits: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now()
      const answer = await fetch(new URL('status', broker.url))
      await answer.arrayBuffer()
      const waited = performance.now() - since
      waits.push(waited)
      await wait(Math.max(0, LOOK_EACH_MS - waited))
    }
  })()
  return {
    async stop(): Promise<readonly number[]> {
      isOver = true
      await watching
      return waits.toSorted((one, other) => one - other)
    },
  }
}

function printStatus(waits: readonly number[]): void {
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0)
  console.log(
    `  /status: ${waits.length} answers, half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, the longest ${at(1)} ms`,
  )
}

function printLoad(
  load: v.InferOutput<typeof soakedSchema>,
  attack: v.InferOutput<typeof attackSchema>,
): void {
  const perSecond = Math.round(load.acknowledged / load.seconds)
  const count = (value: number) => value.toLocaleString('en')
  console.log(
    `  ${count(load.offered)} offered, ${count(load.acknowledged)} acknowledged (${count(perSecond)}/s), ${count(load.delivered)} delivered, ${load.repeated} of them again`,
  )
  console.log(`  ${load.lost} acknowledged and lost, ${load.closed} of the connections ended early`)
  console.log(`  ${attack.struck} attacks, ${attack.answered} of them acknowledged within half a minute`)
}

/** The garbage collector is run only at the start and at the end: in between it runs as it would by itself. */
function watchMemory(broker: MeasuredBroker, snapshots: string | undefined) {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  return async (when: string, isCollected: boolean) => {
    const { rss, peakRss } = await broker.readMemory('now')
    console.log(`  memory ${when}: ${megabytes(rss)}, at most ${megabytes(peakRss)}`)
    if (!isCollected) return
    const kept = await broker.readMemory(
      snapshots === undefined
        ? 'collected'
        : { snapshot: join(snapshots, `${when.replaceAll(' ', '-')}.heapsnapshot`) },
    )
    console.log(
      `    collected: ${megabytes(kept.rss)}, heap ${megabytes(kept.heapUsed)} of ${megabytes(kept.heapTotal)}, buffers ${megabytes(kept.external)}`,
    )
  }
}
