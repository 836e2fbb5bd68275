import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
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
import { guardLog } from './apply-log.ts'

const connector = { type: 'mqtt', name: 'cloud', server: '127.0.0.1:9', username: 'ada', password: secret }
const action = { type: 'mqtt', name: 'up', connector: 'cloud', parameters: { topic: 'up/${topic}', qos: 1 } }
const rule = { id: 'upward', sql: 'SELECT * FROM "up/#"', actions: ['mqtt:up'] }
const given = { CONNECTORS_MQTT_CLOUD_PASSWORD: secret }

/** Starts two brokers, and exports the first, which has a connector, an action and a rule. */
async function startTwo() {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await plant.write('POST', '/connectors', connector)
  await plant.write('POST', '/actions', action)
  await plant.write('POST', '/rules', rule)
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, '--kinds', 'rules,connectors,actions')
  return { lab, dir, log: join(await makeDir(), 'log.jsonl') }
}

const kinds = ['--kinds', 'rules,connectors,actions']
const apply = ({ lab, dir, log }: { lab: RunningBroker; dir: string; log: string }) => [
  'apply',
  ...at(lab),
  ...kinds,
  dir,
  '--yes',
  '--log',
  log,
]
const readLines = async (log: string) =>
  (await readFile(log, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

test('applies, plans nothing then, and takes it back', async () => {
  const two = await startTwo()
  const before = await say('diff', ...at(two.lab), two.dir, ...kinds)
  const dry = await say('apply', ...at(two.lab), ...kinds, two.dir, '--dry-run')
  expect(dry.out).toContain('1. Create Connectors mqtt:cloud: POST /connectors\n')
  expect(dry.out).toContain('connectors mqtt:cloud: password: ${env:CONNECTORS_MQTT_CLOUD_PASSWORD}\n')
  expect(dry.code).toBe(0)
  const { code, out, err } = await sayIn(given, ...apply(two))
  expect([code, err]).toEqual([0, expect.stringContaining('Done: Rules upward (POST /rules)\n')])
  expect(out).toContain('3 of 3 requests done.\n')
  expect(await say('diff', ...at(two.lab), two.dir, ...kinds)).toMatchObject({ code: 0 })
  const again = await sayIn(given, ...apply(two))
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^Nothing to send/)])
  const text = await readFile(two.log, 'utf8')
  expect(text).not.toContain(secret)
  expect((await stat(two.log)).mode & 0o777).toBe(0o600)
  const undone = await say('undo', ...at(two.lab), two.log, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('3 of 3 requests taken back.\n')])
  expect((await say('diff', ...at(two.lab), two.dir, ...kinds)).out).toBe(before.out)
  expect((await say('undo', ...at(two.lab), two.log, '--yes')).out).toContain('Nothing to take back.\n')
})

test('changes what is there field by field, and brings back what it was', async () => {
  const two = await startTwo()
  await sayIn(given, ...apply(two))
  await two.lab.write('PUT', '/rules/upward', { ...rule, sql: 'SELECT 1 FROM "up/#"' })
  const log = `${two.log}-2`
  const { out, code } = await say(...apply({ ...two, log }))
  expect(out).toContain('1. Change Rules upward: PUT /rules/upward\n   - sql: "SELECT 1 FROM')
  expect(code).toBe(0)
  await say('undo', ...at(two.lab), log, '--yes')
  expect((await two.lab.ask('GET', '/rules/upward')).body).toMatchObject({ sql: 'SELECT 1 FROM "up/#"' })
})

test('sends nothing without its references, without consent, or to a cluster of another name', async () => {
  const two = await startTwo()
  const missing = await say(...apply(two))
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('CONNECTORS_MQTT_CLOUD_PASSWORD')])
  const silent = await sayIn(given, ...apply(two).filter((one) => one !== '--yes'))
  expect([silent.code, silent.err]).toEqual([2, expect.stringContaining('it needs --yes')])
  const other = await sayIn(given, ...apply(two), '--confirm', 'plant')
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('"brokerdeck"')])
  const production = await sayIn(given, ...apply(two), '--role', 'production')
  expect([production.code, production.err]).toEqual([2, expect.stringContaining('--confirm NAME')])
  expect((await two.lab.ask('GET', '/connectors')).body).toEqual([])
  await expect(stat(two.log)).rejects.toThrow()
  const named = await sayIn(given, ...apply(two), '--role', 'production', '--confirm', 'brokerdeck')
  expect(named.code).toBe(0)
})

test('takes a secret from a file', async () => {
  const two = await startTwo()
  const file = join(await makeDir(), 'cloud')
  await writeFile(file, `${secret}\n`)
  const path = join(two.dir, 'connectors.yaml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('${env:CONNECTORS_MQTT_CLOUD_PASSWORD}', `\${file:${file}}`))
  expect((await say(...apply(two))).code).toBe(0)
  expect(await readFile(two.log, 'utf8')).not.toContain(secret)
})

test('stops at the first refusal, says what is left, and takes back what was done', async () => {
  const two = await startTwo()
  const path = join(two.dir, 'actions.yaml')
  await writeFile(path, (await readFile(path, 'utf8')).replace('connector: cloud', 'connector: nowhere'))
  const { code, err } = await sayIn(given, ...apply(two))
  expect(code).toBe(1)
  expect(err).toMatch(/^Done: Connectors mqtt:cloud .*\nRefused: Actions mqtt:up .*\nSkipped: Rules upward /m)
  expect((await say('undo', ...at(two.lab), two.log, '--yes')).out).toContain('1 of 1 request taken back.\n')
  expect((await two.lab.ask('GET', '/connectors')).body).toEqual([])
})

test('goes on after it was killed, and leaves what somebody changed since', async () => {
  const two = await startTwo()
  await sayIn(given, ...apply(two))
  // The log looks as if the process was killed after the request and before the response.
  const [head, ...lines] = await readLines(two.log)
  const all = [head, ...lines.slice(0, -1)].map((line) => JSON.stringify(line))
  await writeFile(two.log, `${all.join('\n')}\n{"what":"came","numb`)
  await two.lab.write('PUT', '/actions/mqtt%3Aup', {
    connector: 'cloud',
    parameters: { topic: 'else', qos: 1 },
  })
  const { code, err } = await say('undo', ...at(two.lab), two.log, '--yes')
  expect(err).toMatch(/^Done: Rules upward .*\nLeft as it is: Actions mqtt:up /m)
  expect(code).toBe(1)
  // The changed action is left unchanged again, and so are the objects that it blocks.
  const again = await say('undo', ...at(two.lab), two.log, '--yes')
  expect(again.err).toMatch(/^Left as it is: Actions mqtt:up /m)
  expect((await two.lab.ask('GET', '/rules/upward')).status).toBe(404)
  expect((await two.lab.ask('GET', '/actions/mqtt%3Aup')).body).toMatchObject({
    parameters: { topic: 'else' },
  })
})

test('what somebody wrote since stays, however often it is taken back', async () => {
  const two = await startTwo()
  await sayIn(given, ...apply(two))
  // Only the time of the write shows that the rule was changed.
  await two.lab.write('PUT', '/rules/upward', { sql: rule.sql, actions: rule.actions })
  for (let time = 0; time < 2; time += 1) {
    const { code, err } = await say('undo', ...at(two.lab), two.log, '--yes')
    expect([code, err]).toEqual([1, expect.stringMatching(/^Left as it is: Rules upward /m)])
  }
  expect((await two.lab.ask('GET', '/rules/upward')).status).toBe(200)
})

test('a list that is written wrong deletes nothing', async () => {
  const lab = await startBroker()
  const rules = [{ action: 'all', source_topic: 'x/#', dest_topic: 'z/$1', re: '^x/(.+)$' }]
  await lab.write('PUT', '/mqtt/topic_rewrite', rules)
  const [dir, log] = [await makeDir(), join(await makeDir(), 'log.jsonl')]
  await say('export', ...at(lab), '--out', dir, '--kinds', 'settings')
  const path = join(dir, 'settings.yaml')
  await writeFile(path, (await readFile(path, 'utf8')).replace(/(rewrite:\n +)rules:/, '$1rule:'))
  const { code, err } = await say('apply', ...at(lab), '--kinds', 'settings', dir, '--yes', '--log', log)
  expect([code, err]).toEqual([1, expect.stringMatching(/^Refused: Settings rewrite /m)])
  expect((await lab.ask('GET', '/mqtt/topic_rewrite')).body).toEqual(rules)
})

test('a log that cannot be written sends nothing more, and says so', async () => {
  const full = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  let stops = 0
  const log = guardLog({ send: full, came: full, close: () => undefined }, () => {
    stops += 1
  })
  const step: Step = {
    kind: 'rules',
    id: 'upward',
    deed: 'create',
    after: {},
    before: undefined,
    removed: [],
    toType: [],
    neededBy: undefined,
    kept: [],
    files: [],
  }
  expect(() => log.send(step, false)).toThrow('Nothing was sent: the log cannot be written: ENOSPC')
  const place = { method: 'POST', path: '/rules', at: '2026-11-30T01:00:00Z' }
  log.came({ step, ...place, isUndo: false, outcome: 'done' })
  expect([stops, log.findFault()]).toEqual([2, 'ENOSPC'])
})

test('takes back nothing of a log of another cluster, or of what is none', async () => {
  const two = await startTwo()
  await sayIn(given, ...apply(two))
  const other = await startBroker()
  const wrong = await say('undo', ...at(other), two.log, '--yes')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(two.lab.url)])
  await writeFile(two.log, '{}\n')
  expect(await say('undo', ...at(two.lab), two.log, '--yes')).toMatchObject({ code: 2 })
})
