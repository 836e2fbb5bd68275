import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  bundleCommand,
  makeDataDir,
  type RunningCommand,
  runCommand,
  startCommand,
} from '#testing/command.ts'

/**
 * The attacks of docs/attacks.md that need a process of its own: on the command, directly and through a server in
 * front of it.
 */

let command: Awaited<ReturnType<typeof bundleCommand>>

beforeAll(async () => {
  command = await bundleCommand()
})
afterAll(() => command.remove())

const options = ['--port=0', '--mqtt-port=0', '--ws-port=0', '--nodes=1', '--no-sample-fleet']
const start = (dataDir: string) => startCommand(command.file, [...options, `--data-dir=${dataDir}`])
const doorTo = ({ url }: RunningCommand) => startCommand(command.file, ['--port=0', '--broker', url])

const loginSchema = v.object({ token: v.string() })

const json = { 'content-type': 'application/json' }
const login = ({ url }: RunningCommand, username: string, password: string) =>
  fetch(`${url}api/v5/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password }),
  })

async function signedIn(console: RunningCommand) {
  const { token } = v.parse(loginSchema, await (await login(console, 'admin', 'public')).json())
  return { ...json, authorization: `Bearer ${token}` }
}

async function expectLives(console: RunningCommand): Promise<void> {
  expect((await fetch(`${console.url}version`)).status).toBe(200)
  expect(console.process.exitCode).toBeNull()
}

async function expectCalmEnd(console: RunningCommand): Promise<void> {
  console.process.kill('SIGTERM')
  const { code, err } = await console.ended
  expect([code, err]).toEqual([0, ''])
}

const modes = ['at the embedded broker', 'at a console before a cluster'] as const

it.each(modes)(
  'bulk bombs are refused in few words, %s',
  async (mode) => {
    const broker = await start(await makeDataDir())
    const door = mode === modes[0] ? broker : await doorTo(broker)
    const headers = await signedIn(door)
    const bombs = [
      ['publish/bulk', `[${'{},'.repeat(1_999_999)}{}]`],
      ['banned', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
      ['mqtt/topic_metrics', `{"topic":"${'x'.repeat(7_000_000)}"}`],
      ['login', `{"username":${'['.repeat(500_000)}`],
    ] as const
    for (const [path, body] of bombs) {
      const answer = await fetch(`${door.url}api/v5/${path}`, { method: 'POST', headers, body })
      // In front of a cluster, the refusal of a body that is still being sent may be lost.
      const refusals = path === 'login' && door !== broker ? [400, 413, 502] : [400, 413]
      expect(refusals, path).toContain(answer.status)
      expect((await answer.text()).length, path).toBeLessThan(100_000)
    }
    await expectLives(broker)
    await expectLives(door)
    if (door !== broker) await expectCalmEnd(door)
    await expectCalmEnd(broker)
  },
  60_000,
)

it.each(modes)(
  '300 sign-ins with different names hold up no durable write, %s',
  async (mode) => {
    const broker = await start(await makeDataDir())
    const door = mode === modes[0] ? broker : await doorTo(broker)
    const headers = await signedIn(door)
    let checked = 0
    const signIns = Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        login(door, `name-${n}`, 'wrong').finally(() => {
          checked += 1
        }),
      ),
    )
    const body = JSON.stringify({ as: 'clientid', who: 'during' })
    const write = await fetch(`${broker.url}api/v5/banned`, { method: 'POST', headers, body })
    const checkedBefore = checked
    expect(write.status).toBe(200)
    const answers = await signIns
    const waits = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
    expect(waits.length).toBeGreaterThan(200)
    expect(waits.filter((answer) => answer.headers.get('retry-after') === null)).toEqual([])
    // The write does not wait behind the sign-ins: in earlier versions it came after all of them.
    expect(checkedBefore).toBeLessThan(300)
    await expectLives(broker)
  },
  60_000,
)

/** Returns the memory in megabytes, as the kernel counts it. */
async function memoryOf({ process: { pid } }: RunningCommand): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_000
}

it('20 sessions that are away take 300 messages of 0.5 MB as one copy, and all of it is there after a restart', async () => {
  const dataDir = await makeDataDir()
  const broker = await start(dataDir)
  const [address = ''] = /mqtt:\/\/[\d.:]+/.exec(broker.out) ?? []
  const session = (n: number) => ({ clientId: `away-${n}`, clean: false, reconnectPeriod: 0 })
  for (let n = 0; n < 20; n += 1) {
    const client = await connectAsync(address, session(n))
    await client.subscribeAsync('bulk', { qos: 1 })
    await client.endAsync()
  }
  const publisher = await connectAsync(address, { clientId: 'publisher', reconnectPeriod: 0 })
  onTestFinished(() => void publisher.end(true))
  for (let n = 0; n < 300; n += 1)
    await publisher.publishAsync('bulk', Buffer.alloc(500_000, n % 251), { qos: 1 })
  await publisher.endAsync()
  const memory = await memoryOf(broker)
  expect(memory).toBeLessThan(1_000)
  broker.process.kill('SIGKILL')
  await broker.ended
  const files = await Promise.all((await readdir(dataDir)).map((name) => stat(join(dataDir, name))))
  const stored = files.reduce((sum, { size }) => sum + size, 0) / 1_000_000
  expect(stored).toBeLessThan(600)
  const again = await start(dataDir)
  const headers = await signedIn(again)
  const queue = await fetch(`${again.url}api/v5/clients/away-7`, { headers })
  const { mqueue_len: length } = v.parse(v.looseObject({ mqueue_len: v.number() }), await queue.json())
  expect(length).toBeGreaterThan(50)
  await expectCalmEnd(again)
}, 120_000)

it('a torn journal is opened, and an erased or overwritten one is named in one line with exit code 2', async () => {
  const dataDir = await makeDataDir()
  const broker = await start(dataDir)
  const headers = await signedIn(broker)
  for (let n = 0; n < 50; n += 1) {
    const body = JSON.stringify({ as: 'username', who: `kept-${n}` })
    await fetch(`${broker.url}api/v5/banned`, { method: 'POST', headers, body })
  }
  broker.process.kill('SIGKILL')
  await broker.ended
  const path = join(dataDir, 'state.journal')
  const whole = await readFile(path)
  await writeFile(path, Buffer.concat([whole, whole.subarray(20, 60)]))
  const torn = await start(dataDir)
  const list = await fetch(`${torn.url}api/v5/banned?limit=100`, { headers: await signedIn(torn) })
  expect(JSON.stringify(await list.json()).match(/kept-\d+/g)).toHaveLength(50)
  torn.process.kill('SIGKILL')
  await torn.ended

  for (const [value, length] of [
    [0xff, 4_096],
    [0x00, 64],
  ] as const) {
    const hurt = Buffer.from(whole)
    const from = Math.floor(whole.length / 3)
    hurt.fill(value, from, Math.min(from + length, Math.floor((whole.length * 2) / 3)))
    await writeFile(path, hurt)
    const { code, out, err } = await runCommand(command.file, [...options, `--data-dir=${dataDir}`])
    expect(code).toBe(2)
    const said = (out + err).trim().split('\n')
    expect(said.at(-1)).toContain('state.journal')
    expect(said.filter((line) => /^\s+at /.test(line))).toEqual([])
    expect((await readFile(path)).equals(hurt)).toBe(true)
  }
}, 60_000)
