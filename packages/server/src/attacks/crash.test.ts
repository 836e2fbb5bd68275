import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { connectAsync, type IClientOptions } from 'mqtt'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { bundleCommand, type RunningCommand, runCommand, startCommand } from '#testing/command.ts'

let command: Awaited<ReturnType<typeof bundleCommand>>
let dataDir: string

beforeAll(async () => {
  command = await bundleCommand()
  dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-crash-'))
})
afterAll(async () => {
  await command.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const options = () => [
  '--port=0',
  '--mqtt-port=0',
  '--ws-port=0',
  '--nodes=2',
  '--no-sample-fleet',
  `--data-dir=${dataDir}`,
]

interface Running extends RunningCommand {
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  connect(options: IClientOptions): ReturnType<typeof connectAsync>
}

async function start(): Promise<Running> {
  const running = await startCommand(command.file, options())
  const port = /mqtt:\/\/127\.0\.0\.1:(\d+)/.exec(running.out)?.[1]
  let authorization = ''
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${running.url}api/v5${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }
  const login = await ask('POST', '/login', { username: 'admin', password: 'public' })
  authorization = `Bearer ${v.parse(v.object({ token: v.string() }), login).token}`
  return {
    ...running,
    ask,
    async connect(given) {
      const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0, ...given })
      // The connections of a killed broker fail with an error.
      client.on('error', () => client.end(true))
      onTestFinished(() => void client.end(true))
      return client
    },
  }
}

const acknowledged = { users: ['admin'], bans: [''], topics: [''] }

/** Writes again and again until a write fails, which happens when the broker is killed. */
async function writeOn(list: string[], prefix: string, write: (name: string) => Promise<unknown>) {
  for (let n = 0; ; n += 1) {
    try {
      await write(`${prefix}_${n}`)
    } catch {
      return
    }
    list.push(`${prefix}_${n}`)
  }
}

/** Sends all kinds of writes at once, until `after` of them are acknowledged; then kills the process. */
async function writeAndKill(broker: Running, round: string, after: number): Promise<void> {
  const client = await broker.connect({ clientId: `writer-${round}` })
  const { users, bans, topics } = acknowledged
  const count = () => users.length + bans.length + topics.length
  const enough = count() + after
  const lost = new Promise<never>((_, reject) => client.once('close', () => reject(new Error('closed'))))
  lost.catch(() => client.end(true))
  const writing = Promise.all([
    writeOn(users, round, (username) =>
      broker.ask('POST', '/users', { username, password: 'Deck-1234', description: '' }),
    ),
    writeOn(bans, round, (who) => broker.ask('POST', '/banned', { as: 'username', who })),
    writeOn(topics, `state/${round}`, (topic) =>
      Promise.race([lost, client.publishAsync(topic, topic, { qos: 1, retain: true })]),
    ),
  ])
  await vi.waitUntil(() => count() >= enough, { timeout: 20_000, interval: 1 })
  broker.process.kill('SIGKILL')
  await writing
  const { err } = await broker.ended
  expect(err).toBe('')
}

const named = v.array(v.looseObject({ username: v.string() }))
const banned = v.object({ data: v.array(v.looseObject({ who: v.string() })) })

async function expectAllThere(broker: Running): Promise<void> {
  const users = v.parse(named, await broker.ask('GET', '/users')).map((user) => user.username)
  expect(users).toEqual(expect.arrayContaining(acknowledged.users))
  const bans = v.parse(banned, await broker.ask('GET', '/banned?limit=10000')).data.map((ban) => ban.who)
  expect(bans).toEqual(expect.arrayContaining(acknowledged.bans.slice(1)))
  const found = new Set<string>()
  const reader = await broker.connect({ clientId: 'reader' })
  reader.on('message', (topic, payload) => found.add(topic === String(payload) ? topic : ''))
  await reader.subscribeAsync('state/#', { qos: 1 })
  await eventually(() => expect([...found]).toEqual(expect.arrayContaining(acknowledged.topics.slice(1))))
  await reader.endAsync()
}

const away = {
  clientId: 'away',
  clean: false,
  protocolVersion: 5,
  properties: { sessionExpiryInterval: 3600 },
} as const

it('keeps every acknowledged write and starts again, however often it is killed in mid-write', async () => {
  const first = await start()
  const subscriber = await first.connect(away)
  await subscriber.subscribeAsync('state/#', { qos: 1 })
  await subscriber.endAsync()
  await writeAndKill(first, 'a', 20)
  for (const [round, after] of Object.entries({ b: 90, c: 201, d: 3 })) {
    const broker = await start()
    await expectAllThere(broker)
    await writeAndKill(broker, round, after)
  }
  const last = await start()
  await expectAllThere(last)
  const queued: string[] = []
  // The event `message` is not used: the first messages arrive before a listener can be added.
  const back = await last.connect({
    ...away,
    customHandleAcks: (topic, _message, _packet, done) => {
      queued.push(topic)
      done(0)
    },
  })
  expect(acknowledged.topics.length).toBeGreaterThan(30)
  await eventually(() => expect(queued).toEqual(expect.arrayContaining(acknowledged.topics.slice(1))))
  await back.endAsync()
  last.process.kill('SIGTERM')
  expect(await last.ended).toMatchObject({ code: 0, err: '' })
})

it('names a damaged file, ends with 2 and leaves it as it is', async () => {
  const sound = await start()
  sound.process.kill('SIGTERM')
  await sound.ended
  const file = join(dataDir, 'state.journal')
  const whole = await readFile(file)
  const damaged = Buffer.from(whole)
  damaged[100] = (damaged[100] ?? 0) ^ 0xff
  await writeFile(file, damaged)
  const before = await readdir(dataDir)
  const { code, out, err } = await runCommand(command.file, options())
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^brokerdeck: [^\n]+ is damaged at byte \d+: [^\n]+\n$/)
  expect(err).toContain(file)
  expect(await readFile(file)).toEqual(damaged)
  expect(await readdir(dataDir)).toEqual(before)
  await writeFile(file, whole)
  await start()
})
