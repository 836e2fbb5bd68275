import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

/** Parses the JSON in a message, because its keys have no fixed order. */
function readable(body: unknown): unknown {
  const { message } = Object(body)
  return typeof message === 'string' && message.startsWith('{"')
    ? { ...Object(body), message: JSON.parse(message) }
    : body
}

async function start() {
  const broker = await createTestBroker({ clock: manualClock(), edition: 'enterprise' })
  onTestFinished(() => broker.close())
  return broker
}

/** Objects that were deleted outside the recording. */
const tidied: ReadonlyMap<string, string> = new Map([
  ['create-json-bad-draft', '/schema_registry/x3'],
  ['external-create-bad-url', '/schema_registry_external/registry/e'],
])

recordedTest('answers as the recorded broker did', async () => {
  const { ask } = await start()
  const asked = recordedExchanges().filter(({ file }) => file === 'enterprise/schema-registry.json')
  expect(asked.length).toBeGreaterThan(40)
  for (const { title, method, path, body, status, answer } of asked) {
    const known = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((one) => one === method)
    if (known === undefined) continue
    const answered = await ask(known, path, known === 'GET' ? undefined : body)
    expect({ title, status: answered.status }).toEqual({ title, status })
    if (answer !== undefined && answer !== '')
      expect({ title, body: readable(answered.body) }).toEqual({ title, body: readable(answer) })
    const left = tidied.get(title.split(': ')[1] ?? '')
    if (left !== undefined) await ask('DELETE', left)
  }
})

const person = 'syntax = "proto3"; message Person { string name = 1; int32 id = 2; }'
const temperature = JSON.stringify({
  $schema: 'http://json-schema.org/draft-06/schema#',
  type: 'object',
  properties: { temp: { type: 'number' } },
  required: ['temp'],
})
const reading = JSON.stringify({
  type: 'record',
  name: 'reading',
  fields: [{ name: 'temp', type: 'double' }],
})

it('lets rules read, write and check by schemas', async () => {
  const { ask } = await start()
  await ask('POST', '/schema_registry', { name: 'person', type: 'protobuf', source: person })
  const test = (sql: string) =>
    ask('POST', '/rule_test', {
      context: {
        event_type: 'message_publish',
        topic: 't',
        payload: '{"name":"x","id":7}',
        clientid: 'c',
        qos: 0,
      },
      sql: `${sql} FROM "t"`,
    })
  const there = "schema_encode('person', json_decode(payload), 'Person')"
  expect((await test(`SELECT schema_decode('person', ${there}, 'Person') as p`)).body).toEqual({
    p: { name: 'x', id: 7 },
  })
  expect((await test("SELECT schema_check('person', json_decode(payload), 'Nobody') as ok")).body).toEqual({
    ok: false,
  })
  expect((await test("SELECT schema_decode('none', payload) as p")).body).toEqual({
    code: 'BAD_REQUEST',
    message: '{"select_and_transform_error":"serde_not_found"}',
  })
})

it('keeps back messages that do not fit, and writes the others in another format', async () => {
  const { ask, context } = await start()
  await ask('POST', '/schema_registry', { name: 'temperature', type: 'json', source: temperature })
  await ask('POST', '/schema_registry', { name: 'reading', type: 'avro', source: reading })
  const common = { topics: ['t'], failure_action: 'drop' }
  const checks = [{ type: 'json', schema: 'temperature' }]
  await ask('POST', '/schema_validations', { ...common, name: 'fits', strategy: 'all_pass', checks })
  await ask('POST', '/message_transformations', {
    ...common,
    name: 'smaller',
    payload_decoder: { type: 'json' },
    payload_encoder: { type: 'avro', schema: 'reading' },
    operations: [],
  })
  const client = await connectClient(context.cluster, { clientId: 'probe' })
  onTestFinished(async () => {
    await client.endAsync(true)
  })
  const received: Buffer[] = []
  client.on('message', (_topic, payload) => received.push(payload))
  await client.subscribeAsync('t', { qos: 1 })
  for (const payload of ['{"temp":"hot"}', '{"temp":1.5}'])
    await client.publishAsync('t', payload, { qos: 1 })
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toEqual(Buffer.from([0, 0, 0, 0, 0, 0, 0xf8, 0x3f]))
  const counted = await ask('GET', '/schema_validations/validation/fits/metrics')
  expect(counted.body).toMatchObject({ metrics: { matched: 2, succeeded: 1, failed: 1 } })

  await ask('DELETE', '/schema_registry/temperature')
  await client.publishAsync('t', '{"temp":2.5}', { qos: 1 })
  const after = await ask('GET', '/schema_validations/validation/fits/metrics')
  expect(after.body).toMatchObject({ metrics: { matched: 3, failed: 2 } })
})

it('refuses a validation by a message type that the schema does not have', async () => {
  const { ask } = await start()
  await ask('POST', '/schema_registry', { name: 'person', type: 'protobuf', source: person })
  const checks = [{ type: 'protobuf', schema: 'person', message_type: 'Nobody' }]
  const { status, body } = await ask('POST', '/schema_validations', {
    name: 'v',
    topics: ['t'],
    strategy: 'all_pass',
    failure_action: 'drop',
    checks,
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    message:
      '{post_config_update,emqx_schema_validation_config,#{missing_schemas => [[<<"person">>,<<"Nobody">>]]}}',
  })
})

it('says what a payload lacks where it cannot be written', async () => {
  const { ask } = await start()
  await ask('POST', '/schema_registry', { name: 'reading', type: 'avro', source: reading })
  const { status, body } = await ask('POST', '/message_transformations/dryrun', {
    message: { topic: 't', payload: '{}' },
    transformation: {
      name: 'x',
      topics: ['t'],
      failure_action: 'drop',
      operations: [],
      payload_decoder: { type: 'json' },
      payload_encoder: { type: 'avro', schema: 'reading' },
    },
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    msg: 'payload_encode_schema_failure',
    encoder: 'avro',
    schema_name: 'reading',
  })
})

it('keeps passwords of other registries to itself, and the one that was masked', async () => {
  const { ask, context } = await start()
  const auth = { mechanism: 'basic', username: 'u', password: 'secret' }
  await ask('POST', '/schema_registry_external', { name: 'c', type: 'confluent', url: 'http://a', auth })
  await ask('PUT', '/schema_registry_external/registry/c', {
    type: 'confluent',
    url: 'http://b',
    auth: { ...auth, password: '******' },
  })
  expect(JSON.stringify((await ask('GET', '/schema_registry_external')).body)).not.toContain('secret')
  expect(context.config.document('schema_registry')).toMatchObject({
    external: { c: { url: 'http://b', auth } },
  })
  expect(JSON.stringify(context.config.toShownDocument('schema_registry'))).not.toContain('secret')
  expect((await ask('DELETE', '/schema_registry_external/registry/c')).status).toBe(204)
  expect((await ask('GET', '/schema_registry_external')).body).toEqual({})
})

it('works by the new text of a schema at once', async () => {
  const { ask } = await start()
  await ask('POST', '/schema_registry', { name: 'reading', type: 'avro', source: reading })
  const test = () =>
    ask('POST', '/rule_test', {
      context: { event_type: 'message_publish', topic: 't', payload: '{"temp":"x"}', clientid: 'c', qos: 0 },
      sql: `SELECT schema_check('reading', json_decode(payload)) AS ok FROM "t"`,
    })
  expect((await test()).body).toEqual({ ok: false })
  await ask('PUT', '/schema_registry/reading', { type: 'json', source: temperature })
  expect((await test()).body).toEqual({ ok: false })
  await ask('PUT', '/schema_registry/reading', { type: 'json', source: '{}' })
  expect((await test()).body).toEqual({ ok: true })
})
