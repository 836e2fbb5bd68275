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
import { type Watch, watchRequests } from '#compare/testing/watch-requests.ts'

const kinds = ['--kinds', 'gateways']
const given = {
  GATEWAYS_STOMP_AUTHENTICATION_PASSWORD: secret,
  GATEWAYS_STOMP_TCP_OWN_AUTHENTICATION_PASSWORD: secret,
}
const listener = { type: 'tcp', name: 'default', bind: '127.0.0.1:0', max_connections: 7 }
const redis = {
  mechanism: 'password_based',
  backend: 'redis',
  redis_type: 'single',
  server: '127.0.0.1:9',
  cmd: 'HMGET u:${username} password_hash salt',
  password: secret,
  enable: false,
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const database = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}

/** One listener uses the authenticator of the gateway, the other listener has its own authenticator. */
async function fillGateway({ write }: RunningBroker): Promise<void> {
  await write('PUT', '/gateways/stomp', { enable: true, idle_timeout: '45s', listeners: [listener] })
  await write('POST', '/gateways/stomp/authentication', redis)
  await write('POST', '/gateways/stomp/listeners', { ...listener, name: 'own', authentication: redis })
}

async function listStatus({ ask }: RunningBroker): Promise<unknown> {
  const { body } = await ask('GET', '/gateways/stomp')
  return body
}

test('applies the gateways of another cluster, plans nothing then, and takes them back', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await fillGateway(plant)
  await lab.write('PUT', '/gateways/mqttsn', { gateway_id: 1, enable: false, listeners: [] })
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const text = await readFile(join(dir, 'gateways.yaml'), 'utf8')
  expect(text).toMatch(/^ {2}stomp:authentication:\n/m)
  expect(text).toMatch(/^ {2}stomp:tcp:default:\n/m)
  expect(text).not.toMatch(/hunTer2|created_at|running|\*{6}/)
  const before = await say('diff', ...at(lab), dir, ...kinds)
  expect([before.code, before.out]).toEqual([1, expect.stringMatching(/^Device gateways +0 +4 +0 +0 +0$/m)])
  const log = join(dir, 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--yes', '--log', log]
  const { code, out, err } = await sayIn(given, ...apply)
  expect([code, err.match(/\((?:PUT|POST) [^)]+\)/g)]).toEqual([
    0,
    [
      '(PUT /gateways/stomp)',
      '(POST /gateways/stomp/authentication)',
      '(POST /gateways/stomp/listeners)',
      '(POST /gateways/stomp/listeners)',
    ],
  ])
  expect(out).toContain('4 of 4 requests done.\n')
  // The authenticator is disabled.
  expect(out).toContain('! The clients of the gateway are disconnected, and it no longer checks them.')
  expect(out).not.toContain('checked by this authenticator')
  expect(JSON.stringify(lab.context.config.document('gateway')).split(secret)).toHaveLength(3)
  expect(await readFile(log, 'utf8')).not.toContain(secret)
  expect(await say('diff', ...at(lab), dir, ...kinds)).toMatchObject({ code: 0 })
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('4 of 4 requests taken back.\n')])
  expect(await listStatus(lab)).toMatchObject({ status: 'stopped', listeners: [] })
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toBe(before.out)
})

test('changes settings and a listener, keeps their secrets, and puts all back', async () => {
  const lab = await startBroker()
  await fillGateway(lab)
  const dir = await makeDir()
  await say('export', ...at(lab), '--out', dir, ...kinds)
  const path = join(dir, 'gateways.yaml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('45s', '50s').replace(/max_connections: 7/, 'max_connections: 8'))
  const log = join(dir, 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, dir, '--yes', '--log', log]
  const { code, out, err } = await sayIn(given, ...apply)
  expect([code, err]).toEqual([
    0,
    expect.stringContaining('(PUT /gateways/stomp/listeners/stomp%3Atcp%3Adefault)'),
  ])
  expect(out).toContain('! The gateway starts again with these settings')
  expect(await listStatus(lab)).toMatchObject({
    idle_timeout: '50s',
    authentication: { password: '******' },
    listeners: [{ max_connections: 8 }, { max_connections: 7, authentication: { password: '******' } }],
  })
  expect((await sayIn(given, ...apply)).out).toMatch(/^Nothing to send/)
  expect((await say('undo', ...at(lab), log, '--yes')).code).toBe(0)
  expect(await listStatus(lab)).toMatchObject({
    idle_timeout: '45s',
    listeners: [{ max_connections: 7 }, {}],
  })
  expect(JSON.stringify(lab.context.config.document('gateway')).split(secret)).toHaveLength(3)
})

test('takes an override away that the folder lacks, though the broker keeps what is not sent, and puts it back', async () => {
  const lab = await startBroker()
  const override = { username: '${Packet.headers.login}' }
  const settings = { enable: true, mountpoint: 'st/', listeners: [listener] }
  await lab.write('PUT', '/gateways/stomp', settings)
  const file = join(await makeDir(), 'gateways.yaml')
  await writeFile(file, (await say('export', ...at(lab), ...kinds)).out)
  await lab.write('PUT', '/gateways/stomp', { clientinfo_override: override })
  const apply = ['apply', ...at(lab), file, ...kinds, '--yes', '--log']
  const { code, out } = await say(...apply, `${file}.log`)
  expect([code, out]).toEqual([0, expect.stringContaining('- clientinfo_override')])
  expect(await listStatus(lab)).toMatchObject({ clientinfo_override: {} })
  expect(JSON.stringify(await listStatus(lab))).not.toContain('Packet')
  expect(await say('diff', ...at(lab), file, ...kinds)).toMatchObject({ code: 0 })
  expect((await say('undo', ...at(lab), `${file}.log`, '--yes')).code).toBe(0)
  expect(await listStatus(lab)).toMatchObject({ clientinfo_override: override, mountpoint: 'st/' })
  // The override is also removed from a disabled gateway, which counts as absent.
  await lab.ask('DELETE', `/gateways/stomp/listeners/${encodeURIComponent('stomp:tcp:default')}`)
  await lab.write('PUT', '/gateways/stomp/enable/false', {})
  expect((await say(...apply, `${file}-2.log`)).code).toBe(0)
  expect(await say('diff', ...at(lab), file, ...kinds)).toMatchObject({ code: 0 })
})

test('says where a broker keeps an override that was to be taken away', async () => {
  const lab = await startBroker()
  await lab.write('PUT', '/gateways/stomp', { enable: true, listeners: [listener] })
  const file = join(await makeDir(), 'gateways.yaml')
  await writeFile(file, (await say('export', ...at(lab), ...kinds)).out)
  await lab.write('PUT', '/gateways/stomp', { clientinfo_override: { username: 'all' } })
  const kept = new Map<string, Watch>([
    ['PUT /gateways/stomp', { answer: () => ({ status: 204, body: '' }) }],
  ])
  const reached = ['--broker', await watchRequests(lab, kept), '--user', 'admin']
  const { code, err } = await say('apply', ...reached, file, ...kinds, '--yes', '--log', `${file}.log`)
  expect([code, err]).toEqual([1, expect.stringContaining('Differs after reading back: clientinfo_override')])
})

test('takes the authenticator of a listener away where the other side has none', async () => {
  const lab = await startBroker()
  await fillGateway(lab)
  const file = join(await makeDir(), 'gateways.yaml')
  const { out: text } = await say('export', ...at(lab), ...kinds)
  const [head = '', own = ''] = text.split('  stomp:tcp:own:\n')
  await writeFile(file, `${head}  stomp:tcp:own:\n${own.replace(/ {4}authentication:\n(?: {6}.*\n)+/, '')}`)
  const applied = await sayIn(given, 'apply', ...at(lab), file, ...kinds, '--yes', '--log', `${file}.log`)
  expect([applied.code, applied.out]).toEqual([
    0,
    expect.stringContaining('the secret stored here is removed'),
  ])
  const id = encodeURIComponent('stomp:tcp:own')
  expect(await lab.ask('GET', `/gateways/stomp/listeners/${id}/authentication`)).toMatchObject({
    status: 204,
  })
  expect(await listStatus(lab)).toMatchObject({ authentication: { backend: 'redis' } })
})

test('deletes no users with an authenticator that the other side lacks or has another of', async () => {
  const lab = await startBroker()
  await lab.write('PUT', '/gateways/stomp', { enable: true, listeners: [] })
  await lab.write('POST', '/gateways/stomp/authentication', database)
  await lab.write('POST', '/gateways/stomp/listeners', { ...listener, name: 'own', authentication: database })
  const own = `/gateways/stomp/listeners/${encodeURIComponent('stomp:tcp:own')}/authentication`
  const user = { user_id: 'stu', password: 'p' }
  for (const path of ['/gateways/stomp/authentication', own]) await lab.write('POST', `${path}/users`, user)
  const file = join(await makeDir(), 'gateways.yaml')
  const { out: text } = await say('export', ...at(lab), ...kinds)
  const asked = `redis\n    redis_type: single\n    server: 127.0.0.1:9\n    cmd: '${redis.cmd}'`
  const other = text
    .replace(/ {4}authentication:\n(?: {6}.*\n)+/, '')
    .replace(/built_in_database/, asked)
    .replace(/ +(user_id_type|bootstrap_\w+): .*\n/g, '')
  await writeFile(file, other)
  const apply = ['apply', ...at(lab), file, ...kinds, '--yes', '--log']
  const kept = await say(...apply, `${file}.log`)
  expect([kept.code, kept.out]).toEqual([1, expect.stringMatching(/^Nothing to send/)])
  for (const id of ['stomp:authentication', 'stomp:tcp:own'])
    expect(kept.out).toContain(`Not in the plan: gateways ${id}. Its database has users`)
  for (const path of ['/gateways/stomp/authentication', own])
    expect(await lab.ask('DELETE', `${path}/users/stu`)).toMatchObject({ status: 204 })
  const { code, err, out } = await say(...apply, `${file}-2.log`)
  expect([code, err]).toEqual([0, expect.stringMatching(/^Done: .*own/m)])
  expect(out).toContain(`(DELETE ${own})`)
  expect(out.match(/! Its built-in database ends/g)).toHaveLength(2)
  // A database to which users were added since then is left unchanged as well.
  await writeFile(file, text)
  expect((await say(...apply, `${file}-3.log`)).code).toBe(0)
  for (const path of ['/gateways/stomp/authentication', own]) await lab.write('POST', `${path}/users`, user)
  const undone = await say('undo', ...at(lab), `${file}-3.log`, '--yes')
  // The listener stays, so the authenticator of its gateway stays as well.
  expect([undone.code, undone.err.match(/^Left as it is/gm)]).toEqual([1, ['Left as it is', 'Left as it is']])
  expect(undone.err).toContain('Its database has entries by now')
})

test('enables a gateway after what checks its clients, and takes that away once it is disabled', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await fillGateway(plant)
  await lab.write('PUT', '/gateways/stomp', { enable: false, idle_timeout: '45s', listeners: [listener] })
  const dir = await makeDir()
  await say('export', ...at(plant), '--out', dir, ...kinds)
  const log = join(dir, 'log.jsonl')
  const { code, err } = await sayIn(given, 'apply', ...at(lab), ...kinds, dir, '--yes', '--log', log)
  const order = [
    'POST /gateways/stomp/authentication',
    'POST /gateways/stomp/listeners',
    'PUT /gateways/stomp',
  ]
  expect([code, err.match(/(?<=\()(?:PUT|POST|DELETE) [^)]+(?=\))/g)]).toEqual([0, order])
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.err.match(/(?<=\()(?:PUT|POST|DELETE) [^)]+(?=\))/g)]).toEqual([
    0,
    [
      'PUT /gateways/stomp',
      'DELETE /gateways/stomp/listeners/stomp%3Atcp%3Aown',
      'DELETE /gateways/stomp/authentication',
    ],
  ])
  expect(await listStatus(lab)).toMatchObject({ status: 'stopped', listeners: [{ name: 'default' }] })
})

test('leaves a gateway disabled on undo where what checked its clients does not come back', async () => {
  const lab = await startBroker()
  await lab.write('PUT', '/gateways/stomp', { enable: true, listeners: [listener] })
  await lab.write('POST', '/gateways/stomp/authentication', { ...redis, enable: true })
  const file = join(await makeDir(), 'gateways.yaml')
  const { out: text } = await say('export', ...at(lab), ...kinds)
  const closed = text
    .replace(/ {2}stomp:authentication:\n(?: {4}.*\n)+/, '')
    .replace(/( {2}stomp:\n(?: {4}.*\n)*? {4}enable: )true/, '$1false')
  await writeFile(file, closed)
  const log = `${file}.log`
  expect((await say('apply', ...at(lab), file, ...kinds, '--prune', '--yes', '--log', log)).code).toBe(0)
  expect(await listStatus(lab)).toMatchObject({ status: 'stopped' })
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.err]).toEqual([1, expect.stringContaining('It stays disabled.')])
  expect(await listStatus(lab)).toMatchObject({ status: 'stopped' })
})

test('disables with --prune a gateway that only this cluster has, after its listeners and users are safe', async () => {
  const lab = await startBroker()
  await lab.write('PUT', '/gateways/stomp', { enable: true, listeners: [listener] })
  await lab.write('POST', '/gateways/stomp/authentication', database)
  const dir = await makeDir()
  const file = join(dir, 'gateways.yaml')
  await writeFile(file, 'gateways:\n')
  const apply = ['apply', ...at(lab), file, ...kinds, '--prune', '--yes', '--log']
  await lab.write('POST', '/gateways/stomp/authentication/users', { user_id: 'stu', password: 'p' })
  const kept = await say('apply', ...at(lab), file, ...kinds, '--prune', '--dry-run')
  expect(kept.out).toContain('  gateways stomp:authentication: Its database has entries')
  const holds = '  gateways stomp: Device gateways stomp:authentication belongs to it and stays.'
  expect(kept.out).toContain(holds)
  expect(kept.out).not.toContain('enable/false')
  await lab.ask('DELETE', '/gateways/stomp/authentication/users/stu')
  const log = join(dir, 'log.jsonl')
  const { code, err } = await say(...apply, log)
  expect([code, err.match(/\((?:PUT|DELETE) [^)]+\)/g)]).toEqual([
    0,
    [
      '(DELETE /gateways/stomp/listeners/stomp%3Atcp%3Adefault)',
      '(DELETE /gateways/stomp/authentication)',
      '(PUT /gateways/stomp/enable/false)',
    ],
  ])
  expect(await say('diff', ...at(lab), file, ...kinds)).toMatchObject({ code: 0 })
  expect((await say(...apply, `${log}-2`)).out).toMatch(/^Nothing to send/)
  expect((await say('undo', ...at(lab), log, '--yes')).code).toBe(0)
  expect(await listStatus(lab)).toMatchObject({
    status: 'running',
    authentication: { backend: 'built_in_database' },
    listeners: [{ name: 'default', max_connections: 7 }],
  })
})

test('says what the broker refuses, and sends nothing for what is no gateway', async () => {
  const lab = await startBroker()
  await fillGateway(lab)
  const file = join(await makeDir(), 'gateways.yaml')
  await writeFile(file, 'gateways:\n  stomp:\n    idle_timeout: soon\n  ../x:\n    enable: true\n')
  const { code, err } = await say('apply', ...at(lab), file, ...kinds, '--yes', '--log', `${file}.log`)
  expect([code, err]).toEqual([1, expect.stringContaining('Refused: Device gateways')])
  expect(await listStatus(lab)).toMatchObject({ idle_timeout: '45s', status: 'running' })
})

test('finds nothing to apply from the configuration of the same cluster', async () => {
  const lab = await startBroker()
  await lab.write('PUT', '/gateways/stomp', { enable: true, idle_timeout: '45s', listeners: [listener] })
  const file = join(await makeDir(), 'emqx.conf')
  await writeFile(
    file,
    'gateway { stomp { idle_timeout = 45s, listeners { tcp { default { bind = "127.0.0.1:0", max_connections = 7 } } } } }\n',
  )
  expect(await say('diff', ...at(lab), file, ...kinds)).toMatchObject({ code: 0 })
})
