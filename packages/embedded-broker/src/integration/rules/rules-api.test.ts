import { traceLineSchema } from '@brokerdeck/contract/diagnose/trace.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker()
})

afterEach(() => broker.close())

const republish = (topic: string, args: object = {}) => ({
  function: 'republish',
  args: { topic, qos: 1, ...args },
})

async function metricsOf(id: string) {
  return (await broker.ask('GET', `/rules/${id}/metrics`)).body
}

const logSchema = v.object({ items: v.string() })

/** Returns the lines of a trace on the first node. */
async function linesOf(trace: string) {
  const node = encodeURIComponent(broker.context.cluster.nodes[0]?.name ?? '')
  const { body } = await broker.ask('GET', `/trace/${trace}/log?bytes=1000000&node=${node}`)
  const lines = v.parse(logSchema, body).items.trimEnd().split('\n')
  return lines.filter((line) => line !== '').map((line) => v.parse(traceLineSchema, JSON.parse(line)))
}

it('fires on messages, republishes, and counts where it happened', async () => {
  const sql = 'SELECT payload.t as t, clientid, pub_props FROM "in/+" WHERE payload.t > 20'
  const args = { payload: '{"t":${t}}', mqtt_properties: { 'Content-Type': 'json' } }
  const actions = [republish('out/${clientid}', args), { function: 'console' }, 'http:none']
  expect((await broker.ask('POST', '/rules', { id: 'hot', sql, actions })).status).toBe(201)
  const client = await connectClient(broker.context.cluster, { clientId: 'dev', protocolVersion: 5 })
  await client.subscribeAsync('out/#')
  const heard: unknown[] = []
  client.on('message', (topic, payload, { properties }) =>
    heard.push([topic, String(payload), properties?.contentType]),
  )
  for (const t of [21, 19]) await client.publishAsync('in/1', JSON.stringify({ t }))
  await client.publishAsync('in/1', 'no json')
  await eventually(() => expect(heard).toEqual([['out/dev', '{"t":21}', 'json']]))
  const expected = {
    metrics: {
      matched: 3,
      passed: 1,
      failed: 2,
      'failed.exception': 1,
      'failed.no_result': 1,
      'actions.total': 3,
      'actions.success': 2,
      'actions.discarded': 1,
    },
  }
  await eventually(async () => expect(await metricsOf('hot')).toMatchObject(expected))
  await broker.ask('PUT', '/rules/hot/metrics/reset')
  expect(await metricsOf('hot')).toMatchObject({ metrics: { matched: 0 } })
  await client.endAsync()
})

it('fires on events of clients and sessions', async () => {
  const sql =
    'SELECT event, clientid FROM "$events/client_connected", "$events/session_subscribed", "$events/client_disconnected"'
  await broker.ask('POST', '/rules', { id: 'ev', sql, actions: [{ function: 'console' }] })
  const client = await connectClient(broker.context.cluster, { clientId: 'dev' })
  await client.subscribeAsync('a')
  await client.endAsync()
  await eventually(async () => expect(await metricsOf('ev')).toMatchObject({ metrics: { passed: 3 } }))
})

it('fires on what is decided about clients, and on what they acknowledge', async () => {
  const { cluster } = broker.context
  const names = [
    'client_check_authn_complete',
    'client_connack',
    'client_check_authz_complete',
    'message_acked',
  ]
  const from = names.map((name) => `"$events/${name}"`).join(', ')
  const sql = `SELECT event, clientid, reason_code, action, topic, result, authz_source, puback_props FROM ${from}`
  const told = republish('told', { payload: '${.}' })
  const seen: unknown[] = []
  const watcher = await connectClient(cluster, { clientId: 'watcher' })
  await watcher.subscribeAsync('told')
  watcher.on('message', (_topic, payload) => {
    const row = JSON.parse(String(payload))
    if (row.clientid !== 'watcher') seen.push(row)
  })
  await broker.ask('POST', '/rules', { id: 'all', sql, actions: [told] })
  const client = await connectClient(cluster, { clientId: 'dev', protocolVersion: 5 })
  await client.subscribeAsync('in', { qos: 1 })
  await client.publishAsync('in', 'x', { qos: 1 })
  await eventually(() =>
    expect(seen).toMatchObject([
      { event: 'client.check_authn_complete', reason_code: 'success' },
      { event: 'client.connack', reason_code: 'success' },
      { event: 'client.check_authz_complete', action: 'subscribe', topic: 'in', result: 'allow' },
      { event: 'client.check_authz_complete', action: 'publish', topic: 'in', result: 'allow' },
      { event: 'message.acked', topic: 'in' },
    ]),
  )
  seen.length = 0
  await broker.ask('POST', '/banned', { as: 'clientid', who: 'stranger' })
  await expect(connectClient(cluster, { clientId: 'stranger', protocolVersion: 5 })).rejects.toThrow()
  await eventually(() => expect(seen).toMatchObject([{ event: 'client.connack', reason_code: 'banned' }]))
  await client.endAsync()
  await watcher.endAsync()
})

it('ends rules that republish to themselves or to each other', async () => {
  await broker.ask('POST', '/rules', { id: 'self', sql: 'SELECT * FROM "s"', actions: [republish('s')] })
  await broker.ask('POST', '/rules', { id: 'ping', sql: 'SELECT * FROM "p"', actions: [republish('q')] })
  await broker.ask('POST', '/rules', { id: 'pong', sql: 'SELECT * FROM "q"', actions: [republish('p')] })
  for (const topic of ['s', 'p']) await broker.ask('POST', '/publish', { topic, payload: '{}' })
  expect(await metricsOf('self')).toMatchObject({ metrics: { matched: 2 } })
  expect(await metricsOf('ping')).toMatchObject({ metrics: { matched: 11 } })
})

it('passes rules by for what is dispatched directly', async () => {
  const actions = [republish('d2', { direct_dispatch: true })]
  await broker.ask('POST', '/rules', { id: 'first', sql: 'SELECT * FROM "d1"', actions })
  await broker.ask('POST', '/rules', { id: 'second', sql: 'SELECT * FROM "d2"' })
  await broker.ask('POST', '/publish', { topic: 'd1', payload: '{}' })
  expect(await metricsOf('first')).toMatchObject({ metrics: { passed: 1 } })
  expect(await metricsOf('second')).toMatchObject({ metrics: { matched: 0 } })
})

it('merges what is changed, filters and pages', async () => {
  for (const id of ['a1', 'a2', 'b1'])
    await broker.ask('POST', '/rules', { id, sql: `SELECT * FROM "${id}/#"` })
  const { body } = await broker.ask('PUT', '/rules/a1', { enable: false })
  expect(body).toMatchObject({ id: 'a1', enable: false, sql: 'SELECT * FROM "a1/#"', from: ['a1/#'] })
  const idsOf = async (search: string) => JSON.stringify((await broker.ask('GET', `/rules?${search}`)).body)
  expect(await idsOf('like_id=a&limit=1&page=2')).toMatch(/"id":"a2".*"hasnext":false/)
  expect(await idsOf('enable=false')).toMatch(/"id":"a1".*"count":1/)
  expect(await idsOf('match_from=b1/x')).toContain('"data":[]')
  expect((await broker.ask('GET', '/rules?limit=0')).body).toMatchObject({ message: 'page_limit_invalid' })
})

it('tells its traces each step', async () => {
  const actions = [{ function: 'console' }, republish('out/${clientid}'), 'http:gone']
  await broker.ask('POST', '/rules', {
    id: 'seen',
    sql: 'SELECT clientid, 1 / payload.n as x FROM "t"',
    actions,
  })
  await broker.ask('POST', '/trace', { name: 'seen', type: 'ruleid', ruleid: 'seen', formatter: 'json' })
  const said = async (act: () => Promise<unknown>) => {
    const before = (await linesOf('seen')).length
    await act()
    return (await linesOf('seen')).slice(before)
  }
  const context = { event_type: 'message_publish', topic: 't', clientid: 'c', payload: '{"n": 1}' }
  const dry = await said(() => broker.ask('POST', '/rules/seen/test', { context }))
  expect(dry.map(({ msg, meta }) => `${meta['trace_tag']} ${msg}`)).toEqual([
    'RULE_SQL_EXEC rule_activated',
    'RULE_SQL_EXEC SQL_yielded_result',
    'ACTION call_action_function',
    'QUERY_RENDER action_template_rendered',
    'ACTION action_stopped_after_template_rendering',
    'ACTION call_action_function',
    'QUERY_RENDER action_template_rendered',
    'ACTION action_stopped_after_template_rendering',
    'BRIDGE bridge_action',
    'ACTION discarded',
  ])
  for (const { meta } of dry) expect(meta).toMatchObject({ rule_id: 'seen', stop_action_after_render: true })
  expect(dry[6]?.meta['result']).toMatchObject({ topic: 'out/c', flags: { retain: false } })
  const earnest = await said(() =>
    broker.ask('POST', '/rules/seen/test', { context, stop_action_after_template_rendering: false }),
  )
  expect(earnest.slice(-7).map(({ msg }) => msg)).toEqual([
    'call_action_function',
    'action_template_rendered',
    'republish_message',
    'publish_to',
    'action_success',
    'bridge_action',
    'discarded',
  ])
  const failing = { ...context, payload: '{"n": 0}' }
  const failed = await said(() => broker.ask('POST', '/rules/seen/test', { context: failing }))
  expect(failed.at(-1)).toMatchObject({
    msg: 'SELECT_clause_exception',
    meta: { reason: expect.stringMatching(/^\{error,badarith,/) },
  })
})

it('names the client whose message it was', async () => {
  await broker.ask('POST', '/rules', { id: 'whose', sql: 'SELECT * FROM "w"' })
  await broker.ask('POST', '/trace', { name: 'whose', type: 'ruleid', ruleid: 'whose', formatter: 'json' })
  const client = await connectClient(broker.context.cluster, { clientId: 'dev', username: 'real' })
  await client.publishAsync('w', 'x', { qos: 1 })
  for (const { meta } of await linesOf('whose'))
    expect(meta).toMatchObject({ clientid: 'dev', username: 'real', peername: expect.any(String) })
})

it('tests a statement and keeps integers of any length', async () => {
  const context = { event_type: 'message_publish', topic: 't/a', payload: '{"n":12345678901234567890}' }
  const headers = { authorization: `Bearer ${broker.login()}` }
  const ask = (sql: string) =>
    broker.app.inject({ method: 'POST', url: '/api/v5/rule_test', headers, payload: { context, sql } })
  expect((await ask('SELECT payload.n as n FROM "t/#"')).body).toBe('{"n":12345678901234567890}')
  expect((await ask('SELECT * FROM "x"')).statusCode).toBe(412)
  expect((await ask('SELECT 1 / 0 as x FROM "t/#"')).json()).toEqual({
    code: 'BAD_REQUEST',
    message: '{"select_and_transform_error":"badarith"}',
  })
})

it('applies a rule on made-up columns, for show or in earnest', async () => {
  await broker.ask('POST', '/rules', {
    id: 'r',
    sql: 'SELECT * FROM "t"',
    actions: [republish('u', { retain: true })],
  })
  const context = { event_type: 'message_publish', topic: 't', payload: '{}' }
  const apply = (body: object) => broker.ask('POST', '/rules/r/test', body)
  expect(await apply({ context })).toEqual({ status: 200, body: ['ok'] })
  expect(broker.context.cluster.retained('u')).toHaveLength(0)
  await apply({ context, stop_action_after_template_rendering: false })
  expect(broker.context.cluster.retained('u')).toHaveLength(1)
  expect((await apply({ context: { ...context, topic: 'x' } })).status).toBe(412)
  expect((await broker.ask('DELETE', '/rules/r')).status).toBe(204)
  expect((await apply({ context })).body).toMatchObject({ code: 'RULE_NOT_FOUND' })
})

it('runs a rule on a given event only after a thread of its own has tried it', async () => {
  const actions = [republish('u', { retain: true })]
  await broker.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "t"', actions })
  const context = { event_type: 'message_publish', topic: 't', payload: '{}' }
  const body = { context, stop_action_after_template_rendering: false }
  const tested = broker.ask('POST', '/rules/r/test', body)
  await broker.ask('PUT', '/rules/r', { sql: 'SELECT 1 as a FROM "t"', actions })
  expect(await tested).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'The rule was changed or deleted while it was being tested.' },
  })
  await broker.context.sandbox.close()
  expect((await broker.ask('POST', '/rules/r/test', body)).status).toBe(503)
  expect(await metricsOf('r')).toMatchObject({ metrics: { matched: 0, 'actions.total': 0 } })
  expect(broker.context.cluster.retained('u')).toHaveLength(0)
})

it('says which events there are, and keeps the settings of the engine', async () => {
  const { body } = await broker.ask('GET', '/rule_events')
  expect(body).toHaveLength(15)
  const usual = { ignore_sys_message: true, jq_function_default_timeout: 10_000 }
  expect((await broker.ask('GET', '/rule_engine')).body).toEqual(usual)
  const changed = await broker.ask('PUT', '/rule_engine', { jq_function_default_timeout: '5s' })
  expect(changed.body).toEqual({ ...usual, jq_function_default_timeout: 5000 })
})

it('stops a jq program after the time that the settings or its call allow', async () => {
  const context = { event_type: 'message_publish', payload: '{}', topic: 't' }
  const endless = 'reduce range(1000000000) as $x (0; . + $x)'
  const test = async (args = '') => {
    const sql = `SELECT jq('${endless}', payload${args}) as r FROM "t"`
    const { status, body } = await broker.ask('POST', '/rule_test', { context, sql })
    expect(status).toBe(400)
    return body
  }
  const stopped = { message: JSON.stringify({ select_and_transform_error: 'jq_exception' }) }
  // The default timeout of ten seconds is longer than an execution may take here.
  const endedWithExecution = await test()
  expect(endedWithExecution).not.toMatchObject(stopped)
  expect(await test(', 20')).toMatchObject(stopped)
  await broker.ask('PUT', '/rule_engine', { jq_function_default_timeout: '20ms' })
  expect(await test()).toMatchObject(stopped)
  expect(await test(', 60000')).toEqual(endedWithExecution)
})

it('answers others while somebody tries what would never end', async () => {
  const context = { event_type: 'message_publish', payload: '{}', topic: 't' }
  const programs = [
    'test("(a+)+\\\\1$")',
    '[range(50000) | 1] as $a | $a - [range(50000) | 2] | length',
    '[range(20000) | [1]] as $a | [$a[], [range(20000)]] | transpose | length',
  ]
  const tried = programs.map((program) => {
    const sql = `SELECT jq('${program}', '"${'a'.repeat(40)}b"') as r FROM "t"`
    return broker.ask('POST', '/rule_test', { context, sql })
  })
  const others = Promise.all([broker.ask('GET', '/rules'), broker.ask('GET', '/nodes')])
  for (const { status } of await others) expect(status).toBe(200)
  const [pattern, ...ended] = await Promise.all(tried)
  // A pattern that takes too long counts as no match; all other expressions are ended.
  expect([200, 400]).toContain(pattern?.status)
  expect(ended.map(({ status }) => status)).toEqual([400, 400])
})
