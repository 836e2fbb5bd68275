import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../testing/connect-client.ts'
import { eventually } from '../testing/eventually.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

let broker: TestBroker
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  broker = await createTestBroker({ clock })
})

afterEach(() => broker.close())

const ban = (body: object) => broker.ask('POST', '/banned', body)
const connect = (clientId: string, username = 'u') =>
  connectClient(broker.world.cluster, { clientId, username })

it.each([
  [{ as: 'clientid', who: 'bot-1' }],
  [{ as: 'username', who: 'mallory' }],
  [{ as: 'clientid_re', who: '^bot-.*$' }],
  [{ as: 'username_re', who: 'allo' }],
  [{ as: 'peerhost', who: '127.0.0.1' }],
  [{ as: 'peerhost_net', who: '127.0.0.0/8' }],
])('with %j a client loses its connection and gets no other', async (body) => {
  const client = await connect('bot-1', 'mallory')
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  expect((await ban(body)).status).toBe(200)
  await closed
  await eventually(() => expect(broker.world.cluster.session('bot-1')).toBeUndefined())
  await expect(connect('bot-1', 'mallory')).rejects.toMatchObject({ code: 0x8a })
})

it('leaves others alone, ends with its time, and can be lifted', async () => {
  const until = Math.floor(clock.now() / 1000) + 60
  await ban({ as: 'clientid', who: 'bad', until })
  const other = await connect('good')
  await expect(connect('bad')).rejects.toMatchObject({ code: 0x8a })
  clock.advance(61_000)
  const again = await connect('bad')
  expect(await broker.ask('GET', '/banned')).toMatchObject({ body: { data: [], meta: { count: 0 } } })
  await ban({ as: 'username', who: 'x' })
  expect((await broker.ask('DELETE', '/banned/username/x')).status).toBe(204)
  expect(await broker.ask('DELETE', '/banned/username/x')).toMatchObject({ status: 404 })
  for (const client of [other, again]) client.end(true)
})

it('answers the ban as it is kept', async () => {
  const answer = await ban({
    as: 'username',
    who: 'mallory',
    until: '2030-01-01T00:00:00.123+08:00',
    at: '2025-01-01T00:00:00Z',
    reason: null,
    by: 'ops',
  })
  expect(answer.body).toEqual({
    as: 'username',
    who: 'mallory',
    at: '2025-01-01T00:00:00+00:00',
    until: '2029-12-31T16:00:00+00:00',
    reason: '',
    by: 'ops',
  })
  expect((await ban({ as: 'peerhost_net', who: '10.0.0.1' })).body).toMatchObject({ who: '10.0.0.1/32' })
  expect(await ban({ as: 'username', who: 'mallory' })).toMatchObject({ body: { code: 'ALREADY_EXISTS' } })
})

it.each([
  [{ as: 'peerhost', who: '300.1.1.1' }, '"bad peerhost"'],
  [{ as: 'peerhost_net', who: '10.0.0.0/99' }, 'function_clause'],
  [{ as: 'clientid_re', who: '([a' }, 'Invalid regular expression'],
  [{ as: 'clientid', who: 'x', until: '2020-01-01T00:00:00Z' }, 'Cannot create expired banned'],
  [{ as: 'clientid', who: 'x', until: 1_924_991_999_000 }, 'root.until'],
  [{ as: 'email', who: 'x' }, 'not_a_enum_symbol'],
  [{ as: 'clientid' }, 'root.who'],
])('refuses %j', async (body, message) => {
  expect(await ban(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
  expect(broker.world.banned.list()).toEqual([])
})

it('does not let a pattern that backtracks without end stop the broker', async () => {
  await ban({ as: 'clientid_re', who: '^(a+)+$' })
  // It does not match, and that is found out in time.
  await connect(`${'a'.repeat(60)}!`)
  await ban({ as: 'clientid_re', who: String.raw`^(a+)+\1$` })
  await expect(connect(`${'a'.repeat(61)}!`)).rejects.toMatchObject({ code: 0x8a })
})

it('is found by one filter at a time', async () => {
  await ban({ as: 'clientid', who: 'dev-1' })
  await ban({ as: 'username', who: 'dev-2' })
  const found = async (query: string) => (await broker.ask('GET', `/banned?${query}`)).body
  expect(await found('clientid=dev-1')).toMatchObject({
    data: [{ who: 'dev-1' }],
    meta: { count: 1, hasnext: false },
  })
  expect(await found('like_username=%5Edev')).toMatchObject({ data: [{ who: 'dev-2' }] })
  expect(await found('')).toMatchObject({ meta: { count: 2 } })
  expect(await found('clientid=a&username=b')).toMatchObject({ message: 'too_many_filters' })
  expect(await found('peerhost=abc')).toMatchObject({ message: '"bad peerhost"' })
  expect((await broker.ask('DELETE', '/banned')).status).toBe(204)
  expect(await found('')).toMatchObject({ data: [] })
})
