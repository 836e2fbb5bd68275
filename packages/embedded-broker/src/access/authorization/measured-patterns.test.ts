import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { tryConnect } from '../../testing/try-connect.ts'
import { askToDo } from './testing/arrange-access.ts'

const [banned, notAuthorized] = [138, 135]

let broker: TestBroker
beforeAll(async () => {
  broker = await createTestBroker({ edition: 'enterprise', nodes: 1 })
})
afterAll(() => broker.close())
beforeEach(async () => {
  await broker.ask('DELETE', '/banned')
  await broker.ask('PUT', '/mqtt/topic_rewrite', [])
})

const ban = (who: string) => broker.ask('POST', '/banned', { as: 'clientid_re', who })
const rewrite = (re: string) =>
  broker.ask('PUT', '/mqtt/topic_rewrite', [{ action: 'publish', source_topic: '+', re, dest_topic: 'hit' }])

function deny(pattern: string) {
  const rules = `{deny, {clientid, {re, ${JSON.stringify(pattern)}}}, all, ["#"]}.\n{allow, all}.`
  return broker.ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })
}

async function matchesInSql(pattern: string, subject: string): Promise<unknown> {
  const context = { event_type: 'message_publish', topic: 't/1', payload: JSON.stringify({ subject }) }
  const sql = `SELECT regex_match(payload.subject, '${pattern}') as found FROM "t/#"`
  return (await broker.ask('POST', '/rule_test', { sql, context })).body
}

/** Returns the topic under which another client receives a message that is published under this topic. */
async function publishedAs(topic: string): Promise<string> {
  const raw = openRaw(broker.context.cluster)
  await raw.connect({ clientId: 'listener' })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] })
  await raw.next('suback')
  raw.send({ cmd: 'publish', topic, payload: '', qos: 0, dup: false, retain: false })
  const packet = await raw.next('publish')
  raw.drop()
  await raw.closed
  return packet.topic
}

/** Measured on EMQX 5.8.9: a subject that the pattern matches, and a subject that it does not match. */
describe.each<readonly [pattern: string, met: string, other: string]>([
  ['^[[:digit:]]+$', '12345', '12a45'],
  ['(?i)^abc', 'ABCd', 'xabc'],
  ['\\A\\d+\\z', '42', '42x'],
  ['(?P<x>a)b', 'ab', 'ba'],
  ['a++b', 'aab', 'aa'],
  ['(?>a)b', 'ab', 'b'],
  ['\\Qa.b\\E', 'a.b', 'axb'],
  ['(?<=a)b', 'ab', 'cb'],
  ['(?<n>a|b)\\k<n>', 'bb', 'ab'],
  ['^a\\hb$', 'a b', 'a-b'],
  ['a{,2}b', 'a{,2}b', 'aab'],
  ['\\p{L}+$', 'e', 'é'],
  ['(?#who)bot', 'bot-1', 'dev'],
])('the pattern %s', (pattern, met, other) => {
  test('as a ban', async () => {
    expect(await ban(pattern)).toMatchObject({ status: 200 })
    const { cluster } = broker.context
    expect([
      await tryConnect(cluster, { clientId: met }),
      await tryConnect(cluster, { clientId: other }),
    ]).toEqual([banned, 0])
  })

  test('in a rule of access', async () => {
    expect(await deny(pattern)).toMatchObject({ status: 204 })
    const ask = (clientId: string) => askToDo(broker, { clientId }, 'publish 1 t')
    expect([await ask(met), await ask(other)]).toEqual([notAuthorized, 0])
    await broker.ask('PUT', '/authorization/sources/file', {
      type: 'file',
      enable: true,
      rules: '{allow, all}.',
    })
  })

  test('in a rewrite rule', async () => {
    expect(await rewrite(pattern)).toMatchObject({ status: 200 })
    expect([await publishedAs(met), await publishedAs(other)]).toEqual(['hit', other])
  })

  test('in a JSON schema', async () => {
    const source = JSON.stringify({ type: 'object', properties: { name: { type: 'string', pattern } } })
    await broker.ask('DELETE', '/schema_registry/patterned')
    expect(
      await broker.ask('POST', '/schema_registry', { name: 'patterned', type: 'json', source }),
    ).toMatchObject({ status: 201 })
    const check = async (name: string) => {
      const context = { event_type: 'message_publish', topic: 't/1', payload: JSON.stringify({ name }) }
      const sql = `SELECT schema_check('patterned', payload) as fits FROM "t/#"`
      return (await broker.ask('POST', '/rule_test', { sql, context })).body
    }
    expect([await check(met), await check(other)]).toEqual([{ fits: true }, { fits: false }])
  })

  test('in an expression for an attribute of a client', async () => {
    const expression = `regex_match(clientid, ${JSON.stringify(pattern)})`
    await broker.context.config.write(mqttRoot, { client_attrs_init: [{ set_as_attr: 'met', expression }] })
    const readAttributes = async (clientId: string) => {
      const raw = openRaw(broker.context.cluster)
      await raw.connect({ clientId })
      const attributes = broker.context.cluster.session(clientId)?.attributes
      raw.drop()
      await raw.closed
      return attributes
    }
    expect([await readAttributes(met), await readAttributes(other)]).toEqual([
      { met: 'true' },
      { met: 'false' },
    ])
    await broker.context.config.write(mqttRoot, { client_attrs_init: [] })
  })

  test('in rule SQL', async () => {
    expect([await matchesInSql(pattern, met), await matchesInSql(pattern, other)]).toEqual([
      { found: true },
      { found: false },
    ])
  })
})

test.each([
  ['[', '{"missing terminating ] for character class",1}'],
  ['([a', '{"missing terminating ] for character class",3}'],
  ['(a)|b)', '{"unmatched parentheses",5}'],
  ['*a', '{"nothing to repeat",0}'],
  ['^x/(', '{"missing )",4}'],
])('the pattern %s is refused: %s', async (pattern, fault) => {
  expect(await ban(pattern)).toEqual({ status: 400, body: { code: 'BAD_REQUEST', message: fault } })
  expect(await rewrite(pattern)).toMatchObject({
    status: 500,
    body: {
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining(`path => "rewrite.1.re",reason => #{compile_error => ${fault}`),
    },
  })
  expect(await deny(pattern)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('invalid_re_pattern') },
  })
  expect(await matchesInSql(pattern, 'a')).toMatchObject({ message: expect.stringContaining('badarg') })
  expect(broker.context.banned.list()).toEqual([])
})

test('the filter of bans is refused in the same words', async () => {
  expect(await broker.ask('GET', '/banned?like_clientid=([a')).toMatchObject({
    status: 400,
    body: {
      message:
        '{"reason":"missing terminating ] for character class","position":3,"message":"The filter is not a validation regex expression","filter":"([a"}',
    },
  })
})

test.each([
  ['(a+)+$', `${'a'.repeat(60)}!`],
  ['(a|aa)+$', `${'a'.repeat(60)}!`],
  ['(.*)*x', 'a'.repeat(60)],
  [`${'a'.repeat(4096)}`, 'a'.repeat(60)],
  [`^${'('.repeat(150)}b${')'.repeat(150)}`, 'a'.repeat(60)],
  ['^(a+)+\\1$', 'aab'],
])('the hostile pattern %s keeps nobody out whom it does not meet', async (pattern, clientId) => {
  expect(await ban(pattern)).toMatchObject({ status: 200 })
  expect(await tryConnect(broker.context.cluster, { clientId })).toBe(0)
})

test('what takes too long keeps out, as nobody can tell', async () => {
  expect(await ban('^(a+)+\\1$')).toMatchObject({ status: 200 })
  expect(await tryConnect(broker.context.cluster, { clientId: `${'a'.repeat(60)}!` })).toBe(banned)
  expect(await ban('a{65535}{65535}')).toMatchObject({ body: { message: '{"nothing to repeat",14}' } })
})
