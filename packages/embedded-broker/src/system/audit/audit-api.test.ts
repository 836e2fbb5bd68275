import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logRoot } from '../../config/roots/log-root.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const clock = manualClock()
let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker({ edition: 'enterprise', clock })
})

afterEach(() => broker.close())

const pageSchema = v.object({ data: v.array(v.looseObject({ operation_id: v.string() })) })

const enable = (more: object = {}) =>
  broker.context.config.write(logRoot, { audit: { enable: true, ...more } }, { isMerge: true })

async function entries(query = '') {
  return v.parse(pageSchema, (await broker.ask('GET', `/audit${query}`)).body).data
}

it('is refused while it is off', async () => {
  await broker.ask('DELETE', '/banned')
  expect(await broker.ask('GET', '/audit')).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Audit is disabled' },
  })
  await enable()
  expect(await entries()).toEqual([])
})

it('records every write with who, from where and how it went, the newest first, without secrets', async () => {
  await enable()
  await broker.ask('POST', '/users', { username: 'bob', password: 'Secret-123', description: '' })
  await broker.ask('GET', '/users')
  await broker.ask('POST', '/login', { username: 'eve', password: 'guess' })
  await broker.ask('DELETE', '/users/nobody')
  const found = await entries()
  expect(found.map((one) => one.operation_id)).toEqual(['/users/:username', '/login', '/users'])
  expect(found[0]).toMatchObject({
    source: 'admin',
    source_ip: '127.0.0.1',
    from: 'dashboard',
    operation_type: 'users',
    operation_result: 'failure',
    http_method: 'delete',
    http_status_code: 404,
    http_request: { bindings: { username: 'nobody' } },
  })
  expect(found[1]).toMatchObject({ source: 'eve', http_status_code: 401 })
  expect(found[2]).toMatchObject({
    operation_result: 'success',
    http_request: {
      headers: { authorization: '******' },
      body: '#{<<"description">> => <<"">>,<<"password">> => <<"******">>,<<"username">> => <<"bob">>}',
    },
  })
  expect(JSON.stringify(found)).not.toMatch(/Secret-123|guess/)
})

it('is searched by what an entry says and when it was', async () => {
  await enable()
  const start = clock.now()
  await broker.ask('DELETE', '/banned')
  clock.advance(60_000)
  await broker.ask('DELETE', '/clients/none')
  const ids = async (query: string) => (await entries(query)).map((one) => one.operation_id)
  expect(await ids('?operation_result=failure')).toEqual(['/clients/:clientid'])
  expect(await ids('?operation_type=banned&http_method=delete&http_status_code=204')).toEqual(['/banned'])
  expect(await ids('?from=cli')).toEqual([])
  expect(await ids(`?lte_created_at=${start}`)).toEqual(['/banned'])
  expect(await ids(`?gte_created_at=${new Date(start + 1).toISOString()}`)).toEqual(['/clients/:clientid'])
  expect(await broker.ask('GET', '/audit?from=mars')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('unable_to_convert_to_enum_symbol') },
  })
})

it('leaves out what happens all the time, and forgets the oldest', async () => {
  await enable({ max_filter_size: 10 })
  await broker.ask('POST', '/publish', { topic: 't', payload: 'x' })
  for (let at = 0; at < 12; at += 1) await broker.ask('DELETE', `/clients/c${at}`)
  const found = await entries()
  expect(found).toHaveLength(10)
  expect(found.at(-1)).toMatchObject({ http_request: { bindings: { clientid: 'c2' } } })
})
