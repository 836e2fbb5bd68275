import { clients as contract } from '@brokerdeck/contract/traffic/clients.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker()
  const client = await connectClient(broker.context.cluster, {
    clientId: 'away',
    protocolVersion: 4,
    clean: false,
  })
  await client.subscribeAsync('in/#', { qos: 1 })
  client.end(true)
  await eventually(() => expect(broker.context.cluster.session('away')?.isConnected).toBe(false))
  const payloads = [
    Buffer.from('plain text'),
    Buffer.from('Grüße, 你好, 🚀'),
    Buffer.from([0, 1, 0xff, 0x7f]),
    Buffer.alloc(0),
  ]
  for (const [at, payload] of [...payloads, ...payloads].entries()) {
    await broker.context.cluster.publish({ topic: `in/${at}`, payload, qos: 1, retain: false })
  }
})

afterEach(() => broker.close())

async function queue(query: string) {
  const { body } = await broker.ask('GET', `/clients/away/mqueue_messages?${query}`)
  return v.parse(contract.mqueueMessages.response[200], body)
}

const topicsOf = (page: Awaited<ReturnType<typeof queue>>) => page.data.map((message) => message.topic)

it('comes in pages that follow one another and end where they stand', async () => {
  const seen: string[] = []
  let position = 'none'
  for (let turn = 0; turn < 3; turn += 1) {
    const page = await queue(`limit=3&position=${position}`)
    seen.push(...topicsOf(page))
    position = page.meta.position
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `in/${at}`))
  const end = await queue(`limit=3&position=${position}`)
  expect(end.data).toEqual([])
  expect(end.meta.position).toBe(position)
  expect(end.meta.start).toMatch(/^\d+_0$/)
})

it('has payloads as base64, as text, or not at all', async () => {
  expect((await queue('limit=3')).data.map((one) => one.payload)).toEqual([
    'cGxhaW4gdGV4dA==',
    Buffer.from('Grüße, 你好, 🚀').toString('base64'),
    'AAH/fw==',
  ])
  expect((await queue('limit=3&payload=plain')).data.map((one) => one.payload)).toEqual([
    'plain text',
    'Grüße, 你好, 🚀',
    '\0\u0001\ufffd\u007f',
  ])
  expect((await queue('payload=none')).data.some((one) => 'payload' in one)).toBe(false)
})

it('is cut short by max_payload_bytes, counted as written, and goes on behind what was cut', async () => {
  const page = await queue('limit=5&max_payload_bytes=30B')
  expect(topicsOf(page)).toEqual(['in/0'])
  expect(topicsOf(await queue(`limit=1&position=${page.meta.position}`))).toEqual(['in/5'])
  expect(topicsOf(await queue('max_payload_bytes=30B&payload=none'))).toHaveLength(8)
  expect(topicsOf(await queue('max_payload_bytes=1'))).toEqual(['in/0'])
})

it.each([
  ['position=abc', 'INVALID_PARAMETER'],
  ['position=end_of_data', 'INVALID_PARAMETER'],
  ['payload=hex', 'BAD_REQUEST'],
  ['max_payload_bytes=lots', 'BAD_REQUEST'],
  ['max_payload_bytes=0', 'BAD_REQUEST'],
  ['limit=0', 'BAD_REQUEST'],
])('is refused with %s', async (query, code) => {
  for (const list of ['mqueue_messages', 'inflight_messages']) {
    expect(await broker.ask('GET', `/clients/away/${list}?${query}`)).toMatchObject({
      status: 400,
      body: { code },
    })
  }
})

it('shows what a client has not acknowledged as inflight', async () => {
  const slow = await connectClient(broker.context.cluster, {
    clientId: 'slow',
    properties: { receiveMaximum: 2 },
    customHandleAcks: () => undefined,
  })
  await slow.subscribeAsync('work', { qos: 1 })
  slow.handleMessage = () => undefined
  for (const text of ['a', 'b', 'c'])
    await broker.ask('POST', '/publish', { topic: 'work', payload: text, qos: 1 })
  const { body } = await broker.ask('GET', '/clients/slow/inflight_messages?payload=plain&limit=1')
  const page = v.parse(contract.inflightMessages.response[200], body)
  expect(page.data).toMatchObject([{ topic: 'work', qos: 1, payload: 'a', from_username: '' }])
  expect(page.meta.position).toMatch(/^\d+$/)
  const rest = await broker.ask(
    'GET',
    `/clients/slow/inflight_messages?payload=plain&position=${page.meta.position}`,
  )
  expect(rest).toMatchObject({ body: { data: [{ payload: 'b' }] } })
  expect(await broker.ask('GET', '/clients/slow/mqueue_messages?payload=plain')).toMatchObject({
    body: { data: [{ payload: 'c', mqueue_priority: 0 }] },
  })
  slow.end(true)
})

it('says "none" twice for a client without messages', async () => {
  const idle = await connectClient(broker.context.cluster, { clientId: 'idle' })
  for (const list of ['mqueue_messages', 'inflight_messages']) {
    const { body } = await broker.ask('GET', `/clients/idle/${list}`)
    expect(body).toEqual({ meta: { start: 'none', position: 'none' }, data: [] })
  }
  idle.end(true)
})
