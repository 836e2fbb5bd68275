import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { traceApi } from './trace-api.ts'

let broker: TestBroker
let clock: ManualClock

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
const start = '2026-11-21T08:00:00+00:00'

beforeEach(async () => {
  clock = manualClock()
  broker = await createTestBroker({ clock })
})

afterEach(() => broker.close())

const create = (body: object) => broker.ask('POST', '/trace', body)

async function created(body: object): Promise<void> {
  expect((await create(body)).status).toBe(200)
}

/** Returns the whole log of a node without its times. */
async function linesOf(name: string, node = first): Promise<string[]> {
  const { body } = await broker.ask('GET', `/trace/${name}/log?bytes=100000&node=${node}`)
  return textOf(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^\S+ /, '').replace(/^\{"time":"[^"]+",/, '{'))
}

function textOf(body: unknown): string {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : undefined
  return typeof items === 'string' ? items : ''
}

test('a trace is created, listed and found under its condition', async () => {
  expect(await broker.ask('GET', '/trace')).toEqual({ status: 200, body: [] })
  const wanted = { name: 'dev', type: 'clientid', clientid: 'trace-dev', topic: '', ruleid: '', foo: 1 }
  const answer = await create(wanted)
  const shown = {
    name: 'dev',
    type: 'clientid',
    clientid: 'trace-dev',
    status: 'running',
    start_at: start,
    end_at: '2026-11-21T08:10:00+00:00',
    formatter: 'text',
    payload_encode: 'text',
    log_size: { [first]: 0, [second]: 0 },
  }
  expect(answer).toEqual({ status: 200, body: shown })
  expect((await broker.ask('GET', '/trace')).body).toEqual([shown])
})

test('a trace waits, runs and stops by itself; only what happens in between is in it', async () => {
  const times = { start_at: '2026-11-21T08:01:00Z', end_at: 1_795_248_120 }
  await created({ name: 'later', type: 'topic', topic: 'a/#', ...times })
  const statusOf = () =>
    traceApi
      .own(broker.context)
      .traces.list()
      .map((trace) => traceApi.own(broker.context).traces.getStatus(trace))
  const publish = (payload: string) =>
    broker.ask('POST', '/publish', { topic: 'a/b', payload, payload_encoding: 'plain' })
  expect(statusOf()).toEqual(['waiting'])
  expect(broker.context.cluster.trace.write).toBeUndefined()
  await publish('too early')
  expect((await broker.ask('GET', '/trace/later/log_detail')).body).toEqual([])
  expect((await broker.ask('GET', '/trace/later/log')).body).toEqual({
    items: '',
    meta: { bytes: 1000, position: 0 },
  })
  expect((await broker.ask('GET', '/trace/later/download')).body).toEqual({
    code: 'NOT_FOUND',
    message: 'Trace is empty',
  })

  clock.advance(60_000)
  expect(statusOf()).toEqual(['running'])
  await publish('in time')
  clock.advance(60_000)
  expect(statusOf()).toEqual(['stopped'])
  expect(broker.context.cluster.trace.write).toBeUndefined()
  await publish('too late')
  expect(await linesOf('later')).toEqual([
    '[PUBLISH] @ msg: publish_to, payload_encode: text, topic: a/b, payload: in time',
  ])
})

test('what is wrong with a trace is said as EMQX says it', async () => {
  await created({ name: 'one', type: 'clientid', clientid: 'c' })
  const times = { start_at: start, end_at: '2026-11-21T09:00:00Z' }
  const refused = async (body: object) => {
    const { status, body: answer } = await create({ name: 'bad', type: 'clientid', clientid: 'x', ...body })
    return { status, ...(typeof answer === 'object' ? answer : {}) }
  }
  const parameters = (message: string) => ({ status: 400, code: 'INVALID_PARAMS', message })
  expect(await refused({ name: 'one' })).toEqual({
    status: 409,
    code: 'ALREADY_EXISTS',
    message: 'one Already Exists',
  })
  expect(await refused({ clientid: 'c' })).toEqual({
    status: 409,
    code: 'DUPLICATE_CONDITION',
    message: 'one Duplication Condition',
  })
  expect(await refused({ ...times, start_at: times.end_at })).toEqual(
    parameters('failed by start_at >= end_at'),
  )
  expect(await refused({ end_at: start })).toEqual(parameters('end_at time has already passed'))
  expect(await refused({ clientid: undefined, topic: 'x' })).toEqual(parameters('required clientid field'))
  expect(await refused({ type: 'topic', topic: 'a/#/b' })).toEqual(
    parameters("topic: a/#/b invalid by 'topic_invalid_#'"),
  )
  expect(await refused({ type: 'ip_address', ip_address: '300.1.1.1' })).toEqual(
    parameters('ip address: einval'),
  )
  expect(await refused({ name: '1 bad' })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    message: expect.stringContaining('Name should be ^[A-Za-z]+[A-Za-z0-9-_]*$'),
  })
  const xml = await refused({ formatter: 'xml' })
  expect(xml).toMatchObject({ status: 400, message: expect.stringContaining('"matched_no_union_member"') })
  expect(xml).toMatchObject({ message: expect.stringContaining('"Expected: json, got:xml"') })
  expect(traceApi.own(broker.context).traces.list()).toHaveLength(1)
})

test('a condition is free again once its trace has stopped', async () => {
  await created({ name: 'one', type: 'clientid', clientid: 'c' })
  expect(await broker.ask('PUT', '/trace/one/stop')).toEqual({
    status: 200,
    body: { name: 'one', enable: false },
  })
  clock.advance(1000)
  await created({ name: 'two', type: 'clientid', clientid: 'c' })
})

test('there are thirty traces at most', async () => {
  for (let at = 0; at < 30; at++) await created({ name: `t${at}`, type: 'clientid', clientid: `c${at}` })
  expect((await create({ name: 'over', type: 'clientid', clientid: 'over' })).body).toMatchObject({
    code: 'INVALID_PARAMS',
    message: 'The number of traces created has reached the maximum please delete the useless ones first',
  })
  expect((await broker.ask('DELETE', '/trace')).status).toBe(204)
  expect(traceApi.own(broker.context).traces.list()).toEqual([])
})

test('stopping says so in the log, and ends it; deleting takes it away', async () => {
  await created({ name: 'dev', type: 'clientid', clientid: 'dev' })
  for (const _ of [1, 2]) {
    expect(await broker.ask('PUT', '/trace/dev/stop')).toEqual({
      status: 200,
      body: { name: 'dev', enable: false },
    })
  }
  const client = await connectClient(broker.context.cluster, { clientId: 'dev' })
  await client.endAsync()
  expect(await linesOf('dev')).toEqual(['[API] dev@ msg: trace_stopping, '])
  expect((await broker.ask('DELETE', '/trace/dev')).status).toBe(204)
  for (const [method, path] of [
    ['DELETE', '/trace/dev'],
    ['PUT', '/trace/dev/stop'],
    ['GET', '/trace/dev/log'],
    ['GET', '/trace/dev/log_detail'],
    ['GET', '/trace/dev/download'],
  ] as const) {
    expect(await broker.ask(method, path)).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'dev NOT FOUND' },
    })
  }
})

test('a log is read piece by piece, and never through a character', async () => {
  await created({ name: 'a', type: 'topic', topic: '#' })
  await broker.ask('POST', '/publish', { topic: 'a', payload: 'Grüße, 温度 🌡' })
  const whole = textOf((await broker.ask('GET', '/trace/a/log?bytes=2147483647')).body)
  const size = Buffer.byteLength(whole)
  expect((await broker.ask('GET', '/trace')).body).toMatchObject([
    { log_size: { [first]: size, [second]: 0 } },
  ])
  expect((await broker.ask('GET', '/trace/a/log_detail')).body).toEqual([
    { node: first, size, mtime: clock.now() / 1000 },
    { node: second, size: 0, mtime: clock.now() / 1000 },
  ])
  for (const bytes of [1, 2, 3, 7]) {
    let read = ''
    for (let position = 0; position < size; ) {
      const { body } = await broker.ask('GET', `/trace/a/log?bytes=${bytes}&position=${position}`)
      expect(textOf(body)).not.toBe('')
      read += textOf(body)
      position += Buffer.byteLength(textOf(body))
      expect(body).toMatchObject({ meta: { bytes, position } })
    }
    expect(read).toBe(whole)
  }
  for (const position of [size, 99_999_999]) {
    const { body } = await broker.ask('GET', `/trace/a/log?bytes=600&position=${position}`)
    expect(body).toEqual({ items: '', meta: { bytes: 600, position: size } })
  }
  expect((await broker.ask('GET', '/trace/a/log?bytes=-1')).body).toMatchObject({ code: 'BAD_REQUEST' })
})

test('the download is a zip with a log for each node that has seen something', async () => {
  await created({ name: 'a', type: 'topic', topic: '#' })
  const client = await connectClient(broker.context.cluster, { node: second })
  await client.publishAsync('a', 'from the second')
  await broker.ask('POST', '/publish', { topic: 'a', payload: 'from the first' })
  await client.endAsync()
  const download = async (search: string) => {
    const headers = { authorization: `Bearer ${broker.login()}` }
    return await broker.app.inject({ url: `/api/v5/trace/a/download${search}`, headers })
  }
  const both = await download('')
  expect(both.headers).toMatchObject({
    'content-type': 'application/x-zip',
    'content-disposition': 'attachment; filename=a.zip',
  })
  const files = unzipSync(both.rawPayload)
  expect(Object.keys(files)).toEqual([`${first}-trace_a_2026-11-21.log`, `${second}-trace_a_2026-11-21.log`])
  expect(Buffer.from(files[`${first}-trace_a_2026-11-21.log`] ?? []).toString()).toContain('from the first')
  const one = unzipSync((await download(`?node=${second}`)).rawPayload)
  expect(Object.keys(one)).toEqual([`${second}-trace_a_2026-11-21.log`])
  expect((await download('?node=ghost@127.0.0.9')).json()).toEqual({
    code: 'NOT_FOUND',
    message: 'Node NOT FOUND',
  })
})

test('a stopped node is left out, and its log is there again after its start', async () => {
  await created({ name: 'a', type: 'topic', topic: '#' })
  const client = await connectClient(broker.context.cluster, { node: second })
  await client.publishAsync('a', 'x')
  await client.endAsync()
  const node = broker.context.cluster.nodes.find(({ name }) => name === second)
  await node?.stop()
  expect((await broker.ask('GET', '/trace')).body).toMatchObject([{ log_size: { [first]: 0 } }])
  expect((await broker.ask('GET', '/trace/a/log_detail')).body).toHaveLength(1)
  expect((await broker.ask('GET', `/trace/a/log?node=${second}`)).status).toBe(404)
  expect((await broker.ask('GET', '/trace/a/download')).status).toBe(404)
  await node?.start()
  expect((await linesOf('a', second)).join()).toContain('publish_to')
})
