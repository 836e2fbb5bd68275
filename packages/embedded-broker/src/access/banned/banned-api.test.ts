import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import type { Store } from '../../storage/store.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { Banned } from './banned.ts'

let broker: TestBroker
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  broker = await createTestBroker({ clock })
})

afterEach(() => broker.close())

const ban = (body: object) => broker.ask('POST', '/banned', body)
/** Records the topics that are published from now on. */
function watchTopics(): string[] {
  const topics: string[] = []
  broker.context.cluster.on('published', ({ message }) => {
    if (!message.isSys) topics.push(message.topic)
  })
  return topics
}
const connect = (clientId: string, username = 'u') =>
  connectClient(broker.context.cluster, { clientId, username })

it('a ban of a client ID ends its session', async () => {
  const client = await connect('bot-1', 'mallory')
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  expect((await ban({ as: 'clientid', who: 'bot-1' })).status).toBe(200)
  await closed
  await eventually(() => expect(broker.context.cluster.session('bot-1')).toBeUndefined())
  await expect(connect('bot-1', 'mallory')).rejects.toMatchObject({ code: 0x8a })
})

it.each([
  [{ as: 'username', who: 'mallory' }],
  [{ as: 'clientid_re', who: '^bot-.*$' }],
  [{ as: 'username_re', who: 'allo' }],
  [{ as: 'peerhost', who: '127.0.0.1' }],
  [{ as: 'peerhost_net', who: '127.0.0.0/8' }],
])('with %j a connected client stays and gets no other connection', async (body) => {
  const client = await connect('bot-1', 'mallory')
  expect((await ban(body)).status).toBe(200)
  await client.publishAsync('t', 'x', { qos: 1 })
  expect(broker.context.cluster.session('bot-1')?.isConnected).toBe(true)
  await expect(connect('bot-1', 'mallory')).rejects.toMatchObject({ code: 0x8a })
})

it.each([
  ['bans its client', () => ban({ as: 'clientid', who: 'bot-1' }), []],
  ['kicks its client out', () => broker.ask('DELETE', '/clients/bot-1'), ['bot-1/gone']],
  [
    'bans another and kicks it out',
    async () => {
      await ban({ as: 'clientid', who: 'bot-2' })
      await broker.ask('POST', '/clients/kickout/bulk', ['bot-1'])
    },
    ['bot-1/gone'],
  ],
])('a will that waits is published at once when somebody %s, unless it is banned', async (_, act, wills) => {
  const { cluster } = broker.context
  const published = watchTopics()
  const client = await connectClient(cluster, {
    clientId: 'bot-1',
    clean: false,
    properties: { sessionExpiryInterval: 600 },
    will: { topic: 'bot-1/gone', payload: Buffer.from('x'), properties: { willDelayInterval: 300 } },
  })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await act()
  await closed
  expect(cluster.session('bot-1')).toBeUndefined()
  expect(published).toEqual(wills)
  clock.advance(301_000)
  expect(published).toEqual(wills)
})

it('does not publish the will of who is banned when its delay is over', async () => {
  const { cluster } = broker.context
  const published = watchTopics()
  for (const clientId of ['bad', 'good']) {
    const client = await connectClient(cluster, {
      clientId,
      clean: false,
      properties: { sessionExpiryInterval: 600 },
      will: { topic: `${clientId}/gone`, payload: Buffer.from('x'), properties: { willDelayInterval: 300 } },
    })
    client.stream.destroy()
    await eventually(() => expect(cluster.session(clientId)?.isConnected).toBe(false))
  }
  await ban({ as: 'clientid', who: 'bad' })
  clock.advance(301_000)
  await eventually(() => expect(published).toContain('good/gone'))
  expect(published).toEqual(['good/gone'])
})

it.each([
  ['peerhost', '10.0.0.1', ['10.0.0.1']],
  ['peerhost', '::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
  ['peerhost_net', '10.0.0.0/8', ['10.0.0.1']],
  ['peerhost_net', '::ffff:10.0.0.0/104', ['::ffff:10.0.0.1']],
  ['peerhost_net', '::/0', ['::ffff:10.0.0.1']],
])('a ban of %s %s means the address as the socket shows it', async (as, who, refused) => {
  await ban({ as, who })
  for (const host of ['10.0.0.1', '::ffff:10.0.0.1']) {
    const attempt = connectClient(broker.context.cluster, { clientId: host, peer: { host } })
    if (refused.includes(host)) await expect(attempt).rejects.toMatchObject({ code: 0x8a })
    else (await attempt).end(true)
  }
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
  [{ as: 'clientid_re', who: '([a' }, '{"missing terminating ] for character class",3}'],
  [{ as: 'clientid', who: 'x', until: '2020-01-01T00:00:00Z' }, 'Cannot create expired banned'],
  [{ as: 'clientid', who: 'x', until: 1_924_991_999_000 }, 'root.until'],
  [{ as: 'email', who: 'x' }, 'not_a_enum_symbol'],
  [{ as: 'clientid' }, 'root.who'],
])('refuses %j', async (body, message) => {
  expect(await ban(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
  expect(broker.context.banned.list()).toEqual([])
})

it('refuses a filter that takes too long, instead of showing half a list', async () => {
  await ban({ as: 'clientid', who: `${'a'.repeat(60)}!` })
  const filter = encodeURIComponent(String.raw`^(a+)+\1$`)
  expect(await broker.ask('GET', `/banned?like_clientid=${filter}`)).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: expect.stringContaining('takes too long') },
  })
})

it('does not let a pattern that backtracks without end stop the broker', async () => {
  await ban({ as: 'clientid_re', who: '^(a+)+$' })
  // The pattern does not match, and the match ends in time.
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

it('goes by what is stored: from the start, and again when the disk has refused a change', async () => {
  const { cluster } = broker.context
  const store = memoryStore()
  const kept = { by: '', reason: '', at: 0, until: null }
  await store.put('banned', 'clientid:bot-1', { ...kept, as: 'clientid', who: 'bot-1' })
  await store.put('banned', 'clientid_re:([', { ...kept, as: 'clientid_re', who: '([' })
  const told: (readonly [string, (keys: ReadonlySet<string>) => void])[] = []
  const onRefused: Store['onRefused'] = (...given) => void told.push(given)
  const banned = new Banned(cluster, { ...store, onRefused }, clock.now)
  expect(banned.list().map(({ who }) => who)).toEqual(['bot-1'])
  await expect(connect('bot-1')).rejects.toMatchObject({ code: 0x8a })
  const client = await connect('bot-2')
  // The removed ban exists again, and the added ban does not.
  await store.remove('banned', 'clientid:bot-1')
  await store.put('banned', 'clientid:bot-2', { ...kept, as: 'clientid', who: 'bot-2' })
  for (const [kind, takeBack] of told) if (kind === 'banned') takeBack(new Set())
  expect(banned.list().map(({ who }) => who)).toEqual(['bot-2'])
  await eventually(() => expect(cluster.session('bot-2')).toBeUndefined())
  await client.endAsync(true)
  await (await connect('bot-1')).endAsync(true)
  // An expired ban is kept until the next ban is added.
  const until = clock.now() / 1000 + 60
  await banned.add({ ...kept, as: 'username', who: 'old', until }, () => false)
  clock.advance(61_000)
  await banned.add({ ...kept, as: 'username', who: 'new' }, () => false)
  expect([...store.all('banned').keys()]).toEqual(['clientid_re:([', 'clientid:bot-2', 'username:new'])
})
