import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { selfSigned } from '../certificates/self-signed.ts'
import { send, upload } from '../settings/file-transfer/testing/uploads.ts'
import { endpoints, readablePaths } from '../testing/broker-state.ts'
import { connectClient } from '../testing/connect-client.ts'
import { fillKept } from '../testing/fill-kept.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { fillExamples, type Write } from '../testing/resource-examples.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'
import { decodePayload, headSize, recordHeadSize } from './journal-format.ts'
import { openJournalStore } from './journal-store.ts'
import { RecordTable } from './record-table.ts'
import { UnreadableRecord } from './store-errors.ts'

const clock = manualClock()
const openBroker = (dataDir: string) =>
  createTestBroker({ clock, dataDir, edition: 'enterprise', nodes: 2, passwordCost: 16 })

const database = '/authentication/password_based:built_in_database'
const rules = '/authorization/sources/built_in_database/rules'
const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const oidc = { backend: 'oidc', enable: false, issuer: 'http://127.0.0.1:1', clientid: 'x', secret: 's' }
const { cert, key } = selfSigned('Plant', [], [], clock.now())

/** Writes that leave a record, except those of resources with an example. */
const writes: readonly Write[] = [
  ['PUT', '/configs/log', { audit: { enable: true } }],
  ['POST', '/users', { username: 'ops', password: 'Passw0rd-1', description: 'x', role: 'viewer' }],
  ['POST', '/api_key', { name: 'key', enable: true, desc: 'x', role: 'publisher' }],
  ['PUT', '/license/setting', { connection_low_watermark: '70%', connection_high_watermark: '90%' }],
  ['POST', '/publish', { topic: 'a/b', payload: 'x', qos: 1, retain: true }],
  ['POST', '/publish', { topic: '$delayed/600/a/b', payload: 'x', qos: 1 }],
  ['POST', '/banned', { as: 'clientid', who: 'b', reason: 'x', until: '2030-01-01T00:00:00Z' }],
  [
    'POST',
    '/listeners/ssl:own',
    { id: 'ssl:own', type: 'ssl', bind: 18_883, ssl_options: { certfile: cert, keyfile: key } },
  ],
  ['POST', '/authentication', builtIn],
  ['POST', `${database}/users`, { user_id: 'a', password: 'x', is_superuser: true }],
  ['POST', '/authorization/sources', { type: 'built_in_database', enable: true }],
  ['POST', `${rules}/all`, { rules: [{ topic: 'a/#', permission: 'allow', action: 'all' }] }],
  ['POST', '/trace', { name: 'one', type: 'clientid', clientid: 'a' }],
  ['POST', '/rules', { id: 'kept', sql: 'SELECT * FROM "a"', actions: [{ function: 'console' }] }],
  ['PUT', '/sso/oidc', oidc],
  ['POST', '/opentelemetry/whitelist/clientid', ['a', 'b']],
]

async function fill(broker: TestBroker): Promise<void> {
  const client = await connectClient(broker.context.cluster, {
    clientId: 'kept',
    clean: false,
    protocolVersion: 5,
    properties: { sessionExpiryInterval: 100_000 },
  })
  await client.subscribeAsync('a/#', { qos: 2 })
  await client.endAsync()
  const meter = await connectClient(broker.context.cluster, { clientId: 'meter' })
  await fillKept(broker)
  for (const [method, path, body] of writes) {
    const { status, body: answer } = await broker.ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
  await fillExamples(broker.ask)
  await upload(meter, 'whole')
  await send(meter, '$file/begun/init', JSON.stringify({ name: 'begun', size: 5 }))
  await send(meter, '$file/begun/0', 'hel')
  await meter.endAsync()
  const loaded = await broker.app.inject({
    method: 'PUT',
    url: '/api/v5/configs',
    payload: 'rule_engine { ignore_sys_message = false }',
    headers: { 'content-type': 'text/plain', authorization: `Bearer ${broker.login()}` },
  })
  if (loaded.statusCode >= 300) throw new Error(loaded.payload)
  await broker.ask('POST', '/plugins/device_tags-1.0.0/move', { position: 'rear' })
  clock.advance(60_000)
}

/** Returns all records of a journal by kind and key, as values. */
function recordsIn(journal: Buffer): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const kinds = new Map<string, Map<string, unknown>>()
  for (let at = headSize; at < journal.length; ) {
    const length = journal.readUInt32LE(at)
    // The file is longer than its written part.
    if (length === 0) break
    const end = at + recordHeadSize + length
    const one = decodePayload(journal.subarray(at + recordHeadSize, end))
    at = end
    if ('id' in one) continue
    const records = kinds.get(one.kind) ?? new Map<string, unknown>()
    kinds.set(one.kind, records)
    if (one.json === undefined) records.delete(one.key)
    else records.set(one.key, JSON.parse(one.json))
  }
  return kinds
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Odd = readonly [what: string, value: unknown]

/**
 * Returns changed values of a field: each field gets one changed value, and a list or an object also changed
 * contents.
 */
function oddFields(value: unknown, depth = 0): readonly Odd[] {
  if (Array.isArray(value)) {
    const [first, ...others] = value
    return [
      ['an item more', [...value, null]],
      ...oddFields(first, depth + 1).map(([what, one]): Odd => [`an item ${what}`, [one, ...others]]),
    ]
  }
  if (!isRecord(value) || depth > 2) return []
  return Object.entries(value).flatMap(([name, before], at): readonly Odd[] => {
    const { [name]: _, ...rest } = value
    const others: readonly unknown[] = [null, '__proto__', -1e300, [], { a: [1] }, '\ud800'.repeat(100_000)]
    const inner = oddFields(before, depth + 1)
    return [
      at % 2 === 0
        ? [`without ${name}`, rest]
        : [`with an odd ${name}`, { ...value, [name]: others[at % 6] }],
      ...(typeof before === 'number'
        ? [[`with ${name} too small`, { ...value, [name]: -1e300 }] as const]
        : []),
      ...inner.slice(0, 3).map(([what, one]): Odd => [`with ${name} ${what}`, { ...value, [name]: one }]),
    ]
  })
}

const wholes: readonly unknown[] = [null, [], {}, 'text', JSON.parse('{"__proto__":{"name":"x"}}')]

const filledDir = await mkdtemp(join(tmpdir(), 'brokerdeck-odd-'))
afterAll(() => rm(filledDir, { recursive: true }))
const filled = await openBroker(filledDir)
await fill(filled)
await filled.close()
const kinds = recordsIn(await readFile(join(filledDir, 'state.journal')))

/**
 * The kinds of records that are missing here: of Community only, of a node that has left, and of a message in
 * transit.
 */
const elsewhere = ['telemetry', 'former-node', 'awaiting']

it('knows a record of each kind that a start reads', async () => {
  const reads = [vi.spyOn(RecordTable.prototype, 'keys'), vi.spyOn(RecordTable.prototype, 'get')]
  onTestFinished(() => void vi.restoreAllMocks())
  await (await openBroker(filledDir)).close()
  const read = new Set(reads.flatMap(({ mock }) => mock.calls.map(([kind]) => kind)))
  expect([...read].filter((kind) => (kinds.get(kind)?.size ?? 0) === 0).toSorted()).toEqual(
    elsewhere.toSorted(),
  )
})

/**
 * Starts with one record changed: the start fails with the name of the record, or all requests succeed and the record
 * stays.
 */
async function startWith(kind: string, key: string, odd: unknown): Promise<string | undefined> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-odd-'))
  try {
    const path = join(dataDir, 'state.journal')
    await cp(join(filledDir, 'state.journal'), path)
    const store = await openJournalStore(dataDir)
    await store.put(kind, key, odd, store.shared(kind, key))
    await store.close()
    const before = await readFile(path)
    let broker: TestBroker
    try {
      broker = await openBroker(dataDir)
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) return `ends with ${String(error)}`
      if (!error.message.includes(`stored ${kind} record ${JSON.stringify(key)}`)) return error.message
      return (await readFile(path)).equals(before) ? undefined : 'is changed by a start that ends'
    }
    const failed: string[] = []
    for (const path of await readablePaths(broker, isAsked))
      if ((await broker.ask('GET', path)).status === 500) failed.push(path)
    await broker.close()
    const there =
      recordsIn(await readFile(path))
        .get(kind)
        ?.has(key) === true
    if (failed.length > 0) return `fails ${failed.join()}`
    return there ? undefined : 'is gone'
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

it.each([
  ['users', 'ops', { hash: 'hunTer2-planted', salt: ['hunTer2-planted'], role: 'hunTer2-planted' }],
  ['config', 'authentication', [{ ...builtIn, mechanism: 'hunTer2-planted', password: 'hunTer2-planted' }]],
  ['config', 'authorization', { sources: [{ type: 'redis', password: ['hunTer2-planted'] }] }],
  ['listener', 'ssl:own', { bind: 'hunTer2-planted', ssl_options: { password: 'hunTer2-planted' } }],
  ['gateways', 'coap', { settings: 'hunTer2-planted' }],
  ['users', 'x'.repeat(100_000), 'hunTer2-planted'],
])('says in few words which %s record is wrong and where, not what stands there', async (kind, key, odd) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-odd-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const store = await openJournalStore(dataDir)
  await store.put(kind, key, odd)
  await store.close()
  const ended = await openBroker(dataDir).then(
    () => 'opened',
    (error: unknown) => String(error),
  )
  expect(ended).toMatch(/^UnreadableRecord: the stored \w+ record "[^"]+" cannot be read: [^\n]+$/)
  expect(ended).not.toContain('hunTer2')
  expect(ended.length).toBeLessThan(1_200)
})

it.each(['trace', 'transferred-files', 'file-transfers', 'file-segments'])(
  'a %s record names no file outside of its folder',
  async (kind) => {
    const [[key, value] = []] = kinds.get(kind) ?? []
    if (key === undefined || !isRecord(value)) throw new Error('there is none')
    const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-odd-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    await cp(filledDir, dataDir, { recursive: true })
    const store = await openJournalStore(dataDir)
    await store.put(kind, key, { ...value, id: '../state.journal' })
    await store.close()
    const before = await readFile(join(dataDir, 'state.journal'))
    await expect(openBroker(dataDir)).rejects.toThrow(`stored ${kind} record`)
    expect((await readFile(join(dataDir, 'state.journal'))).equals(before)).toBe(true)
  },
)

const lists = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
const isAsked = (path: string) => lists.some((one) => one.path === path)

it.each([...kinds.keys()])(
  'a start with an odd %s record names it, or answers all the same and keeps it',
  async (kind) => {
    const faults: string[] = []
    for (const [key, value] of [...(kinds.get(kind) ?? [])].slice(0, kind === 'config' ? 20 : 1)) {
      const fields = oddFields(value)
      for (const [what, odd] of [...wholes.map((one): Odd => [JSON.stringify(one), one]), ...fields]) {
        const fault = await startWith(kind, key, odd)
        if (fault !== undefined) faults.push(`${key} ${what}: ${fault.slice(0, 300)}`)
      }
    }
    expect(faults).toEqual([])
  },
  120_000,
)
