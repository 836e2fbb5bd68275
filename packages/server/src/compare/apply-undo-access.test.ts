import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at, makeDir, type RunningBroker, say, startBroker } from '#compare/testing/say-command.ts'
import { type Watch, watchRequests } from '#compare/testing/watch-requests.ts'

const kinds = ['--kinds', 'gateways']
const listener = { type: 'tcp', name: 'default', bind: '127.0.0.1:0' }
const database = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}

async function listStatus({ ask }: RunningBroker): Promise<unknown> {
  const { body } = await ask('GET', '/gateways/stomp')
  return body
}

test.each([
  ['refused', 'Refused', 403],
  ['taken, and has no effect', 'Done, but differs', 200],
])(
  'leaves a gateway disabled on undo where enabling what checks its clients is %s',
  async (_, word, status) => {
    const lab = await startBroker()
    await lab.write('PUT', '/gateways/stomp', { enable: true, listeners: [listener] })
    await lab.write('POST', '/gateways/stomp/authentication', database)
    const file = join(await makeDir(), 'gateways.yaml')
    const { out: text } = await say('export', ...at(lab), ...kinds)
    await writeFile(file, text.replaceAll(/^ {4}enable: true$/gm, '    enable: false'))
    const watches = new Map<string, Watch>()
    const reached = ['--broker', await watchRequests(lab, watches), '--user', 'admin']
    const log = `${file}.log`
    const apply = ['apply', ...reached, file, ...kinds, '--yes', '--log', log]
    expect((await say(...apply)).code).toBe(0)
    const path = '/gateways/stomp/authentication'
    const { body } = await lab.ask('GET', path)
    expect(body).toMatchObject({ enable: false })
    watches.set(`PUT ${path}`, { answer: () => ({ status, body }) })
    const undone = await say('undo', ...reached, log, '--yes')
    expect(undone.err).toContain(`${word}: Device gateways stomp:authentication`)
    expect([undone.code, undone.err]).toEqual([
      1,
      expect.stringMatching(/^Left as it is: Device gateways stomp .*did not come back enabled/m),
    ])
    expect(await listStatus(lab)).toMatchObject({ status: 'stopped' })
    watches.clear()
    expect((await say('undo', ...reached, log, '--yes')).code).toBe(0)
    expect(await listStatus(lab)).toMatchObject({ status: 'running', authentication: { enable: true } })
  },
)

test('opens a listener on undo after what checks its clients, and not without that', async () => {
  const lab = await startBroker()
  await lab.write('POST', '/authentication', database)
  await lab.write('POST', '/listeners/tcp:own', { type: 'tcp', id: 'tcp:own', bind: '127.0.0.1:0' })
  const both = ['--kinds', 'authenticators,listeners']
  const file = join(await makeDir(), 'closed.yaml')
  const { out: text } = await say('export', ...at(lab), ...both)
  const [head = '', own = ''] = text.split('  tcp:own:\n')
  const closed = `${head.replace(/(built_in_database:\n(?: {4}.*\n)*? {4}enable: )true/, '$1false')}  tcp:own:\n${own.replace(/^ {4}enable: true$/m, '    enable: false')}`
  await writeFile(file, closed)
  const watches = new Map<string, Watch>()
  const reached = ['--broker', await watchRequests(lab, watches), '--user', 'admin']
  const log = `${file}.log`
  const applied = await say('apply', ...reached, file, ...both, '--yes', '--log', log)
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('2 of 2 requests done.\n')])
  const id = encodeURIComponent('password_based:built_in_database')
  watches.set(`PUT /authentication/${id}`, { refuse: () => 403 })
  const undone = await say('undo', ...reached, log, '--yes')
  expect([undone.code, undone.err]).toEqual([
    1,
    expect.stringMatching(
      /^Refused: Authenticators .*\nLeft as it is: Listeners tcp:own .* It stays disabled\.$/m,
    ),
  ])
  expect(await lab.ask('GET', '/listeners/tcp:own')).toMatchObject({ body: { enable: false } })
  watches.clear()
  expect((await say('undo', ...reached, log, '--yes')).code).toBe(0)
  expect(await lab.ask('GET', '/listeners/tcp:own')).toMatchObject({ body: { enable: true } })
})

test('brings back a deleted listener on undo after what checks its clients, and not without that', async () => {
  const lab = await startBroker()
  await lab.write('POST', '/authentication', database)
  await lab.write('POST', '/listeners/tcp:own', { type: 'tcp', id: 'tcp:own', bind: '127.0.0.1:0' })
  const both = ['--kinds', 'authenticators,listeners']
  const file = join(await makeDir(), 'gone.yaml')
  const { out: text } = await say('export', ...at(lab), ...both)
  const without = text.replace(/^ {2}tcp:own:\n(?: {4}.*\n)*/m, '')
  await writeFile(file, without.replace(/(built_in_database:\n(?: {4}.*\n)*? {4}enable: )true/, '$1false'))
  const watches = new Map<string, Watch>()
  const reached = ['--broker', await watchRequests(lab, watches), '--user', 'admin']
  const log = `${file}.log`
  const applied = await say('apply', ...reached, file, ...both, '--prune', '--yes', '--log', log)
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('2 of 2 requests done.\n')])
  const id = encodeURIComponent('password_based:built_in_database')
  watches.set(`PUT /authentication/${id}`, { refuse: () => 403 })
  const undone = await say('undo', ...reached, log, '--yes')
  expect([undone.code, undone.err]).toEqual([
    1,
    expect.stringMatching(/^Refused: Authenticators .*\nLeft as it is: Listeners tcp:own /m),
  ])
  expect(await lab.ask('GET', '/listeners/tcp:own')).toMatchObject({ status: 404 })
  watches.clear()
  expect((await say('undo', ...reached, log, '--yes')).code).toBe(0)
  expect(await lab.ask('GET', '/listeners/tcp:own')).toMatchObject({ body: { enable: true } })
})
