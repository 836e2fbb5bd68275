import { expect, onTestFinished, test } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

async function arrange(): Promise<TestBroker> {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  return broker
}

const path = '/authorization/sources'
const file = { type: 'file', enable: true, rules: '{allow, all}.\n' }
const usualCache = { enable: true, max_size: 32, ttl: '1m', excludes: [] }

async function typesOf(broker: TestBroker): Promise<unknown> {
  const { body } = await broker.ask('GET', path)
  const { sources } = JSON.parse(JSON.stringify(body))
  return sources.map(({ type }: { type: string }) => type)
}

const message = (text: unknown) => ({
  status: 400,
  body: { code: 'BAD_REQUEST', message: typeof text === 'string' ? text : JSON.stringify(text) },
})

test('a new broker has a file, and allows what nothing speaks of', async () => {
  const broker = await arrange()
  expect(await broker.ask('GET', path)).toMatchObject({
    status: 200,
    body: { sources: [{ type: 'file', enable: true, rules: expect.stringContaining('{allow, all}.') }] },
  })
  expect(await broker.ask('GET', '/authorization/settings')).toEqual({
    status: 200,
    body: { no_match: 'allow', deny_action: 'ignore', cache: usualCache },
  })
})

test('settings are saved as a whole, and refused by their fault', async () => {
  const broker = await arrange()
  const save = (body: unknown) => broker.ask('PUT', '/authorization/settings', body)
  const settings = {
    no_match: 'deny',
    deny_action: 'disconnect',
    cache: { ...usualCache, excludes: ['a/#'] },
  }
  expect(await save(settings)).toEqual({ status: 200, body: settings })
  expect(await typesOf(broker)).toEqual(['file'])
  expect(await save({ no_match: 'allow' })).toEqual(
    message({ reason: 'required_field', path: 'cache', kind: 'validation_error' }),
  )
  expect(await save({ cache: { ...usualCache, max_size: 0 } })).toEqual(
    message({
      value: 0,
      reason: { expected: '1..1048576' },
      path: 'cache.max_size',
      kind: 'validation_error',
    }),
  )
  expect(await save({ cache: { ...usualCache, ttl: 'often' } })).toEqual(
    message({ value: 'often', reason: 'Not a valid duration', path: 'cache.ttl', kind: 'validation_error' }),
  )
  expect(await broker.ask('GET', '/authorization/settings')).toEqual({ status: 200, body: settings })
})

test('a source is created at the front, once of its type, filled with defaults, its secrets masked', async () => {
  const broker = await arrange()
  const redis = {
    type: 'redis',
    redis_type: 'single',
    server: '127.0.0.1:1',
    password: 'secret',
    cmd: `HGETALL acl:\${username}`,
  }
  expect(await broker.ask('POST', path, redis)).toEqual({ status: 204, body: '' })
  expect(await typesOf(broker)).toEqual(['redis', 'file'])
  expect(await broker.ask('GET', `${path}/redis`)).toMatchObject({
    body: { ...redis, password: '******', enable: true, pool_size: 8, database: 0, ssl: { enable: false } },
  })
  expect(await broker.ask('POST', path, redis)).toEqual(message('{duplicated_authz_source_type,redis}'))
  // A masked secret is kept, even if the source was moved meanwhile.
  await broker.ask('POST', `${path}/redis/move`, { position: 'rear' })
  await broker.ask('PUT', `${path}/redis`, { ...redis, password: '******', pool_size: 3 })
  const stored = JSON.stringify(broker.context.config.document('authorization'))
  expect(stored).toContain('"password":"secret","pool_size":3')
})

test('order: front, rear, before, after, and as a whole', async () => {
  const broker = await arrange()
  await broker.ask('POST', path, { type: 'built_in_database' })
  await broker.ask('POST', path, { type: 'http', method: 'get', url: 'http://127.0.0.1:1', enable: false })
  const move = (type: string, position: string) =>
    broker.ask('POST', `/authorization/sources/${type}/move`, { position })
  expect(await typesOf(broker)).toEqual(['http', 'built_in_database', 'file'])
  expect(await move('file', 'front')).toEqual({ status: 204, body: '' })
  expect(await typesOf(broker)).toEqual(['file', 'http', 'built_in_database'])
  await move('file', 'after:http')
  expect(await typesOf(broker)).toEqual(['http', 'file', 'built_in_database'])
  await move('built_in_database', 'before:http')
  await move('http', 'rear')
  expect(await typesOf(broker)).toEqual(['built_in_database', 'file', 'http'])
  expect(await move('http', 'middle')).toEqual(message('<<"Invalid parameter. Unknow position">>'))
  expect(await move('http', 'before:http')).toEqual(
    message('{pre_config_update,emqx_authz,{not_found_source,http}}'),
  )
  expect(await move('ldap', 'front')).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Not found: ldap' },
  })
  const order = (...types: string[]) =>
    broker.ask(
      'PUT',
      '/authorization/sources/order',
      types.map((type) => ({ type })),
    )
  expect(await order('file', 'http', 'built_in_database')).toEqual({ status: 204, body: '' })
  expect(await typesOf(broker)).toEqual(['file', 'http', 'built_in_database'])
  expect(await order('file')).toEqual(
    message('No positions are specified for authorization sources: http, built_in_database'),
  )
  expect(await order('file', 'ldap')).toEqual(message('Authorization sources: ldap are not found'))
})

test.each([
  [
    '{deny, all subscribe, ["a"]}.',
    '{bad_acl_file_content,{1,erl_parse,["syntax error before: ","subscribe"]}}',
  ],
  ['{allow, all}.\n{deny, all', '{bad_acl_file_content,{2,erl_parse,["syntax error before: ",[]]}}'],
  ['{maybe, all}.', `{bad_acl_file_content,{1,erl_parse,["syntax error before: ","','"]}}`],
  ['{allow, All}.', '{bad_acl_file_content,{1,erl_parse,"bad term"}}'],
  ['\n{perhaps, all}.', '#{line => 2,reason => invalid_authorization_permission,value => perhaps}'],
  // This broker, unlike EMQX, cannot parse this PCRE pattern.
  [
    '{allow, all}.\n{deny, {user, {re, "(?<a"}}, all, ["x"]}.',
    '#{line => 2,reason => invalid_re_pattern,value => "(?<a"}',
  ],
])('a file with %s is refused', async (rules, reason) => {
  const broker = await arrange()
  expect(await broker.ask('PUT', `${path}/file`, { ...file, rules })).toEqual(message(reason))
  expect(await broker.ask('PUT', `${path}/file`, { ...file, rules: '' })).toMatchObject({ status: 204 })
})

test.each([
  [{ type: 'sqlite' }, { reason: 'unknown_authz_type', got: 'sqlite' }],
  [
    { type: 'http', method: 'post' },
    { reason: 'required_field', path: 'root.url', matched_type: 'authz:http_post' },
  ],
  [
    { type: 'http', url: 'http://a' },
    { field_name: 'method', expected: 'get | post' },
  ],
  [
    { type: 'mongodb', mongo_type: 'rs', servers: 'a', collection: 'c' },
    {
      matched_type: 'authz:mongo_rs',
      errors: [{ path: 'root.replica_set_name' }, { path: 'root.database' }],
    },
  ],
])('%j is refused', async (body, fault) => {
  const broker = await arrange()
  const answer = await broker.ask('POST', path, body)
  const told = JSON.parse(JSON.stringify(answer.body))
  expect(answer.status).toBe(400)
  expect(JSON.parse(told.message)).toMatchObject({ kind: 'validation_error', ...fault })
  expect(await typesOf(broker)).toEqual(['file'])
})

test.each([
  [{ type: 'http', method: 'get', url: 'nourl' }, '{invalid_url,{no_scheme,<<"nourl">>}}'],
  [{ type: 'redis', redis_type: 'single', server: 'a', cmd: 'GET x' }, '{invalid_command_name,<<"GET">>}'],
])('what %j cannot ask is refused', async (body, reason) => {
  const broker = await arrange()
  expect(await broker.ask('POST', path, body)).toEqual(message(reason))
})

test('the type of a source stays, and an unknown one is not there', async () => {
  const broker = await arrange()
  const database = { type: 'built_in_database' }
  expect(await broker.ask('PUT', `${path}/file`, database)).toEqual(message('Type mismatch'))
  for (const method of ['GET', 'DELETE'] as const) {
    expect(await broker.ask(method, `${path}/built_in_database`)).toMatchObject({ status: 404 })
  }
  expect(await broker.ask('GET', `${path}/sqlite`)).toMatchObject({ status: 400 })
  expect(await broker.ask('DELETE', `${path}/file`)).toEqual({ status: 204, body: '' })
  expect(await broker.ask('GET', path)).toEqual({ status: 200, body: { sources: [] } })
  expect(await broker.ask('POST', path, file)).toEqual({ status: 204, body: '' })
  expect(await broker.ask('GET', `${path}/file`)).toEqual({ status: 200, body: file })
})

test('a source that is not asked is stopped, one with rules is always there', async () => {
  const broker = await arrange()
  await broker.ask('POST', path, { type: 'http', method: 'get', url: 'http://127.0.0.1:1', enable: false })
  const nodes = broker.context.cluster.nodes.map(({ name }) => name)
  expect(await broker.ask('GET', `${path}/http/status`)).toMatchObject({
    body: {
      status: 'stopped',
      node_status: nodes.map((node) => ({ node, status: 'stopped' })),
      resource_metrics: {},
    },
  })
  const none = { total: 0, allow: 0, deny: 0, nomatch: 0, ignore: 0, rate: 0, rate_last5m: 0, rate_max: 0 }
  expect(await broker.ask('GET', `${path}/file/status`)).toEqual({
    status: 200,
    body: {
      status: 'connected',
      node_error: [],
      metrics: none,
      resource_metrics: {},
      node_status: nodes.map((node) => ({ node, status: 'connected' })),
      node_metrics: nodes.map((node) => ({ node, metrics: none })),
      node_resource_metrics: nodes.map((node) => ({ node, metrics: {} })),
    },
  })
})

test('changes that come together are all made', async () => {
  const broker = await arrange()
  const bodies = [
    { type: 'built_in_database' },
    { type: 'http', method: 'get', url: 'http://127.0.0.1:1', enable: false },
    { type: 'mysql', server: '127.0.0.1:1', database: 'd', query: 'SELECT 1', enable: false },
  ]
  const answers = await Promise.all(bodies.map((body) => broker.ask('POST', path, body)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await typesOf(broker)).toEqual(['mysql', 'http', 'built_in_database', 'file'])
})
