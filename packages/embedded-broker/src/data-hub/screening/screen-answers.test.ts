import { expect, it, onTestFinished } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker({ clock: manualClock(), edition: 'enterprise' })
  onTestFinished(() => broker.close())
  const said = async (path: string, body: object) => {
    const answer = await broker.ask('POST', path, body)
    expect(answer.status).toBe(400)
    return messageOf(answer.body)
  }
  return { ...broker, said }
}

function messageOf(body: unknown): unknown {
  const { message } = Object(body)
  try {
    return JSON.parse(message)
  } catch {
    return message
  }
}

const fault = (path: string, more: object) => ({ kind: 'validation_error', path, ...more })

const validation = {
  name: 'val1',
  topics: ['val/+'],
  strategy: 'all_pass',
  failure_action: 'drop',
  checks: [{ type: 'sql', sql: 'SELECT payload.x AS x WHERE x = 1' }],
}

const transformation = {
  name: 'tr1',
  topics: ['mt/+'],
  description: 'move',
  payload_decoder: { type: 'json' },
  payload_encoder: { type: 'json' },
  operations: [
    { key: 'topic', value: "concat([topic, '/', payload.t])" },
    { key: 'payload.who', value: 'clientid' },
    { key: 'user_property.src', value: "concat(['emqx'])" },
  ],
  failure_action: 'drop',
  log_failure: { level: 'warning' },
}

const list = 'at least one topic filter must be defined'
const badName =
  'Invalid name format. The name must begin with a letter or number (0-9, a-z, A-Z) and can only include underscores and hyphens as non-initial characters. Got: a b'
const checks = (...given: readonly object[]) => ({ checks: given })
const twice = { type: 'json', schema: 'temp_json' }

it.each([
  [{ topics: [] }, fault('root.topics', { value: [], reason: list })],
  [{ topics: ['a', 'a'] }, fault('root.topics', { value: ['a', 'a'], reason: 'duplicated topics: a' })],
  [{ strategy: 'some' }, fault('root.strategy', { value: 'some', reason: 'not_a_enum_symbol' })],
  [{ checks: [] }, fault('root.checks', { value: [], reason: 'at least one check must be defined' })],
  [
    checks({ type: 'xml' }),
    fault('root.checks.1', { field_name: 'type', expected: 'sql | json | avro | protobuf' }),
  ],
  [
    checks({ type: 'protobuf', schema: 'temp_json' }),
    fault('root.checks.1.message_type', {
      reason: 'required_field',
      matched_type: 'schema_validation:check_protobuf',
    }),
  ],
  [
    checks({ type: 'sql', sql: 'selec x' }),
    fault('root.checks.1.sql', {
      value: 'selec x',
      reason: `{parse_error,{"5: syntax error before: \\"selec\\"",[{'NAME',5,"selec"},{'NAME',1,"x"}]}}`,
      matched_type: 'schema_validation:check_sql',
    }),
  ],
  [
    checks(twice, twice),
    fault('root.checks', { value: [twice, twice], reason: 'duplicated schema checks: json:temp_json' }),
  ],
  [
    { name: 'a b' },
    fault('root.name', { value: 'a b', reason: { reason: badName, kind: 'validation_error' } }),
  ],
  [
    checks({ type: 'json', schema: 'none' }),
    '{post_config_update,emqx_schema_validation_config,#{missing_schemas => [[<<"none">>]]}}',
  ],
])('refuses a validation with %j', async (part, message) => {
  const { said } = await start()
  expect(await said('/schema_validations', { ...validation, ...part })).toEqual(message)
})

it('names all that is missing', async () => {
  const { said } = await start()
  const missing = (name: string) => fault(`root.${name}`, { reason: 'required_field' })
  const topics = { ...missing('topics'), matched_type: 'binary()' }
  expect(await said('/schema_validations', {})).toEqual([
    missing('name'),
    topics,
    missing('strategy'),
    missing('failure_action'),
    missing('checks'),
  ])
  expect(await said('/message_transformations', {})).toEqual([
    missing('name'),
    topics,
    missing('failure_action'),
  ])
})

const value = (given: string) => ({ operations: [{ key: 'topic', value: given }] })
const valueFault = (expression: string, reason: string) =>
  fault('root.operations.1.value', { reason: { reason, expression } })
const roots = ['payload', 'qos', 'retain', 'topic', 'user_property']

it.each([
  [value("'emqx'"), valueFault("'emqx'", 'syntax error before: "emqx"')],
  [value('2'), valueFault('2', 'syntax error before: 2')],
  [value('concat(['), valueFault('concat([', 'syntax error before: ')],
  [
    { operations: [{ key: 'colour', value: 'topic' }] },
    fault('root.operations.1.key', { reason: { invalid_key: 'colour', allowed_root_keys: roots } }),
  ],
  [{ operations: 'x' }, fault('root.operations', { got: 'string', expected_data_type: 'array' })],
  [
    { failure_action: 'cry' },
    fault('root.failure_action', { value: 'cry', reason: 'unable_to_convert_to_enum_symbol' }),
  ],
])('refuses a transformation with %j', async (part, message) => {
  const { said } = await start()
  expect(await said('/message_transformations', { ...transformation, ...part })).toEqual(message)
})

it('takes what EMQX takes, and fills in the rest', async () => {
  const { ask } = await start()
  const path = '/message_transformations'
  const odd = { name: 'odd', topics: ['a/#/b'], failure_action: 'drop', ...value('nofun(topic)') }
  const pair = { payload_encoder: { type: 'avro', schema: 'none' } }
  expect(await ask('POST', path, { ...odd, ...pair })).toEqual({
    status: 201,
    body: {
      ...odd,
      ...pair,
      topics: ['a/#/b'],
      description: '',
      enable: true,
      log_failure: { level: 'info' },
      payload_decoder: { type: 'none' },
    },
  })
  expect(await ask('POST', path, odd)).toEqual({
    status: 400,
    body: { code: 'ALREADY_EXISTS', message: 'Transformation already exists' },
  })
  await ask('POST', '/message_transformations', { ...odd, name: 'more' })
  await ask('POST', '/message_transformations/reorder', { order: ['more', 'odd'] })
  await ask('POST', '/message_transformations/transformation/odd/enable/false')
  await ask('POST', '/message_transformations/transformation/odd/metrics/reset')
  const changed = { ...odd, description: 'changed', enable: false }
  expect(await ask('PUT', '/message_transformations', changed)).toMatchObject({ status: 200, body: changed })
  expect((await ask('GET', '/message_transformations')).body).toMatchObject([{ name: 'more' }, changed])
  expect(await ask('DELETE', '/message_transformations/transformation/more')).toMatchObject({ status: 204 })
  const unknown = { status: 404, body: { code: 'NOT_FOUND', message: 'Transformation not found' } }
  expect(await ask('PUT', path, { ...odd, name: 'none' })).toEqual(unknown)
  expect(await ask('GET', '/message_transformations/transformation/none/metrics')).toEqual(unknown)
  expect(await ask('DELETE', `${path}/transformation/none`)).toEqual(unknown)
})

it('says of an order which names are missing, unknown or there twice', async () => {
  const { ask, context } = await start()
  for (const name of ['one', 'two']) await ask('POST', '/schema_validations', { ...validation, name })
  const order = async (...names: readonly string[]) =>
    (await ask('POST', '/schema_validations/reorder', { order: names })).body
  const refused = (duplicated: unknown, not_found: unknown, not_reordered: unknown) => ({
    code: 'BAD_REQUEST',
    message: 'Bad request',
    duplicated,
    not_found,
    not_reordered,
  })
  const none = [91, 93]
  expect(await order('two')).toEqual(refused(none, none, ['one']))
  expect(await order('two', 'one', 'six')).toEqual(refused(none, ['six'], none))
  expect(await order('two', 'one', 'two')).toEqual(refused(['two'], none, none))
  await order('two', 'one')
  await ask('PUT', '/schema_validations', { ...validation, name: 'two', description: 'changed' })
  expect(context.config.document('schema_validation')).toMatchObject({
    validations: [{ name: 'two', description: 'changed' }, { name: 'one' }],
  })
})

const message = {
  clientid: 'c1',
  username: 'u1',
  peername: '127.0.0.1:5000',
  topic: 'mt/1',
  qos: 1,
  retain: false,
  payload: '{"t": "kitchen"}',
  user_property: { a: 'b' },
  pub_props: {},
  client_attrs: { tns: 'x' },
}

it('shows what a transformation would make of a message, or why it fails', async () => {
  const { ask } = await start()
  const dry = async (of: object, by: object = {}) => {
    const body = { message: { ...message, ...of }, transformation: { ...transformation, ...by } }
    return await ask('POST', '/message_transformations/dryrun', body)
  }
  expect(await dry({})).toEqual({
    status: 200,
    body: {
      payload: '{"who":"c1","t":"kitchen"}',
      qos: 1,
      retain: false,
      topic: 'mt/1/kitchen',
      user_property: { a: 'b', src: 'emqx' },
    },
  })
  expect(await dry({ payload: 'plain' })).toEqual({
    status: 400,
    body: { decoder: 'json', msg: 'payload_decode_failed', reason: '{1,invalid_json}' },
  })
  expect(await dry({ payload: '{}' })).toEqual({
    status: 400,
    body: {
      msg: 'transformation_eval_operation_failure',
      reason: { reason: 'var_unbound', var_name: 'payload.t' },
    },
  })
  expect(await dry({}, { payload_encoder: { type: 'avro', schema: 'none' } })).toEqual({
    status: 400,
    body: { encoder: 'avro', msg: 'payload_encode_schema_not_found', schema_name: 'none' },
  })
  const required = (path: string) => fault(path, { reason: 'required_field' })
  expect(messageOf((await dry({ topic: null })).body)).toEqual(required('root.message.topic'))
  const alone = await ask('POST', '/message_transformations/dryrun', { message })
  expect(messageOf(alone.body)).toEqual(required('root.transformation'))
})
