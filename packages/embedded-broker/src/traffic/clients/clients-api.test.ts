import { clients as contract } from '@brokerdeck/contract/traffic/clients.ts'
import type { MqttClient } from 'mqtt'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker()
  const connect = (clientId: string, options: object, node = one) =>
    connectClient(broker.context.cluster, { clientId, node, ...options })
  await connect('device-1', { username: 'sensors' })
  await connect('device-2', { username: 'sensors', protocolVersion: 4, clean: false }, two)
  await connect('a/b c#1?ü%2F', { username: 'alice' })
  const offline = await connect('offline', { protocolVersion: 4, clean: false })
  offline.end(true)
  await eventually(() => expect(broker.context.cluster.session('offline')?.isConnected).toBe(false))
})

afterEach(() => broker.close())

async function listed(query: string) {
  const { body } = await broker.ask('GET', `/clients?${query}`)
  const { data, meta } = v.parse(contract.list.response[200], body)
  return { ids: data.map((client) => client.clientid).sort(), meta }
}

describe('the list', () => {
  it.each([
    ['', ['a/b c#1?ü%2F', 'device-1', 'device-2', 'offline']],
    ['username=sensors', ['device-1', 'device-2']],
    ['username=sensors&username=alice', ['a/b c#1?ü%2F', 'device-1', 'device-2']],
    ['username=sensors,alice', []],
    ['clientid=device-1&clientid=ghost', ['device-1']],
    ['clientid=device-1&username=alice', []],
    ['like_clientid=device', ['device-1', 'device-2']],
    ['like_clientid=DEVICE', []],
    ['like_clientid=dev.*', []],
    [`like_clientid=${encodeURIComponent('a/b c#1?ü')}`, ['a/b c#1?ü%2F']],
    ['like_username=ens', ['device-1', 'device-2']],
    ['conn_state=disconnected', ['offline']],
    ['conn_state=idle', []],
    ['clean_start=false', ['device-2', 'offline']],
    ['proto_ver=4', ['device-2', 'offline']],
    ['ip_address=127.0.0.1', ['a/b c#1?ü%2F', 'device-1', 'device-2', 'offline']],
    ['ip_address=10.1.1.1', []],
    ['lte_connected_at=2020-01-01T00:00:00%2B08:00', []],
    ['gte_connected_at=2100-01-01T00:00:00%2B08:00', []],
    ['gte_connected_at=1577836800000', ['a/b c#1?ü%2F', 'device-1', 'device-2', 'offline']],
    ['lte_created_at=1577836800000', []],
    ['gte_created_at=4102444800000', []],
    ['gte_created_at=1577836800000', ['a/b c#1?ü%2F', 'device-1', 'device-2', 'offline']],
    [`node=${two}`, ['device-2']],
  ])('with %s finds %j', async (query, ids) => {
    expect((await listed(query)).ids).toEqual(ids)
  })

  it('has pages, and counts unless the filter is fuzzy', async () => {
    expect((await listed('limit=3')).meta).toEqual({ page: 1, limit: 3, count: 4, hasnext: true })
    expect((await listed('limit=3&page=2')).meta).toEqual({ page: 2, limit: 3, count: 4, hasnext: false })
    expect((await listed('limit=3&page=9')).ids).toEqual([])
    expect((await listed('like_clientid=d')).meta).toEqual({ page: 1, limit: 100, hasnext: false })
  })

  it('has only the asked fields', async () => {
    const { body } = await broker.ask(
      'GET',
      '/clients?clientid=device-1&fields=clientid,username,recv_msg.qos1',
    )
    expect(body).toMatchObject({ data: [{ clientid: 'device-1', username: 'sensors', 'recv_msg.qos1': 0 }] })
    expect(body).not.toHaveProperty('data[0].node')
  })

  it.each([
    ['fields=clientid,nope', 'BAD_REQUEST'],
    ['conn_state=sleeping', 'BAD_REQUEST'],
    ['gte_connected_at=yesterday', 'BAD_REQUEST'],
    ['limit=10001', 'BAD_REQUEST'],
    ['page=one', 'BAD_REQUEST'],
    ['proto_ver=five', 'INVALID_PARAMETER'],
    ['ip_address=127.0.0.1:47358', 'INVALID_PARAMETER'],
    ['node=ghost@127.0.0.9', 'NODE_DOWN'],
  ])('refuses %s with %s', async (query, code) => {
    expect(await broker.ask('GET', `/clients?${query}`)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('the list by cursor', () => {
  it('reaches everybody once, in any page size, while clients come', async () => {
    for (const limit of [1, 2, 3, 10]) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const next = cursor === undefined ? '' : `&cursor=${cursor}`
        const { body } = await broker.ask('GET', `/clients_v2?limit=${limit}${next}&node=${two}`)
        const { data, meta } = v.parse(contract.listByCursor.response[200], body)
        expect(meta.count).toBe(data.length)
        seen.push(...data.map((client) => client.clientid))
        cursor = meta.cursor
      } while (cursor !== undefined)
      expect(seen.sort()).toEqual(['a/b c#1?ü%2F', 'device-1', 'device-2', 'offline'])
    }
  })

  it.each(['abc', 'eyJhIjoxfQ==', ''])('refuses the cursor %j', async (cursor) => {
    const answer = await broker.ask('GET', `/clients_v2?cursor=${encodeURIComponent(cursor)}`)
    expect(answer).toEqual({ status: 400, body: { code: 'BAD_REQUEST', message: 'bad cursor' } })
  })
})

describe('one client', () => {
  it('is shown with all its fields, some only while connected, some only while not', async () => {
    const online = v.parse(contract.get.response[200], (await broker.ask('GET', '/clients/device-1')).body)
    expect(online).toMatchObject({ connected: true, username: 'sensors', proto_ver: 5, is_persistent: false })
    expect(online.recv_oct).toBeGreaterThan(0)
    expect(online).not.toHaveProperty('disconnected_at')
    const offline = v.parse(contract.get.response[200], (await broker.ask('GET', '/clients/offline')).body)
    expect(offline).toMatchObject({ connected: false, expiry_interval: 7200, username: null })
    expect(offline).toHaveProperty('disconnected_at')
    expect(offline).not.toHaveProperty('recv_oct')
    const odd = await broker.ask('GET', `/clients/${encodeURIComponent('a/b c#1?ü%2F')}`)
    expect(odd).toMatchObject({ body: { clientid: 'a/b c#1?ü%2F' } })
  })

  it('may have a name of any length', async () => {
    const name = 'ü'.repeat(20_000)
    const client = await connectClient(broker.context.cluster, { clientId: name })
    const answer = await broker.ask('GET', `/clients/${encodeURIComponent(name)}`)
    expect(answer).toMatchObject({ status: 200, body: { clientid: name } })
    client.end(true)
  })

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/subscriptions'],
    ['GET', '/mqueue_messages'],
    ['GET', '/inflight_messages'],
    ['GET', '/authorization/cache'],
    ['DELETE', '/authorization/cache'],
  ] as const)('that is not there is 404 (%s %s)', async (method, path) => {
    const body = { code: 'CLIENTID_NOT_FOUND', message: 'Client ID not found' }
    expect(await broker.ask(method, `/clients/ghost${path}`)).toEqual({ status: 404, body })
  })

  it('is kicked out, connected or not, alone or with others', async () => {
    const victim = await connectClient(broker.context.cluster, { clientId: 'victim' })
    const farewell = new Promise((resolve) =>
      victim.once('disconnect', (packet) => resolve(packet.reasonCode)),
    )
    expect((await broker.ask('DELETE', '/clients/victim')).status).toBe(204)
    expect(await farewell).toBe(0x98)
    expect((await broker.ask('DELETE', '/clients/victim')).status).toBe(404)
    expect((await broker.ask('DELETE', '/clients/offline')).status).toBe(204)
    const many = await broker.ask('POST', '/clients/kickout/bulk', ['device-1', 'ghost', 2])
    expect(many.status).toBe(204)
    expect((await listed('')).ids).toEqual(['a/b c#1?ü%2F', 'device-2'])
    expect(await broker.ask('POST', '/clients/kickout/bulk', { clientids: ['device-2'] })).toMatchObject({
      status: 400,
    })
  })

  it('gets another keepalive', async () => {
    const answer = await broker.ask('PUT', '/clients/offline/keepalive', { interval: '30' })
    expect(answer).toMatchObject({ status: 200, body: { keepalive: 30 } })
    for (const interval of [-1, 65_536]) {
      expect(await broker.ask('PUT', '/clients/offline/keepalive', { interval })).toMatchObject({
        status: 400,
      })
    }
    expect(broker.context.cluster.session('offline')?.keepalive).toBe(30)
  })

  it('counts among the sessions', async () => {
    expect(await broker.ask('GET', '/sessions_count?since=5')).toEqual({ status: 200, body: 4 })
  })

  it('has an empty authorization cache, as nothing is authorized', async () => {
    expect(await broker.ask('GET', '/clients/device-1/authorization/cache')).toEqual({
      status: 200,
      body: [],
    })
    expect((await broker.ask('DELETE', '/clients/device-1/authorization/cache')).status).toBe(204)
  })
})

describe('a client that the API subscribes', () => {
  let client: MqttClient

  beforeEach(async () => {
    client = await connectClient(broker.context.cluster, { clientId: 'device' })
  })

  afterEach(() => void client.end(true))

  const topics = () => [...(broker.context.cluster.session('device')?.subscriptions.keys() ?? [])]
  const plain = { clientid: 'device', node: 'emqx@127.0.0.1', qos: 0, nl: 0, rap: 0, rh: 0 }

  it('subscribes a client, which then gets the messages', async () => {
    const message = new Promise((resolve) => client.once('message', (topic) => resolve(topic)))
    const answer = await broker.ask('POST', '/clients/device/subscribe', {
      topic: 'api/+',
      qos: 1,
      nl: 1,
      rap: 1,
      rh: 2,
    })
    expect(answer).toEqual({ status: 200, body: { ...plain, topic: 'api/+', qos: 1, nl: 1, rap: 1, rh: 2 } })
    await broker.ask('POST', '/publish', { topic: 'api/x', payload: 'hello' })
    expect(await message).toBe('api/x')
    expect(await broker.ask('GET', '/clients/device/subscriptions')).toEqual({
      status: 200,
      body: [{ ...plain, topic: 'api/+', qos: 1, nl: 1, rap: 1, rh: 2, durable: false }],
    })
  })

  it('subscribes to several at once, or to none if one is impossible', async () => {
    const good = [{ topic: 'a', qos: 1 }, { topic: '$share/g/b' }]
    expect(await broker.ask('POST', '/clients/device/subscribe/bulk', good)).toMatchObject({
      status: 200,
      body: [{ topic: 'a', qos: 1 }, { topic: '$share/g/b' }],
    })
    const bad = await broker.ask('POST', '/clients/device/subscribe/bulk', [
      { topic: 'c' },
      { topic: 'x/#/y' },
    ])
    expect(bad).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
    expect(topics()).toEqual(['a', '$share/g/b'])
  })

  it.each([
    [{ topic: '$share/g/d', nl: 1 }, 'INVALID_PARAMETER'],
    [{ topic: '$share/g' }, 'INVALID_PARAMETER'],
    [{ topic: '' }, 'INVALID_PARAMETER'],
    [{ topic: 'f', qos: 3 }, 'BAD_REQUEST'],
    [{ topic: 'f', foo: 1 }, 'BAD_REQUEST'],
    [{ qos: 1 }, 'BAD_REQUEST'],
  ])('refuses %j with %s', async (body, code) => {
    expect(await broker.ask('POST', '/clients/device/subscribe', body)).toMatchObject({
      status: 400,
      body: { code },
    })
    expect(topics()).toEqual([])
  })

  it('unsubscribes, also from what was never subscribed', async () => {
    await client.subscribeAsync(['a', 'b', '$share/g/c'])
    const one = await broker.ask('POST', '/clients/device/unsubscribe', { topic: '$share/g/c' })
    const none = await broker.ask('POST', '/clients/device/unsubscribe', { topic: 'not/there' })
    const many = await broker.ask('POST', '/clients/device/unsubscribe/bulk', [
      { topic: 'a' },
      { topic: 'x' },
    ])
    expect([one.status, none.status, many.status]).toEqual([204, 204, 204])
    expect(topics()).toEqual(['b'])
    expect(await broker.ask('POST', '/clients/device/unsubscribe', {})).toMatchObject({ status: 400 })
    expect(await broker.ask('POST', '/clients/ghost/unsubscribe', { topic: 'b' })).toMatchObject({
      status: 404,
    })
  })
})
