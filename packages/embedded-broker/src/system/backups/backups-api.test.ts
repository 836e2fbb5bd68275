import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeBackup } from '@brokerdeck/contract/system/backup-archive.ts'
import { backupFileSchema, tableSets } from '@brokerdeck/contract/system/backups.ts'
import { gunzip, gzip } from '@brokerdeck/languages/gzip.ts'
import { readTar, type TarEntry, writeTar } from '@brokerdeck/languages/tar.ts'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../certificates/self-signed.ts'
import type { EmbeddedBrokerOptions } from '../../embedded-broker.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { formPayload } from '../../testing/form-payload.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

type Bytes = Uint8Array<ArrayBuffer>

const second = 'emqx2@127.0.0.2'
const administrator = { description: '', role: 'administrator' } as const

async function start(options: EmbeddedBrokerOptions = {}): Promise<TestBroker> {
  const broker = await createTestBroker(options)
  onTestFinished(() => broker.close())
  return broker
}

async function create(broker: TestBroker, selection?: object) {
  const answer = await broker.ask('POST', '/data/export', selection)
  expect(answer.status).toBe(200)
  return v.parse(backupFileSchema, answer.body)
}

async function download(broker: TestBroker, filename: string): Promise<Bytes> {
  const answer = await broker.app.inject({
    method: 'GET',
    url: `/api/v5/data/files/${encodeURIComponent(filename)}`,
    headers: { authorization: `Bearer ${broker.login()}` },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream'])
  return new Uint8Array(answer.rawPayload)
}

async function upload(broker: TestBroker, filename: string, bytes: Bytes, field = 'filename') {
  const { payload, headers } = await formPayload(field, filename, bytes)
  const answer = await broker.app.inject({
    method: 'POST',
    url: '/api/v5/data/files',
    headers: { ...headers, authorization: `Bearer ${broker.login()}` },
    payload,
  })
  return { status: answer.statusCode, message: answer.payload === '' ? undefined : answer.json()['message'] }
}

const restore = (broker: TestBroker, filename: string, node?: string) =>
  broker.ask('POST', '/data/import', { filename, ...(node === undefined ? {} : { node }) })

const refused = (message: unknown) => ({ status: 400, body: { code: 'BAD_REQUEST', message } })

/** Creates a valid archive with these files. */
async function archive(folder: string, files: Readonly<Record<string, string>>): Promise<Bytes> {
  const entries = Object.entries({ 'META.hocon': 'edition = ce\nversion = "5.8.9"\n', ...files })
  return gzip(
    writeTar(
      entries.map(([name, text]) => ({
        name: `${folder}/${name}`,
        data: new TextEncoder().encode(text),
        modifiedAt: 1_795_250_873,
      })),
    ),
  )
}

const contentsOf = async (bytes: Bytes): Promise<readonly TarEntry[]> =>
  readTar(await gunzip(bytes, 10_000_000))

describe('a backup', () => {
  it('holds the configuration and the tables, and is listed, downloaded and deleted', async () => {
    const broker = await start({ now: () => Date.UTC(2026, 10, 21, 8, 47, 53, 412) })
    const made = await create(broker)
    expect(made).toMatchObject({
      filename: 'emqx-export-2026-11-21-08-47-53.412.tar.gz',
      node: 'emqx@127.0.0.1',
      created_at: '2026-11-21T08:47:53+00:00',
      created_at_sec: 1_795_250_873,
    })
    const another = await create(broker)
    expect(another.filename).toBe('emqx-export-2026-11-21-08-47-53.413.tar.gz')
    const bytes = await download(broker, made.filename)
    expect(bytes.length).toBe(made.size)
    const contents = describeBackup(await contentsOf(bytes))
    expect(contents).toMatchObject({ edition: 'ce', version: '5.8.9', otherFiles: [] })
    expect([...Object.keys(contents.config ?? {}), 'cluster'].sort()).toEqual(broker.context.config.names())
    expect(contents.tableSets).toEqual(tableSets)
    expect((await broker.ask('GET', '/data/files?limit=1')).body).toEqual({
      data: [another],
      meta: { page: 1, limit: 1, count: 2, hasnext: true },
    })
    expect((await broker.ask('DELETE', `/data/files/${made.filename}`)).status).toBe(204)
    expect((await broker.ask('DELETE', `/data/files/${made.filename}`)).status).toBe(404)
    expect((await broker.ask('GET', '/data/files')).body).toMatchObject({ data: [another] })
  })

  it('may hold only some of it', async () => {
    const broker = await start()
    const made = await create(broker, { table_sets: ['banned'], root_keys: ['mqtt', 'alarm'] })
    const contents = describeBackup(await contentsOf(await download(broker, made.filename)))
    expect(contents.tableSets).toEqual(['banned'])
    expect(Object.keys(contents.config ?? {})).toEqual(['alarm', 'mqtt'])
  })

  it('takes effect when it is restored, here or elsewhere, and outlives a restart', async () => {
    const before = await start()
    await before.context.users.create('ops', 'correct horse', administrator)
    await before.ask('POST', '/banned', { as: 'clientid', who: 'evil' })
    await before.context.config.put('alarm', { size_limit: 777 })
    await before.context.cluster.publish({ topic: 'kept', payload: Buffer.from('x'), qos: 1, retain: true })
    const { filename } = await create(before)
    const bytes = await download(before, filename)

    const dataDir = await mkdtemp(join(tmpdir(), 'backup-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const there = await createTestBroker({ dataDir })
    await there.ask('POST', '/banned', { as: 'clientid', who: 'other' })
    const evil = await connectClient(there.context.cluster, { clientId: 'evil' })
    const isClosed = new Promise<void>((resolve) => evil.once('close', () => resolve()))
    expect(await upload(there, filename, bytes)).toEqual({ status: 204, message: undefined })
    expect(await restore(there, filename)).toEqual({ status: 204, body: '' })
    await isClosed
    expect(await there.context.users.matches('ops', 'correct horse')).toBe(true)
    expect([...there.context.cluster.retained()].map(({ topic }) => topic)).toContain('kept')
    await there.close()

    const after = await start({ dataDir })
    expect(after.context.config.document('alarm')).toMatchObject({ size_limit: 777 })
    expect(await after.context.users.matches('ops', 'correct horse')).toBe(true)
    expect(after.context.banned.list().map(({ who }) => who)).toEqual(['other', 'evil'])
    expect([...after.context.cluster.retained()].map(({ topic }) => topic)).toContain('kept')
    expect((await after.ask('GET', '/data/files')).body).toMatchObject({ data: [{ filename }] })
    const [file = ''] = await readdir(join(dataDir, 'backup', encodeURIComponent('emqx@127.0.0.1')))
    const { mode } = await stat(join(dataDir, 'backup', encodeURIComponent('emqx@127.0.0.1'), file))
    expect([file, mode & 0o777]).toEqual([filename, 0o600])
  })

  it('brings listeners with their certificates, and nothing secret where none was asked for', async () => {
    const before = await start()
    const { cert, key } = selfSigned('test', ['localhost'], [], Date.now())
    const tls = { certfile: cert, keyfile: key, verify: 'verify_none' }
    const made = { id: 'ssl:own', type: 'ssl', bind: 21_890, ssl_options: tls }
    expect((await before.ask('POST', '/listeners/ssl:own', made)).status).toBe(200)
    const partial = await create(before, { root_keys: ['mqtt'] })
    expect(describeBackup(await contentsOf(await download(before, partial.filename))).otherFiles).toEqual([])
    const { filename } = await create(before)

    const after = await start()
    await upload(after, filename, await download(before, filename))
    expect(await restore(after, filename)).toEqual({ status: 204, body: '' })
    expect(after.context.listeners.find('ssl:own')).toEqual(before.context.listeners.find('ssl:own'))
    const [listener] = after.context.listeners.onNodes('ssl:own')
    expect(listener?.listener.settings.tls).toMatchObject({ cert, key })
  })

  it('applies what it can, and names what it cannot', async () => {
    const broker = await start()
    const bytes = await archive('mixed', {
      'cluster.hocon': '{"alarm": {"size_limit": 555}, "bridges": {}}',
      'tables/dashboard_users.json': '[["ops", {"description": 5}]]',
      'tables/banned.json': '[]',
      'tables/psk.json': '[["x", {}]]',
      'mnesia/emqx_app': 'FRGM',
    })
    expect((await upload(broker, 'mixed.tar.gz', bytes)).status).toBe(204)
    const answer = await restore(broker, 'mixed.tar.gz')
    expect(answer).toEqual(refused(expect.stringContaining('config path: "bridges", reason: ')))
    expect(answer).toEqual(
      refused(expect.stringContaining('table set: "dashboard_users", reason: record "ops"')),
    )
    expect(answer).toEqual(refused(expect.stringContaining('table set: "api_keys", reason: ')))
    expect(answer).toEqual(refused(expect.stringContaining('table set: "psk", reason: ')))
    expect(answer).not.toEqual(refused(expect.stringContaining('"banned"')))
    expect(broker.context.config.document('alarm')).toMatchObject({ size_limit: 555 })
    expect(broker.context.users.has('ops')).toBe(false)
  })
})

it.each([1_073_741_824, 12_345, 1, 0])('is refused with a password hash of cost %s', async (cost) => {
  const broker = await start()
  const users = JSON.stringify([['ops', { description: '', salt: 'c2Fs', hash: 'aGFz', cost }]])
  await upload(broker, 'cost.tar.gz', await archive('cost', { 'tables/dashboard_users.json': users }))
  const reason = expect.stringContaining('impossible cost of the password hash')
  expect(await restore(broker, 'cost.tar.gz')).toEqual(refused(reason))
  expect(broker.context.users.has('ops')).toBe(false)
})

describe('an upload', () => {
  it('is refused unless archive, name, origin and configuration are right', async () => {
    const broker = await start()
    const { filename } = await create(broker)
    const bytes = await download(broker, filename)
    const good = await archive('my backup (1)', { 'cluster.hocon': '' })
    expect((await upload(broker, 'my backup (1).tar.gz', good)).status).toBe(204)
    const without = await gzip(writeTar([{ name: 'a/b', data: new Uint8Array(1), modifiedAt: 0 }]))
    const cases: readonly (readonly [string, Bytes, string])[] = [
      [
        'renamed.tar.gz',
        bytes,
        'invalid backup archive content: all files in the archive must be under <backup name> directory',
      ],
      [filename, bytes, `Backup file "${filename}" already exists`],
      ['garbage.tar.gz', new Uint8Array([1, 2, 3]), 'Unexpected end of file'],
      ['no-tar.tar.gz', await gzip(new Uint8Array(600).fill(7)), 'Bad directory header'],
      ['backup.zip', bytes, 'invalid backup name: file name must have .tar.gz extension'],
      ['..tar.gz', bytes, 'invalid backup name: file name must not begin with a dot'],
      ['a.tar.gz', without, 'invalid backup archive file: missing META.hocon'],
      [
        'ee.tar.gz',
        await archive('ee', { 'META.hocon': 'edition = ee\nversion = "5.8.9"\n' }),
        'importing EMQX Enterprise data backup to EMQX is not allowed',
      ],
      [
        'newer.tar.gz',
        await archive('newer', { 'META.hocon': 'edition = ce\nversion = "9.9.0"\n' }),
        '[warning] Backup version "9.9.0" is newer than EMQX version "5.8.9", import is not allowed.\n',
      ],
      [
        'broken.tar.gz',
        await archive('broken', { 'cluster.hocon': 'mqtt {' }),
        '{parse_error,#{file => "./data/backup/broken/cluster.hocon",line => 1,reason => "syntax error before: "}}',
      ],
    ]
    for (const [name, content, message] of cases) {
      expect(await upload(broker, name, content), name).toEqual({ status: 400, message })
    }
    const bad = await archive('bad', { 'cluster.hocon': '{"alarm": {"size_limit": 0}}' })
    expect(await upload(broker, 'bad.tar.gz', bad)).toMatchObject({
      status: 400,
      message: {
        kind: 'validation_error',
        path: 'alarm.size_limit',
        schema_module: 'emqx_conf_schema',
        value: 0,
      },
    })
    expect((await upload(broker, 'x.tar.gz', good, 'file')).message).toBe(
      'Missing required parameter: filename',
    )
    expect(await broker.ask('POST', '/data/files', { filename: 'x' })).toEqual(
      refused('Missing required parameter: filename'),
    )
  })

  it('cannot leave its folder', async () => {
    const broker = await start()
    for (const name of ['a/../../x.tar.gz', 'a\\x.tar.gz', 'a\u0000.tar.gz', `${'x'.repeat(300)}.tar.gz`]) {
      const answer = await broker.ask('GET', `/data/files/${encodeURIComponent(name)}`)
      expect(answer).toEqual(refused(expect.stringMatching(/^invalid backup name: /)))
    }
  })
})

it.each([
  ['GET', '/data/files/nope.tar.gz', undefined, 404, 'backup file not found'],
  [
    'GET',
    '/data/files/..%2Fetc',
    undefined,
    400,
    'invalid backup name: file name must have .tar.gz extension',
  ],
  ['GET', '/data/files/x.tar.gz?node=ghost@127.0.0.9', undefined, 400, 'Unknown node: ghost@127.0.0.9'],
  ['DELETE', '/data/files/x.tar.gz?node=ghost@127.0.0.9', undefined, 400, 'Unknown node: ghost@127.0.0.9'],
  ['POST', '/data/import', { filename: 'nope.tar.gz' }, 400, 'backup file not found'],
  ['POST', '/data/import', { filename: 'x.tar.gz', node: second }, 400, 'backup file not found'],
  ['POST', '/data/import', { filename: 'x.tar.gz', node: 'ghost' }, 400, 'Unknown node: ghost'],
  [
    'POST',
    '/data/import',
    {},
    400,
    '{"reason":"required_field","path":"root.filename","kind":"validation_error"}',
  ],
  ['POST', '/data/export', { table_sets: ['nope'] }, 400, 'Invalid table sets: nope'],
  ['POST', '/data/export', { root_keys: ['nope'] }, 400, 'Invalid root keys: nope'],
  [
    'POST',
    '/data/export',
    { root_keys: 'mqtt' },
    400,
    '{"path":"root.root_keys","got":"string","expected_data_type":"array","kind":"validation_error"}',
  ],
] as const)('%s %s %j is refused', async (method, path, body, status, message) => {
  const broker = await start()
  expect(await broker.ask(method, path, body)).toMatchObject({ status, body: { message } })
})

it('belongs to one node, and is found there', async () => {
  const broker = await start()
  const { filename } = await create(broker)
  expect((await broker.ask('GET', `/data/files/${filename}?node=${second}`)).status).toBe(404)
  expect((await broker.ask('GET', `/data/files/${filename}?node=emqx@127.0.0.1`)).status).toBe(200)
})
