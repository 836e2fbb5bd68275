import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const ofAll = {
  get: authorizationRules.all,
  save: authorizationRules.saveAll,
  remove: authorizationRules.clearAll,
}
const ofClients = {
  list: authorizationRules.clients,
  create: authorizationRules.createClients,
  get: authorizationRules.client,
  save: authorizationRules.saveClient,
  remove: authorizationRules.removeClient,
}
const ofUsers = {
  list: authorizationRules.users,
  create: authorizationRules.createUsers,
  get: authorizationRules.user,
  save: authorizationRules.saveUser,
  remove: authorizationRules.removeUser,
}

/** Returns the path with `id` in place of its parameter. */
const to = ({ path }: Endpoint, id = '') => path.replace(/:\w+/, encodeURIComponent(id))
const ask = (broker: TestBroker, endpoint: Endpoint, id?: string, body?: unknown) =>
  broker.ask(endpoint.method, to(endpoint, id), body)
const anything = { qos: [0, 1, 2], retain: 'all' }
const rule = (topic: string) => ({ topic, permission: 'allow', action: 'publish', ...anything })

async function arrange(source: Readonly<Record<string, unknown>> = {}) {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  await broker.ask('POST', '/authorization/sources', { type: 'built_in_database', max_rules: 3, ...source })
  return broker
}

test.each([
  ['Client', 'clientid', 'ClientID', ofClients],
  ['User', 'username', 'Username', ofUsers],
] as const)('rules of a %s are created, listed, changed and removed', async (word, name, unknown, table) => {
  const broker = await arrange()
  const given = [
    { topic: 't/1', permission: 'deny', action: 'all', qos: [0, 1], retain: true },
    { topic: 'eq t/#', permission: 'allow', action: 'subscribe', retain: true },
    { topic: 't/3', permission: 'allow', action: 'publish' },
  ]
  const kept = [given[0], { ...given[1], ...anything }, { ...given[2], ...anything }]
  const body = [{ [name]: 'a/b', rules: given }, ...['n1', 'n2'].map((id) => ({ [name]: id, rules: [] }))]
  expect(await ask(broker, table.create, '', body)).toEqual({ status: 204, body: '' })
  expect(await ask(broker, table.get, 'a/b')).toEqual({
    status: 200,
    body: { [name]: 'a/b', rules: kept },
  })
  expect(await broker.ask('GET', `${to(table.list)}?limit=2`)).toEqual({
    status: 200,
    body: {
      data: [
        { [name]: 'n2', rules: [] },
        { [name]: 'n1', rules: [] },
      ],
      meta: { page: 1, limit: 2, count: 3, hasnext: true },
    },
  })
  expect(await broker.ask('GET', `${to(table.list)}?like_${name}=%2F`)).toEqual({
    status: 200,
    body: { data: [{ [name]: 'a/b', rules: kept }], meta: { page: 1, limit: 100, hasnext: false } },
  })
  expect(await ask(broker, table.create, '', [{ [name]: 'n1', rules: [] }])).toEqual({
    status: 409,
    body: { code: 'ALREADY_EXISTS', message: `${word} 'n1' already exist` },
  })
  expect(await ask(broker, table.save, 'n1', { [name]: 'n1', rules: [rule('x')] })).toMatchObject({
    status: 204,
  })
  expect(await ask(broker, table.get, 'n1')).toMatchObject({ body: { rules: [rule('x')] } })
  expect(await ask(broker, table.save, 'new', { [name]: 'new', rules: [] })).toMatchObject({ status: 204 })
  expect(await ask(broker, table.save, 'new', { [name]: 'other', rules: [] })).toMatchObject({ status: 400 })
  expect(await ask(broker, table.remove, 'new')).toEqual({ status: 204, body: '' })
  expect(await ask(broker, table.remove, 'new')).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: `${unknown} Not Found` },
  })
  expect(await ask(broker, table.get, 'new')).toMatchObject({ status: 404 })
})

test('those of all are replaced as a whole', async () => {
  const broker = await arrange()
  expect(await ask(broker, ofAll.get)).toEqual({ status: 200, body: { rules: [] } })
  await ask(broker, ofAll.save, '', { rules: [rule('a'), rule('b')] })
  expect(await ask(broker, ofAll.save, '', { rules: [rule('c')] })).toEqual({ status: 204, body: '' })
  expect(await ask(broker, ofAll.get)).toEqual({ status: 200, body: { rules: [rule('c')] } })
  expect(await ask(broker, ofAll.remove)).toEqual({ status: 204, body: '' })
  expect(await ask(broker, ofAll.get)).toEqual({ status: 200, body: { rules: [] } })
})

test('too many, or none that can be read: then nothing is created', async () => {
  const broker = await arrange()
  const four = ['1', '2', '3', '4'].map(rule)
  const create = (rules: unknown) =>
    ask(broker, ofClients.create, '', [
      { clientid: 'good', rules: [] },
      { clientid: 'bad', rules },
    ])
  expect(await create(four)).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: "The rules length of Client 'bad' exceeds the maximum limit.",
    },
  })
  expect(await ask(broker, ofAll.save, '', { rules: four })).toMatchObject({ status: 400 })
  for (const wrong of [
    { action: 'read' },
    { permission: 'sure' },
    { qos: [3] },
    { topic: undefined },
    { ipaddr: '::1' },
  ]) {
    expect(await create([{ ...rule('x'), ...wrong }])).toMatchObject({ status: 400 })
  }
  expect(await ask(broker, ofClients.list)).toMatchObject({ body: { data: [], meta: { count: 0 } } })
})

test('all are cleared only while the source is disabled, and with it', async () => {
  const broker = await arrange()
  const { rules } = broker.context.authorization
  await ask(broker, ofClients.create, '', [{ clientid: 'c', rules: [rule('a')] }])
  await ask(broker, ofAll.save, '', { rules: [rule('a')] })
  expect(await ask(broker, authorizationRules.clear)).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: "'built_in_database' type source must be disabled before purge.",
    },
  })
  expect(rules.count).toBe(2)
  const disabled = { type: 'built_in_database', enable: false }
  await broker.ask('PUT', '/authorization/sources/built_in_database', disabled)
  expect(rules.count).toBe(2)
  expect(await ask(broker, authorizationRules.clear)).toEqual({ status: 204, body: '' })
  expect(rules.count).toBe(0)
  await ask(broker, ofAll.save, '', { rules: [rule('a')] })
  await broker.ask('DELETE', '/authorization/sources/built_in_database')
  expect(rules.count).toBe(0)
})

test('ten thousand clients come at once', async () => {
  const broker = await arrange()
  const body = Array.from({ length: 10_000 }, (_, at) => ({ clientid: `c${at}`, rules: [rule(`t/${at}`)] }))
  expect(await ask(broker, ofClients.create, '', body)).toMatchObject({ status: 204 })
  expect(await broker.ask('GET', `${to(ofClients.list)}?like_clientid=c777&limit=3`)).toMatchObject({
    body: { data: [{ clientid: 'c7779' }, { clientid: 'c7778' }, { clientid: 'c7777' }] },
  })
})

test('rules outlive the process and go into a backup', async () => {
  const broker = await arrange()
  await ask(broker, ofUsers.create, '', [{ username: 'ann', rules: [rule('a')] }])
  const made = await broker.ask('POST', '/data/export', {
    table_sets: ['builtin_authz'],
    root_keys: ['authorization'],
  })
  const { filename } = JSON.parse(JSON.stringify(made.body))
  await broker.ask('DELETE', '/authorization/sources/built_in_database')
  expect(broker.context.authorization.rules.count).toBe(0)
  expect(await broker.ask('POST', '/data/import', { filename })).toMatchObject({ status: 204 })
  expect(await ask(broker, ofUsers.get, 'ann')).toMatchObject({ body: { rules: [rule('a')] } })
  expect(await broker.ask('GET', '/authorization/sources')).toMatchObject({
    body: { sources: [{ type: 'built_in_database', max_rules: 3 }, { type: 'file' }] },
  })
})

test('answers nothing of the database while its source is not configured', async () => {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const absent = { status: 404, body: { code: 'NOT_FOUND', message: 'Not found: built_in_database' } }
  const bodies: Readonly<Record<string, unknown>> = {
    [authorizationRules.saveAll.path]: { rules: [] },
    [authorizationRules.client.path]: { clientid: 'a', rules: [] },
    [authorizationRules.user.path]: { username: 'a', rules: [] },
  }
  for (const endpoint of Object.values(authorizationRules)) {
    const body =
      endpoint.method === 'POST' || endpoint.method === 'PUT' ? (bodies[endpoint.path] ?? []) : undefined
    expect(await ask(broker, endpoint, 'a', body)).toEqual(absent)
  }
  await broker.ask('POST', '/authorization/sources', { type: 'built_in_database', enable: false })
  expect(await ask(broker, authorizationRules.all)).toEqual({ status: 200, body: { rules: [] } })
})
