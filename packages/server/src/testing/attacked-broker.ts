import { appendFile, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { makeDataDir, type RunningCommand, startCommand } from './command.ts'

const loginSchema = v.object({ token: v.string() })
const json = { 'content-type': 'application/json' }

const options = ['--port=0', '--mqtt-port=0', '--ws-port=0', '--nodes=1', '--no-sample-fleet']

/** The bundled command in a process of its own, which is the target of attacks. */
export interface AttackedBroker {
  readonly command: RunningCommand
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>
  /** Connects an anonymous client. */
  readonly connect: () => Promise<MqttClient>
}

export async function startAttackedBroker(file: string, edition: string): Promise<AttackedBroker> {
  const command = await startCommand(file, [
    ...options,
    `--edition=${edition}`,
    `--data-dir=${await makeDataDir()}`,
  ])
  const login = await fetch(`${command.url}api/v5/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password: 'public' }),
  })
  const { token } = v.parse(loginSchema, await login.json())
  const headers = { ...json, authorization: `Bearer ${token}` }
  const [address = ''] = /mqtt:\/\/[\d.:]+/.exec(command.out) ?? []
  return {
    command,
    ask: (method, path, body) =>
      fetch(`${command.url}api/v5/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async connect() {
      const client = await connectAsync(address, { reconnectPeriod: 0 })
      onTestFinished(() => void client.end(true))
      return client
    },
  }
}

/** Publishes as an anonymous client. Each message is acknowledged, so its rules have done their immediate work. */
export async function publish(
  { connect }: AttackedBroker,
  topic: string,
  payload: string | Buffer,
  times = 1,
): Promise<void> {
  const client = await connect()
  await Promise.all(Array.from({ length: times }, () => client.publishAsync(topic, payload, { qos: 1 })))
  await client.endAsync()
}

export interface AttackFigures {
  /** The number of responses to other requests during the attack. */
  readonly answers: number
  /** The time of the slowest of these responses, in milliseconds. */
  readonly worstMs: number
  /** The maximum memory of the process since its start, in megabytes. */
  readonly peakMegabytes: number
}

/** Returns the memory of the process: `VmRSS` is the current amount, `VmHWM` the maximum since its start. */
async function readMegabytes({ process: { pid } }: RunningCommand, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1_000
}

/** The file to which figures are appended, if it is set; each attack then takes a minute longer. */
const figuresFile = process.env['BROKERDECK_ATTACK_FIGURES']
const restMs = 60_000

export const attackTimeoutMs = 120_000 + (figuresFile === undefined ? 0 : restMs)

/** Requests the status again and again while an attack lasts. */
export async function watchAttack(
  name: string,
  { command }: AttackedBroker,
  attack: () => Promise<unknown>,
): Promise<AttackFigures> {
  let [isOver, answers, worstMs] = [false, 0, 0]
  const before = await readMegabytes(command, 'VmRSS')
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now()
      const answer = await fetch(`${command.url}status`)
      await answer.arrayBuffer()
      answers += 1
      worstMs = Math.max(worstMs, performance.now() - since)
    }
  })()
  try {
    await attack()
  } finally {
    isOver = true
  }
  await watching
  const peakMegabytes = await readMegabytes(command, 'VmHWM')
  if (figuresFile !== undefined) {
    await wait(restMs)
    const after = await readMegabytes(command, 'VmRSS')
    const [start, peak, rest] = [before, peakMegabytes, after].map(
      (megabytes) => `${Math.round(megabytes)} MB`,
    )
    await appendFile(figuresFile, `${name} | ${Math.round(worstMs)} ms | ${start} | ${peak} | ${rest}\n`)
  }
  return { answers, worstMs, peakMegabytes }
}
