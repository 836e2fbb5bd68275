import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  at,
  makeDir,
  type RunningBroker,
  say,
  sayIn,
  secret,
  startBroker,
} from '#compare/testing/say-command.ts'
import { watchRequests } from '#compare/testing/watch-requests.ts'

const connector = { type: 'mqtt', name: 'cloud', server: '127.0.0.1:9', username: 'ada', password: secret }
const action = {
  type: 'mqtt',
  name: 'up',
  connector: 'cloud',
  parameters: { topic: 'up/${topic}', qos: 1 },
  resource_opts: { request_ttl: '30s' },
}
const given = { CONNECTORS_MQTT_CLOUD_PASSWORD: secret }
const kinds = ['--kinds', 'connectors,actions,sources,settings,listeners']

async function fill({ write }: RunningBroker): Promise<void> {
  await write('POST', '/connectors', connector)
  await write('POST', '/actions', action)
}

async function exportTwice(broker: RunningBroker) {
  const [whole, dir] = [await makeDir(), await makeDir()]
  await say('export', ...at(broker), '--out', whole, ...kinds)
  await say('export', ...at(broker), '--out', dir, ...kinds, '--without-defaults')
  const countLines = async (name: string) =>
    (await Promise.all([whole, dir].map((one) => readFile(join(one, `${name}.yaml`), 'utf8')))).map(
      (text) => text.split('\n').length,
    )
  return { dir, countLines }
}

test('leaves out what is at its default, and finds no difference to that', async () => {
  const broker = await startBroker()
  await fill(broker)
  const { dir, countLines } = await exportTwice(broker)
  const text = await readFile(join(dir, 'connectors.yaml'), 'utf8')
  expect(text).toContain('\n$defaults: left out\nconnectors:\n  mqtt:cloud:\n    password: ${env:')
  expect(text).toContain('    resource_opts: {}\n')
  const actions = await readFile(join(dir, 'actions.yaml'), 'utf8')
  expect(actions).toContain('    resource_opts:\n      request_ttl: 30s\n')
  for (const name of ['connectors', 'settings']) {
    const [all = 0, some = 0] = await countLines(name)
    expect(some).toBeLessThan(all / 2)
  }
  expect(await readFile(join(dir, 'listeners.yaml'), 'utf8')).not.toContain('$defaults')
  expect(await say('diff', ...at(broker), dir, ...kinds)).toMatchObject({ code: 0 })
  const file = join(await makeDir(), 'plant.yaml')
  await say('export', ...at(broker), '--out', file, ...kinds, '--without-defaults')
  expect(await say('diff', ...at(broker), file, ...kinds)).toMatchObject({ code: 0 })
})

test('what was changed since from its default is a difference, and is put back', async () => {
  const broker = await startBroker()
  await fill(broker)
  const { dir } = await exportTwice(broker)
  await broker.write('PUT', '/connectors/mqtt%3Acloud', {
    server: '127.0.0.1:9',
    username: 'ada',
    password: secret,
    connect_timeout: '25s',
  })
  const sysmon: unknown = (await broker.ask('GET', '/configs/sysmon')).body
  await broker.write('PUT', '/configs/sysmon', {
    os: { cpu_high_watermark: '85%', mem_check_interval: 'disabled' },
    vm: {},
  })
  const { code, out } = await say('diff', ...at(broker), dir, ...kinds)
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('connect_timeout: "25s"\n  + connect_timeout: "10s"'),
  ])
  expect(out).toContain('- os.mem_check_interval: "disabled"\n  + os.mem_check_interval: "60s"\n')
  const apply = ['apply', ...at(broker), dir, ...kinds, '--yes', '--log', join(await makeDir(), 'log')]
  expect(await sayIn(given, ...apply)).toMatchObject({ code: 0 })
  expect(await say('diff', ...at(broker), dir, ...kinds)).toMatchObject({ code: 0 })
  expect((await broker.ask('GET', '/configs/sysmon')).body).toEqual(sysmon)
})

test('makes on another cluster what it was made of', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await fill(plant)
  const { dir } = await exportTwice(plant)
  const log = join(await makeDir(), 'log')
  const applied = await sayIn(given, 'apply', ...at(lab), dir, ...kinds, '--yes', '--log', log)
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('2 of 2 requests done.\n')])
  expect(await say('diff', ...at(lab), dir, ...kinds)).toMatchObject({ code: 0 })
  const from = ['--from-broker', plant.url, '--from-user', 'admin']
  expect(await say('diff', ...at(lab), ...from, ...kinds)).toMatchObject({ code: 0 })
})

test('takes a field without a known default for taken out, and other words for none of its own', async () => {
  const broker = await startBroker()
  await fill(broker)
  const file = join(await makeDir(), 'plant.yaml')
  await say('export', ...at(broker), '--out', file, '--kinds', 'connectors', '--without-defaults')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/ +username: ada\n/, ''))
  const { code, out } = await say('diff', ...at(broker), file, '--kinds', 'connectors')
  expect([code, out]).toEqual([1, expect.stringContaining('  - username: "ada"\n')])
  await writeFile(file, text.replace('left out', 'as ever'))
  expect((await say('diff', ...at(broker), file)).err).toContain('$defaults: expected “left out”')
})

test('exports nothing without the defaults where the cluster does not say them', async () => {
  const broker = await startBroker()
  await fill(broker)
  const behind = await watchRequests(broker, new Map([['GET /schemas/connectors', { refuse: () => 404 }]]))
  const argv = ['export', '--broker', behind, '--user', 'admin', '--kinds', 'connectors']
  const refused = await say(...argv, '--without-defaults')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Connectors: its defaults: ')])
  expect((await say(...argv)).code).toBe(0)
})
