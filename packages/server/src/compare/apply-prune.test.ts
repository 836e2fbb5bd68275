import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { at, makeDir, type RunningBroker, say, secret, startBroker } from '#compare/testing/say-command.ts'
import { watchRequests } from '#compare/testing/watch-requests.ts'
import { askToSend } from './print-plan.ts'

const connector = { type: 'mqtt', name: 'old', server: '127.0.0.1:9' }
const action = { type: 'mqtt', name: 'up', connector: 'old', parameters: { topic: 'up/${topic}', qos: 1 } }
const source = { type: 'mqtt', name: 'in', connector: 'old', parameters: { topic: 'in/#', qos: 1 } }
const upward = { id: 'upward', sql: 'SELECT * FROM "up/#"', actions: ['mqtt:up'] }
const alone = { id: 'alone', sql: 'SELECT * FROM "up/#"', actions: [] }
const inward = { id: 'inward', sql: 'SELECT * FROM "$bridges/mqtt:in"', actions: [] }
const database = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
}
const users = '/authentication/password_based%3Abuilt_in_database/users'
const things = 'rules,connectors,actions,sources,authenticators,authorization,listeners'

/** Starts two brokers, and returns them with the unchanged export of the first. */
async function startTwo(kinds = things) {
  const [plant, lab] = [await startBroker(), await startBroker()]
  const [dir, log] = [await makeDir(), join(await makeDir(), 'log.jsonl')]
  await say('export', ...at(plant), '--out', dir, '--kinds', kinds)
  return { plant, lab, dir, log, kinds: ['--kinds', kinds] }
}
type Two = Awaited<ReturnType<typeof startTwo>>

async function fill(lab: RunningBroker, filled: object = connector): Promise<void> {
  await lab.write('POST', '/connectors', filled)
  await lab.write('POST', '/actions', action)
  await lab.write('POST', '/sources', source)
  await lab.write('POST', '/rules', upward)
  await lab.write('POST', '/rules', inward)
}

const prune = ({ lab, dir, log, kinds }: Two, ...more: readonly string[]) =>
  say('apply', ...at(lab), ...kinds, dir, '--prune', '--yes', '--log', log, ...more)
const diff = ({ lab, dir, kinds }: Two) => say('diff', ...at(lab), dir, ...kinds)
const undo = ({ lab, log }: Two) => say('undo', ...at(lab), log, '--yes')
const readStatus = async ({ lab }: Two, path: string) => (await lab.ask('GET', path)).status

test('deletes what is only here, what needs others first, and brings all of it back', async () => {
  const two = await startTwo()
  const { lab } = two
  await fill(lab)
  await lab.write('POST', '/authentication', database)
  await lab.write('POST', '/authentication', {
    mechanism: 'scram',
    backend: 'built_in_database',
    algorithm: 'sha256',
  })
  await lab.write('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  const placed = [{ type: 'file' }, { type: 'built_in_database' }]
  await lab.write('PUT', '/authorization/sources/order', placed)
  await lab.write('POST', '/listeners', { type: 'tcp', name: 'extra', bind: `127.0.0.1:${await freePort()}` })
  const before = await diff(two)
  expect(before.code).toBe(1)
  const without = await say('apply', ...at(lab), ...two.kinds, two.dir, '--dry-run')
  expect(without.out).toContain('Only here, left as it is:\n  rules inward\n')
  expect(without.out).not.toContain('DELETE')
  const dry = await prune(two, '--dry-run')
  expect(dry.out.match(/^\d+\. .*$/gm)).toEqual([
    '1. Delete Listeners tcp:extra: DELETE /listeners/tcp%3Aextra',
    '2. Delete Rules upward: DELETE /rules/upward',
    '3. Delete Rules inward: DELETE /rules/inward',
    '4. Delete Sources mqtt:in: DELETE /sources/mqtt%3Ain',
    '5. Delete Actions mqtt:up: DELETE /actions/mqtt%3Aup',
    '6. Delete Connectors mqtt:old: DELETE /connectors/mqtt%3Aold',
    '7. Delete Authorization built_in_database: DELETE /authorization/sources/built_in_database',
    '8. Delete Authenticators password_based:built_in_database: DELETE /authentication/password_based%3Abuilt_in_database',
    '9. Delete Authenticators scram:built_in_database: DELETE /authentication/scram%3Abuilt_in_database',
  ])
  expect(dry.out).toContain('! No authenticator is left that is enabled')
  expect((await diff(two)).out).toBe(before.out)
  const applied = await prune(two)
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('9 of 9 requests done.\n')])
  expect((await diff(two)).code).toBe(0)
  const again = await prune({ ...two, log: `${two.log}-2` })
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^Nothing to send: /)])
  const undone = await undo(two)
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('9 of 9 requests taken back.\n')])
  expect((await diff(two)).out).toBe(before.out)
  expect((await lab.ask('GET', '/authorization/sources')).body).toMatchObject({
    sources: [{ type: 'file' }, { type: 'built_in_database', enable: true }],
  })
})

test('what has a secret is deleted, and undo names what has to be given', async () => {
  const two = await startTwo('rules,connectors,actions,sources')
  await fill(two.lab, { ...connector, username: 'ada', password: secret })
  const { out, code } = await prune(two)
  expect([code, out]).toEqual([0, expect.stringContaining('its secret is not known (password)')])
  expect(await readFile(two.log, 'utf8')).not.toContain(secret)
  const undone = await undo(two)
  expect(undone.out).toContain(
    'Stays deleted: Connectors mqtt:old. Its secret is not known: create it with password.',
  )
  expect([undone.code, await readStatus(two, '/connectors/mqtt%3Aold')]).toEqual([1, 404])
  // The broker would refuse these requests: they are listed but not sent, and objects without dependencies come back.
  for (const name of ['Actions mqtt:up', 'Sources mqtt:in'])
    expect(undone.out).toContain(`Stays deleted: ${name}. Its connector mqtt:old does not come back.`)
  expect(undone.out).toContain('2 of 2 requests taken back.\n')
  expect(undone.err).not.toMatch(/mqtt:(up|in)/)
  // The rest comes back once the connector was created again.
  await two.lab.write('POST', '/connectors', { ...connector, username: 'ada', password: secret })
  expect((await undo(two)).code).toBe(0)
  expect(await readStatus(two, '/rules/upward')).toBe(200)
})

test('undo leaves an action whose connector somebody deleted since', async () => {
  const two = await startTwo('actions')
  await two.plant.write('POST', '/connectors', connector)
  await two.lab.write('POST', '/connectors', connector)
  await two.lab.write('POST', '/actions', action)
  expect((await prune(two)).code).toBe(0)
  expect((await two.lab.ask('DELETE', '/connectors/mqtt%3Aold')).status).toBe(204)
  const undone = await undo(two)
  expect([undone.code, undone.err]).toEqual([
    1,
    expect.stringMatching(/^Left as it is: Actions mqtt:up .*Its connector mqtt:old is not there/),
  ])
})

test('what somebody changed between the plan and its request stays, and so does what was made since', async () => {
  const two = await startTwo('rules')
  await two.lab.write('POST', '/rules', alone)
  const theirs = { ...alone, sql: 'SELECT 2 FROM "up/#"' }
  const change = () => two.lab.write('PUT', '/rules/alone', theirs)
  const url = await watchRequests(two.lab, new Map([['GET /rules/alone', { before: change }]]))
  const changed = await prune({ ...two, lab: { ...two.lab, url } })
  expect([changed.code, changed.err]).toEqual([
    1,
    expect.stringContaining('Changed here since it was compared: sql'),
  ])
  expect(await readStatus(two, '/rules/alone')).toBe(200)
  const next = { ...two, log: `${two.log}-2` }
  expect((await prune(next)).code).toBe(0)
  await two.lab.write('POST', '/rules', alone)
  const undone = await undo(next)
  expect([undone.code, undone.err]).toEqual([1, expect.stringMatching(/^Left as it is: Rules alone /)])
  expect((await two.lab.ask('GET', '/rules/alone')).body).toMatchObject({ sql: alone.sql })
})

test('a kind of which nothing is said stays, and what it uses', async () => {
  const two = await startTwo('rules,connectors,actions,sources')
  await fill(two.lab)
  await rm(join(two.dir, 'rules.yaml'))
  const { code, out } = await prune(two)
  expect(out).toContain(
    [
      'Only here, and not deleted:',
      '  sources mqtt:in: Rules inward stays and uses it.',
      '  actions mqtt:up: Rules upward stays and uses it.',
      '  connectors mqtt:old: Actions mqtt:up stays and uses it.\n',
    ].join('\n'),
  )
  expect([code, await readStatus(two, '/actions/mqtt%3Aup')]).toEqual([1, 200])
  expect(out).not.toContain('DELETE')
})

test('a database that has users stays, also where they came after the plan', async () => {
  const two = await startTwo('authenticators')
  await two.lab.write('POST', '/authentication', database)
  let asked = 0
  const give = async () => {
    asked += 1
    if (asked === 2) await two.lab.write('POST', users, { user_id: 'ada', password: 'Passw0rd-2' })
  }
  const url = await watchRequests(two.lab, new Map([[`GET ${users}`, { before: give }]]))
  const late = await prune({ ...two, lab: { ...two.lab, url } })
  expect(late.out).toContain('1. Delete Authenticators password_based:built_in_database')
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('Its database has entries by now')])
  const { code, out } = await prune({ ...two, log: `${two.log}-2` })
  expect([code, out]).toEqual([1, expect.stringContaining('Its database has entries, which')])
  expect(await readStatus(two, users)).toBe(200)
})

test('deletes only kinds that are named, and says whom it disconnects and what is left', async () => {
  const two = await startTwo('listeners')
  await fill(two.lab)
  const client = await connectClient(two.lab.context.cluster)
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  const path = join(two.dir, 'listeners.yaml')
  const [header = ''] = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, `${header}\nlisteners: {}\n`)
  const { code, out } = await prune(two)
  expect(out).toContain('   ! The listener closes, and disconnects its one client.\n')
  expect(out).toContain('! No listener is left that is enabled: no client can connect.\n')
  expect(code).toBe(0)
  await closed
  expect((await two.lab.ask('GET', '/listeners')).body).toEqual([])
  expect(await readStatus(two, '/rules/upward')).toBe(200)
  expect((await undo(two)).code).toBe(0)
  expect(await readStatus(two, '/listeners/tcp%3Adefault')).toBe(200)
})

test('a chain that takes the order of the other side is as it was after undo', async () => {
  const two = await startTwo('authenticators')
  const jwt = { mechanism: 'jwt', use_jwks: true, endpoint: 'http://127.0.0.1:9/' }
  const chain = [{ mechanism: 'scram', backend: 'built_in_database', algorithm: 'sha256' }, database, jwt]
  for (const one of [database, jwt]) await two.plant.write('POST', '/authentication', one)
  for (const one of chain.toReversed()) await two.lab.write('POST', '/authentication', one)
  await say('export', ...at(two.plant), '--out', two.dir, ...two.kinds)
  const before = await diff(two)
  expect(before.out).toContain('Authenticators order: different')
  expect((await prune(two)).out).toContain('2 of 2 requests done.\n')
  expect((await diff(two)).code).toBe(0)
  const undone = await undo(two)
  expect([undone.code, (await diff(two)).out]).toEqual([0, before.out])
  // The order is not sent if the deletion alone restores it.
  const behind = ['scram:built_in_database', 'password_based:built_in_database', 'jwt'].map((id) => ({ id }))
  await two.lab.write('PUT', '/authentication/order', behind)
  const log = `${two.log}-2`
  expect((await prune({ ...two, log })).out).toContain('1 of 1 request done.\n')
  expect((await undo({ ...two, log })).code).toBe(0)
  const all = (await two.lab.ask('GET', '/authentication')).body
  expect(all).toMatchObject(behind)
})

test('undo opens no listener whose clients nothing would check', async () => {
  const two = await startTwo('authenticators,listeners')
  await two.lab.write('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'http',
    method: 'post',
    url: 'http://127.0.0.1:9/',
    headers: { 'content-type': 'application/json', authorization: secret },
    body: { u: '${username}' },
  })
  await two.lab.write('POST', '/listeners', {
    type: 'tcp',
    name: 'extra',
    bind: `127.0.0.1:${await freePort()}`,
  })
  const { out } = await prune(two)
  expect(out).toContain('its secret is not known (headers.authorization)')
  const { code, err } = await undo(two)
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^Left as it is: Listeners tcp:extra .* did not come back/),
  ])
  expect(await readStatus(two, '/listeners/tcp%3Aextra')).toBe(404)
})

test('a backup deletes no listeners: those that nobody changed are in none', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await plant.write('POST', '/rules', alone)
  await plant.write('POST', '/listeners', { type: 'tcp', name: 'own', bind: `127.0.0.1:${await freePort()}` })
  await lab.write('POST', '/rules', { ...alone, id: 'other' })
  await lab.write('POST', '/listeners', { type: 'tcp', name: 'extra', bind: `127.0.0.1:${await freePort()}` })
  const made = v.object({ filename: v.string(), node: v.string() })
  const { filename, node } = v.parse(made, await plant.write('POST', '/data/export', {}))
  const { rawPayload } = await plant.app.inject({
    url: `/api/v5/data/files/${filename}?node=${encodeURIComponent(node)}`,
    headers: { authorization: `Bearer ${plant.login()}` },
  })
  const file = join(await makeDir(), filename)
  await writeFile(file, rawPayload)
  const { out } = await say('apply', ...at(lab), '--kinds', 'rules,listeners', file, '--prune', '--dry-run')
  expect(out.match(/Delete .*:/g)).toEqual(['Delete Rules other:'])
  expect(out).toContain('  listeners tcp:extra: A backup leaves out the listeners that nobody changed')
})

test('the question counts what is deleted, and says what is left', () => {
  const step: Step = {
    kind: 'rules',
    id: 'a',
    deed: 'create',
    before: undefined,
    after: {},
    neededBy: undefined,
    kept: [],
    toType: [],
    removed: [],
    files: [],
  }
  const steps: Step[] = [step, { ...step, id: 'b', deed: 'delete', before: {} }]
  const plan = { steps, left: [], missing: [], orders: [], differing: [] }
  expect(askToSend('http://h', { plan, pruning: { plan, stays: [], warnings: ['None is left.'] } })).toBe(
    'None is left. Send 2 requests, 1 deletion among them, to http://h?',
  )
})

test('says of a secret that the broker shows that undo cannot bring it back', async () => {
  const two = await startTwo('connectors')
  const web = { type: 'http', name: 'web', url: 'http://127.0.0.1:9', headers: { 'x-token': secret } }
  await two.lab.write('POST', '/connectors', web)
  const { out } = await prune(two, '--dry-run')
  expect(out).toContain('Undo cannot bring it back: its secret is not known (headers.x-token).')
})

test('what was alone in its chain is alone again after undo, and an order written by hand is reached', async () => {
  const two = await startTwo('authorization')
  const redis = { type: 'redis', redis_type: 'single', server: '127.0.0.1:9', cmd: 'HGETALL a:${username}' }
  await two.plant.write('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  await two.plant.write('POST', '/authorization/sources', redis)
  expect((await two.plant.ask('DELETE', '/authorization/sources/file')).status).toBe(204)
  await say('export', ...at(two.plant), '--out', two.dir, ...two.kinds)
  const file = join(two.dir, 'authorization.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replace('    - redis\n', '    - gone\n    - redis\n'))
  const before = await diff(two)
  expect((await prune(two)).code).toBe(0)
  expect((await diff(two)).code).toBe(0)
  expect((await undo(two)).code).toBe(0)
  expect((await diff(two)).out).toBe(before.out)
})
