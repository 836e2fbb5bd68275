import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker()
})

afterAll(() => broker.close())

it.each([
  ['POST', 'tcp:default', { id: 'tcp:default', type: 'tcp' }, 'Already Exist'],
  ['POST', 'tcp:x', {}, 'unknown listener type'],
  ['POST', 'tcp:x', { id: 'tcp:x', type: 'ws' }, 'listener_type_inconsistent'],
  ['POST', 'tcp:x y', { id: 'tcp:x y', type: 'tcp' }, 'invalid_map_key'],
  ['POST', 'tcp:x', { id: 'tcp:x', type: 'tcp', name: 'x' }, 'unknown_fields'],
  ['POST', 'tcp:x', { id: 'tcp:x', type: 'tcp', bind: 70_000 }, 'port_number_too_large'],
  ['POST', 'tcp:x', { id: 'tcp:x', type: 'tcp', access_rules: ['maybe all'] }, 'invalid_rule(s): maybe all'],
  ['POST', 'tcp:x', { id: 'tcp:x', type: 'tcp', max_connections: 0 }, 'Expected: infinity, got:0'],
  ['PUT', 'tcp:default', { type: 'tcp' }, 'required_field'],
  ['PUT', 'tcp:default', { id: 'tcp:other', type: 'tcp' }, "Path and body's listener id not match"],
  ['PUT', 'tcp:nope', { id: 'tcp:nope', type: 'tcp' }, 'Listener id not found'],
] as const)('%s %s %j is refused: %s', async (method, id, body, words) => {
  const answer = await broker.ask(method, `/listeners/${encodeURIComponent(id)}`, body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(answer.body)).toContain(words)
})

it('says what is no id, and what there is not', async () => {
  for (const [id, reason] of [
    ['nope', '{invalid_listener_id,nope}'],
    ['udp:x', "{invalid_listener_id,'udp:x'}"],
  ] as const) {
    const { status, body } = await broker.ask('GET', `/listeners/${id}`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(reason)])
  }
  for (const action of ['start', 'stop', 'restart']) {
    expect(await broker.ask('POST', `/listeners/tcp:nope/${action}`)).toMatchObject({
      status: 404,
      body: { code: 'BAD_LISTENER_ID' },
    })
  }
})

it('is made with its name too', async () => {
  const made = await broker.ask('POST', '/listeners', { type: 'tcp', name: 'named', bind: '0.0.0.0:21883' })
  expect(made).toMatchObject({ status: 200, body: { id: 'tcp:named', bind: '0.0.0.0:21883' } })
  const union = await broker.ask('POST', '/listeners', [])
  expect(JSON.stringify(union.body)).toContain('listeners:with_name_quic_required_bind')
  await broker.ask('DELETE', '/listeners/tcp:named')
})
