import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  at,
  makeDir,
  password,
  type RunningBroker,
  say,
  sayIn,
  secret,
  startBroker,
} from '#compare/testing/say-command.ts'
import { type Watch, watchRequests } from '#compare/testing/watch-requests.ts'
import { bundleCommand, launchCommand } from '#testing/command.ts'

const open = { type: 'mqtt', name: 'cloud', server: '127.0.0.1:9' }
const connector = { ...open, username: 'ada', password: secret }
const action = { type: 'mqtt', name: 'up', connector: 'cloud', parameters: { topic: 'up/${topic}', qos: 1 } }
const rule = { id: 'upward', sql: 'SELECT * FROM "up/#"', actions: ['mqtt:up'] }
const given = { CONNECTORS_MQTT_CLOUD_PASSWORD: secret }
const kinds = ['--kinds', 'rules,connectors,actions']

let command: Awaited<ReturnType<typeof bundleCommand>>
beforeAll(async () => {
  command = await bundleCommand()
})
afterAll(() => command.remove())

async function startFilled(filled: typeof open = connector): Promise<RunningBroker> {
  const plant = await startBroker()
  await plant.write('POST', '/connectors', filled)
  await plant.write('POST', '/actions', action)
  await plant.write('POST', '/rules', rule)
  return plant
}

/** Starts a broker, and returns it with the export of another broker and a path for a log. */
async function startTwo() {
  const plant = await startFilled()
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  return { plant, lab: await startBroker(), dir, log: join(await makeDir(), 'log.jsonl') }
}

type Asked = 'GET' | 'POST'
async function listNames(lab: RunningBroker): Promise<readonly string[]> {
  const names = v.array(v.object({ name: v.string() }))
  const page = v.object({ data: v.array(v.object({ id: v.string() })) })
  const ask = async (method: Asked, path: string) => (await lab.ask(method, path)).body
  return [
    ...v.parse(names, await ask('GET', '/connectors')).map(({ name }) => name),
    ...v.parse(names, await ask('GET', '/actions')).map(({ name }) => name),
    ...v.parse(page, await ask('GET', '/rules')).data.map(({ id }) => id),
  ]
}

test('killed between a request and its answer, it does the rest when run again, and all is taken back', async () => {
  const { lab, dir, log } = await startTwo()
  const before = await say('diff', ...at(lab), dir, ...kinds)
  const watches = new Map<string, Watch>()
  const broker = await watchRequests(lab, watches)
  const argv = ['apply', '--broker', broker, '--user', 'admin', ...kinds, dir, '--yes', '--log']
  const environment = { BROKERDECK_PASSWORD: password, ...given }
  const { child, ended } = launchCommand(command.file, [...argv, log], environment)
  watches.set('POST /actions', { swallow: () => child.kill('SIGKILL') })
  expect(await ended).toMatchObject({
    code: null,
    err: expect.stringContaining('Done: Connectors mqtt:cloud'),
  })
  expect(await listNames(lab)).toEqual(['cloud', 'up'])
  watches.clear()
  const rest = `${log}-2`
  const again = await sayIn(given, ...argv, rest)
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('1 of 1 request done.\n')])
  expect(await say('diff', ...at(lab), dir, ...kinds)).toMatchObject({ code: 0 })
  for (const one of [rest, log])
    expect(await say('undo', '--broker', broker, '--user', 'admin', one, '--yes')).toMatchObject({ code: 0 })
  expect(await listNames(lab)).toEqual([])
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toBe(before.out)
})

/** Sends SIGINT, as Ctrl+C does, and waits until the command reports it. */
async function interrupt({ child, text }: ReturnType<typeof launchCommand>): Promise<void> {
  child.kill('SIGINT')
  await vi.waitFor(() => expect(text.err).toContain('Stopping'), { timeout: 20_000 })
}

test('told to stop, it waits for the answer to what was sent, and sends nothing more', async () => {
  const { lab, dir, log } = await startTwo()
  const watches = new Map<string, Watch>()
  const broker = await watchRequests(lab, watches)
  const argv = ['apply', '--broker', broker, '--user', 'admin', ...kinds, dir, '--yes', '--log', log]
  const running = launchCommand(command.file, argv, { BROKERDECK_PASSWORD: password, ...given })
  watches.set('POST /actions', { before: () => interrupt(running) })
  const { code, err, out } = await running.ended
  expect(err).toMatch(
    /^Done: Connectors mqtt:cloud .*\nStopping .*\nDone: Actions mqtt:up .*\nSkipped: Rules upward /m,
  )
  expect([code, out]).toEqual([1, expect.stringContaining('2 of 3 requests done.\n')])
  expect(await listNames(lab)).toEqual(['cloud', 'up'])
})

test('a ban that is made anew is not left out, told to stop or killed in between', async () => {
  const [lab, dir] = [await startBroker(), await makeDir()]
  const ban = { as: 'peerhost', who: '192.0.2.7', reason: 'old' }
  await lab.write('POST', '/banned', ban)
  const listBans = async () => (await lab.ask('GET', '/banned')).body
  const file = join(dir, 'bans.yaml')
  await writeFile(file, 'bans:\n  peerhost:192.0.2.7:\n    reason: new\n')
  const watches = new Map<string, Watch>()
  const broker = await watchRequests(lab, watches)
  const own = ['--broker', broker, '--user', 'admin']
  const argv = ['apply', ...own, '--kinds', 'bans', file, '--yes', '--log']
  const launch = (log: string) =>
    launchCommand(command.file, [...argv, log], { BROKERDECK_PASSWORD: password })
  const stopped = launch(`${file}-1`)
  watches.set('DELETE /banned/peerhost/192.0.2.7', { before: () => interrupt(stopped) })
  expect(await stopped.ended).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 of 2 requests done.'),
  })
  expect(await listBans()).toMatchObject({ data: [{ reason: 'new' }] })
  watches.clear()
  expect(await say('undo', ...own, `${file}-1`, '--yes')).toMatchObject({ code: 0 })
  const kills = ['before', 'swallow'] as const
  for (const kill of kills) {
    const { child, ended } = launch(`${file}-${kill}`)
    const end = () => child.kill('SIGKILL')
    // With `before` the request does not reach the broker.
    const watch = kill === 'before' ? { refuse: () => (end() ? 503 : undefined) } : { swallow: end }
    watches.set('DELETE /banned/peerhost/192.0.2.7', watch)
    await ended
    watches.clear()
    expect(await listBans()).toMatchObject({ data: kill === 'before' ? [ban] : [] })
    expect(await say('undo', ...own, `${file}-${kill}`, '--yes')).toMatchObject({ code: 0 })
    expect(await listBans()).toMatchObject({ data: [ban] })
  }
  expect(await say(...argv, `${file}-last`)).toMatchObject({ code: 0 })
  expect(await listBans()).toMatchObject({ data: [{ reason: 'new' }] })
})

test('what somebody changed between the plan and its request stays as it is', async () => {
  const { lab, dir, log } = await startTwo()
  await sayIn(given, 'apply', ...at(lab), ...kinds, dir, '--yes', '--log', `${log}-first`)
  await lab.write('PUT', '/rules/upward', { ...rule, sql: 'SELECT 1 FROM "up/#"' })
  const theirs = { ...rule, sql: 'SELECT 2 FROM "up/#"' }
  const change = () => lab.write('PUT', '/rules/upward', theirs)
  const broker = await watchRequests(lab, new Map([['GET /rules/upward', { before: change }]]))
  const { code, err } = await say(
    ...['apply', '--broker', broker, '--user', 'admin', ...kinds, dir, '--yes', '--log', log],
  )
  expect([code, err]).toEqual([1, expect.stringContaining('Changed here since it was compared: sql')])
  expect((await lab.ask('GET', '/rules/upward')).body).toMatchObject({ sql: theirs.sql })
})

test('another cluster does not give its secrets, and all else is taken from it', async () => {
  const [plant, lab] = [await startFilled(), await startBroker()]
  const from = ['--from-broker', plant.url, '--from-user', 'admin', ...kinds, '--yes', '--log']
  const log = join(await makeDir(), 'log.jsonl')
  const refused = await say('apply', ...at(lab), ...from, log)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('does not give this secret')])
  expect(await listNames(lab)).toEqual([])
  const other = await startFilled(open)
  const taken = await say('apply', ...at(lab), '--from-broker', other.url, ...from.slice(2), log)
  expect([taken.code, taken.out]).toEqual([0, expect.stringContaining('3 of 3 requests done.\n')])
  expect(await listNames(lab)).toEqual(['cloud', 'up', 'upward'])
})

test('a backup gives its secrets, which are nowhere printed', async () => {
  const { plant, lab, log } = await startTwo()
  const made = v.object({ filename: v.string(), node: v.string() })
  const { filename, node } = v.parse(made, await plant.write('POST', '/data/export', {}))
  const { rawPayload } = await plant.app.inject({
    url: `/api/v5/data/files/${filename}?node=${encodeURIComponent(node)}`,
    headers: { authorization: `Bearer ${plant.login()}` },
  })
  const file = join(await makeDir(), filename)
  await writeFile(file, rawPayload)
  const sent: string[] = []
  const broker = await watchRequests(
    lab,
    new Map([['POST /connectors', { read: (body) => sent.push(body) }]]),
  )
  const { code, out } = await say(
    ...['apply', '--broker', broker, '--user', 'admin', ...kinds, file, '--yes', '--log', log],
  )
  expect([code, out]).toEqual([0, expect.stringContaining('3 of 3 requests done.\n')])
  expect(JSON.parse(sent.join(''))).toMatchObject({ name: 'cloud', password: secret })
})

test('what a file refers to is sent as it is given, and not the command’s own password', async () => {
  const { lab, dir, log } = await startTwo()
  const path = join(dir, 'connectors.yaml')
  const sent: string[] = []
  const watches = new Map([['POST /connectors', { read: (body: string) => sent.push(body) }]])
  const argv = ['apply', '--broker', await watchRequests(lab, watches), '--user', 'admin', ...kinds, dir]
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('{env:CONNECTORS_MQTT_CLOUD_PASSWORD}', '{env:BROKERDECK_PASSWORD}'))
  const own = await say(...argv, '--yes', '--log', log)
  expect([own.code, own.err, sent]).toEqual([2, expect.stringContaining('${env:BROKERDECK_PASSWORD}'), []])
  await writeFile(path, text)
  expect(await sayIn(given, ...argv, '--yes', '--log', log)).toMatchObject({ code: 0 })
  expect(JSON.parse(sent.join(''))).toMatchObject({ name: 'cloud', password: secret })
})
