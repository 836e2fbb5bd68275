import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
beforeEach(async () => {
  const made = await createTestBroker({ edition: 'enterprise' })
  broker = made
  onTestFinished(() => made.close())
})

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  password_hash_algorithm: { name: 'sha256' },
}
const jwt = { mechanism: 'jwt', algorithm: 'hmac-based', secret: 'emqxsecret' }
const scram = { mechanism: 'scram', backend: 'built_in_database' }
const cinfo = { mechanism: 'cinfo', checks: [{ is_match: "str_eq(username,'a')", result: 'allow' }] }
/** No server listens at this address. */
const redis = {
  mechanism: 'password_based',
  backend: 'redis',
  redis_type: 'single',
  server: '127.0.0.1:9',
  cmd: `HMGET mqtt_user:\${username} password_hash`,
  password: 'redispw',
}

const post = (body: unknown) => broker.ask('POST', '/authentication', body)
const ids = async () => {
  const { body } = await broker.ask('GET', '/authentication')
  return Array.isArray(body) ? body.map((one: { id: string }) => one.id) : []
}

interface Refusal {
  readonly status: number
  readonly body: unknown
}

const refused = (status: number, code: string, message: unknown): Refusal => ({
  status,
  body: { code, message },
})

/** Returns the errors that a refusal carries as JSON. */
const faultOf = ({ body }: { readonly body: unknown }): unknown => {
  const { message } = Object(body)
  return JSON.parse(String(message))
}

test.each([
  [{}, { reason: 'missing_mechanism_field', path: 'root' }],
  [{ mechanism: 'magic' }, { reason: 'unsupported_mechanism', mechanism: 'magic' }],
  [
    { mechanism: 'password_based', backend: 'sqlite' },
    { reason: 'unsupported_mechanism', backend: 'sqlite' },
  ],
  [
    { mechanism: 'password_based', backend: 'built_in_database' },
    { reason: 'required_field', path: 'root.password_hash_algorithm.name' },
  ],
  [
    { ...builtIn, password_hash_algorithm: { name: 'nohash' } },
    { path: 'root.password_hash_algorithm.name', matched_type: 'authn:builtin_db_api/authn_hash:simple' },
  ],
  [
    { ...builtIn, colour: 'red' },
    { reason: 'unknown_fields', unknown: 'colour' },
  ],
  [
    { ...builtIn, password_hash_algorithm: { name: 'bcrypt', salt_rounds: 1 } },
    { reason: { expected: '5..10' }, value: 1 },
  ],
  [
    { ...redis, redis_type: 'ring' },
    { field_name: 'redis_type', expected: 'single | cluster | sentinel' },
  ],
  [
    { mechanism: 'jwt', algorithm: 'hmac-based' },
    { reason: 'required_field', path: 'root.secret' },
  ],
  [
    { ...jwt, verify_claims: { exp: 'x' } },
    { reason: { expected: 'map()' }, path: 'root.verify_claims' },
  ],
  [
    { mechanism: 'cinfo', checks: [] },
    { reason: 'require_at_least_one_check', path: 'root.checks' },
  ],
  [
    { mechanism: 'gssapi', backend: 'kerberos' },
    { reason: 'required_field', path: 'root.principal' },
  ],
])('%j is refused at the field', async (body, fault) => {
  const answer = await post(body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(faultOf(answer)).toMatchObject({ kind: 'validation_error', ...fault })
  expect(await ids()).toEqual([])
})

test.each([
  [{ ...redis, cmd: `GET mqtt_user:\${username}` }, '{invalid_command_name,<<"GET">>}'],
  [{ ...jwt, secret: 'not base64!', secret_base64_encoded: true }, "Invalid value for 'secret'"],
  [{ mechanism: 'jwt', algorithm: 'public-key', public_key: 'no pem' }, 'invalid_public_key'],
  [
    { mechanism: 'password_based', backend: 'http', method: 'get', url: 'ftp://x' },
    expect.stringContaining('{unsupported_scheme,<<"ftp">>}'),
  ],
  [{ mechanism: 'gssapi', backend: 'kerberos', principal: 'a@B' }, expect.stringContaining('keytab')],
])('%j cannot work, and is refused with why', async (body, message) => {
  expect(await post(body)).toEqual(refused(400, 'BAD_REQUEST', message))
  expect(await ids()).toEqual([])
})

test('what is made is filled with defaults and kept; a second of its kind is refused', async () => {
  const made = await post(builtIn)
  expect(made).toEqual({
    status: 200,
    body: {
      id: 'password_based:built_in_database',
      mechanism: 'password_based',
      backend: 'built_in_database',
      enable: true,
      user_id_type: 'username',
      bootstrap_type: 'plain',
      bootstrap_file: `\${EMQX_ETC_DIR}/auth-built-in-db-bootstrap.csv`,
      password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
    },
  })
  expect(await broker.ask('GET', '/authentication/password_based:built_in_database')).toEqual(made)
  expect(await post(builtIn)).toEqual(
    refused(409, 'ALREADY_EXISTS', "Authenticator 'password_based:built_in_database' already exist"),
  )
})

test('secrets are masked wherever they are shown, and the mask keeps them', async () => {
  const headers = { authorization: 'Basic abc', 'X-Other': 'shown' }
  const http = {
    mechanism: 'password_based',
    backend: 'http',
    method: 'post',
    url: 'http://127.0.0.1:9/',
    headers,
  }
  await post(jwt)
  await post(http)
  const shown = [
    await broker.ask('GET', '/authentication'),
    await broker.ask('GET', '/authentication/jwt'),
    await broker.ask('GET', '/authentication/password_based:http'),
  ]
  expect(JSON.stringify(shown)).not.toMatch(/emqxsecret|Basic abc/)
  expect(JSON.stringify(shown)).toContain('"x-other":"shown"')
  const masked = { ...http, headers: { authorization: '******' }, enable: false }
  expect((await broker.ask('PUT', '/authentication/password_based:http', masked)).status).toBe(204)
  expect((await broker.ask('PUT', '/authentication/jwt', { ...jwt, secret: '******' })).status).toBe(204)
  expect(broker.context.config.document('authentication')).toMatchObject([
    { mechanism: 'jwt', secret: 'emqxsecret' },
    { backend: 'http', enable: false, headers: { authorization: 'Basic abc' } },
  ])
})

test('an update is of the whole, of the same kind, and of one that there is', async () => {
  await post({ ...scram, iteration_count: 10 })
  expect((await broker.ask('PUT', '/authentication/scram:built_in_database', scram)).status).toBe(204)
  expect((await broker.ask('GET', '/authentication/scram:built_in_database')).body).toMatchObject({
    iteration_count: 4096,
  })
  const other = await broker.ask('PUT', '/authentication/scram:built_in_database', jwt)
  expect(other).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
  expect(await broker.ask('PUT', '/authentication/jwt', jwt)).toEqual(
    refused(404, 'NOT_FOUND', "Authenticator 'jwt' does not exist"),
  )
  expect(await ids()).toEqual(['scram:built_in_database'])
})

test('the order is changed one by one or as a whole', async () => {
  for (const body of [builtIn, jwt, scram]) await post(body)
  const move = (id: string, position: string) =>
    broker.ask('PUT', `/authentication/${id}/position/${position}`)
  await move('jwt', 'front')
  expect(await ids()).toEqual(['jwt', 'password_based:built_in_database', 'scram:built_in_database'])
  await move('jwt', 'rear')
  await move('scram:built_in_database', 'before:password_based:built_in_database')
  expect(await ids()).toEqual(['scram:built_in_database', 'password_based:built_in_database', 'jwt'])
  await move('jwt', 'after:scram:built_in_database')
  expect(await ids()).toEqual(['scram:built_in_database', 'jwt', 'password_based:built_in_database'])
  expect(await move('jwt', 'before:jwt')).toMatchObject({ status: 404 })
  expect(await move('jwt', 'middle')).toEqual(refused(400, 'BAD_REQUEST', "Invalid value for 'position'"))
  const order = (...given: string[]) =>
    broker.ask(
      'PUT',
      '/authentication/order',
      given.map((id) => ({ id })),
    )
  expect(await order('jwt')).toEqual(
    refused(
      400,
      'BAD_REQUEST',
      'No positions are specified for authenticators: scram:built_in_database, password_based:built_in_database',
    ),
  )
  expect(await order('cinfo', 'jwt')).toEqual(
    refused(400, 'BAD_REQUEST', 'Authenticators: cinfo are not found'),
  )
  await order('password_based:built_in_database', 'jwt', 'scram:built_in_database')
  expect(await ids()).toEqual(['password_based:built_in_database', 'jwt', 'scram:built_in_database'])
})

test('deleting what is not there succeeds, but for an empty chain', async () => {
  await post(jwt)
  expect((await broker.ask('DELETE', '/authentication/cinfo')).status).toBe(204)
  expect((await broker.ask('DELETE', '/authentication/jwt')).status).toBe(204)
  expect(await broker.ask('DELETE', '/authentication/jwt')).toEqual(
    refused(404, 'NOT_FOUND', "Authenticator not found in the 'global' scope"),
  )
})

test('one that cannot reach its back end is made all the same, and says so', async () => {
  expect((await post(redis)).status).toBe(200)
  const { body } = await broker.ask('GET', '/authentication/password_based:redis/status')
  const nodes = broker.context.cluster.nodes.map(({ name }) => name)
  expect(body).toMatchObject({
    status: 'disconnected',
    node_status: nodes.map((node) => ({ node, status: 'disconnected' })),
    node_error: nodes.map((node) => ({ node, error: expect.stringContaining('ECONNREFUSED') })),
    resource_metrics: { matched: 0, success: 0, failed: 0 },
  })
})

test('the text of a configuration brings authenticators, and a wrong one is refused with its place', async () => {
  const load = (payload: string) =>
    broker.app.inject({
      method: 'PUT',
      url: '/api/v5/configs?mode=merge',
      payload,
      headers: { authorization: `Bearer ${broker.login()}`, 'content-type': 'text/plain' },
    })
  const good = 'authentication = [{mechanism = jwt, algorithm = "hmac-based", secret = s3cret}]'
  expect((await load(good)).statusCode).toBe(200)
  expect(await ids()).toEqual(['jwt'])
  const twice = 'authentication = [{mechanism = gcp_device}, {mechanism = gcp_device}]'
  expect((await load(twice)).statusCode).toBe(400)
  const wrong = await load('authentication = [{mechanism = jwt, algorithm = "hmac-based"}]')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.payload).toContain('authentication.1.secret')
  expect(await ids()).toEqual(['jwt'])
})

test('Community has neither client info nor SCRAM by HTTP, and opens the data of Enterprise without them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-edition-'))
  const enterprise = await createTestBroker({ edition: 'enterprise', dataDir })
  for (const body of [jwt, cinfo, scram]) await enterprise.ask('POST', '/authentication', body)
  await enterprise.close()
  const community = await createTestBroker({ dataDir })
  onTestFinished(async () => {
    await community.close()
    await rm(dataDir, { recursive: true })
  })
  expect(community.context.authentication.links.map(({ id }) => id)).toEqual([
    'jwt',
    'scram:built_in_database',
  ])
  const answer = await community.ask('POST', '/authentication', cinfo)
  expect(faultOf(answer)).toMatchObject({ reason: 'unsupported_mechanism', mechanism: 'cinfo' })
})

test('Prometheus is told of each authenticator', async () => {
  await post({ ...scram, enable: false })
  await broker.ask('POST', '/authentication/scram:built_in_database/users', { user_id: 'a', password: 'p' })
  await post(jwt)
  const scraped = await broker.app.inject('/api/v5/prometheus/auth?mode=all_nodes_aggregated')
  expect(scraped.payload).toContain('emqx_authn_enable{id="scram:built_in_database"} 0\n')
  expect(scraped.payload).toContain('emqx_authn_users_count{id="scram:built_in_database"} 1\n')
  expect(scraped.payload).toContain('emqx_authn_status{id="jwt"} 1\n')
})
