import type { AutoSubscription } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import type { RewriteRule } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  return broker
}

const rule = (more: Partial<RewriteRule>): RewriteRule => ({
  action: 'all',
  source_topic: 'x/#',
  re: '^x/(.+)$',
  dest_topic: 'y/$1',
  ...more,
})

test('GET and PUT /mqtt/retainer: what is not sent stays, what is wrong is refused at its place', async () => {
  const { ask, context } = await start()
  const { body: before } = await ask('GET', '/mqtt/retainer')
  const { status, body } = await ask('PUT', '/mqtt/retainer', { max_payload_size: '2MB' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...Object(before), max_payload_size: '2MB' })
  expect(context.cluster.settings.retainer.maxPayload).toBe(2_097_152)
  expect(await ask('PUT', '/mqtt/retainer', { backend: { storage_type: 'tape' } })).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: JSON.stringify({
        value: 'tape',
        reason: 'unable_to_convert_to_enum_symbol',
        path: 'root.backend.storage_type',
        kind: 'validation_error',
      }),
    },
  })
  expect(await ask('PUT', '/mqtt/retainer', { foo: 1 })).toMatchObject({
    body: { message: expect.stringContaining('"unmatched":"deliver_rate,external_backends,..."') },
  })
})

test('PUT /mqtt/auto_subscribe: who connects is subscribed', async () => {
  const { ask, context } = await start()
  const given: readonly Partial<AutoSubscription>[] = [
    { topic: 'c/${clientid}', qos: 1 },
    { topic: 'u/${username}/${host}/${foo}' },
  ]
  expect(await ask('PUT', '/mqtt/auto_subscribe', given)).toEqual({
    status: 200,
    body: [
      { topic: 'c/${clientid}', qos: 1, nl: 0, rap: 0, rh: 0 },
      { topic: 'u/${username}/${host}/${foo}', qos: 0, nl: 0, rap: 0, rh: 0 },
    ],
  })
  const client = await connectClient(context.cluster, { clientId: 'auto', username: 'joe' })
  await eventually(() =>
    expect([...(context.cluster.session('auto')?.subscriptions.keys() ?? [])]).toEqual([
      'c/auto',
      'u/joe/127.0.0.1/${foo}',
    ]),
  )
  const arrived = new Promise((resolve) => client.once('message', (topic) => resolve(topic)))
  await ask('POST', '/publish', { topic: 'c/auto', payload: 'x' })
  expect(await arrived).toBe('c/auto')
  await client.endAsync()
})

test('auto subscriptions are twenty at most; an object is no list', async () => {
  const { ask } = await start()
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ topic: `t/${at}` }))
  expect((await ask('PUT', '/mqtt/auto_subscribe', many(20))).status).toBe(200)
  expect(await ask('PUT', '/mqtt/auto_subscribe', many(21))).toEqual({
    status: 409,
    body: { code: 'EXCEED_LIMIT', message: 'Max auto subscribe topic count is  20' },
  })
  expect(await ask('PUT', '/mqtt/auto_subscribe', { topic: 'a' })).toMatchObject({
    status: 400,
    body: { message: '{"path":"root","kind":"validation_error","bad_array_index_keys":["topic"]}' },
  })
  expect(await ask('GET', '/mqtt/auto_subscribe')).toMatchObject({ body: { length: 20 } })
})

test('PUT /mqtt/topic_rewrite: topics are rewritten both ways, with groups and placeholders', async () => {
  const { ask, context } = await start()
  const rules = [
    rule({ action: 'publish', source_topic: 'p/#', re: '^p/(.+)/(.+)$', dest_topic: 'q/$2/$1' }),
    rule({ action: 'subscribe', source_topic: 's/+/#', re: '^s/(.+)$', dest_topic: 'q/$1' }),
    rule({ dest_topic: 'y/${clientid}/${username}/$1' }),
    rule({ dest_topic: 'never/$1' }),
  ]
  expect(await ask('PUT', '/mqtt/topic_rewrite', rules)).toEqual({ status: 200, body: rules })
  const raw = openRaw(context.cluster)
  await raw.connect({ clientId: 'dev' })
  const subscriptions = ['s/+/1', '$share/g/x/a', 'p/plain'].map((topic) => ({ topic, qos: 0 as const }))
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions })
  await raw.next('suback')
  expect([...(context.cluster.session('dev')?.subscriptions.keys() ?? [])]).toEqual([
    'q/+/1',
    '$share/g/y/dev/${username}/a',
    'p/plain',
  ])
  raw.send({ cmd: 'publish', topic: 'p/1/left', payload: '', qos: 0, dup: false, retain: false })
  expect((await raw.next('publish')).topic).toBe('q/left/1')
  raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['s/+/1'] })
  expect((await raw.next('unsuback')).granted).toEqual([0])
})

test('rewrite rules that the broker cannot use are refused', async () => {
  const { ask } = await start()
  const put = (rules: unknown) => ask('PUT', '/mqtt/topic_rewrite', rules)
  expect(await put(Array.from({ length: 20 }, () => rule({})))).toEqual({
    status: 413,
    body: { code: 'EXCEED_LIMIT', message: 'Max rewrite rules count is 20' },
  })
  expect(await put([rule({ dest_topic: 'z/#' })])).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: 'Cannot use wildcard for destination topic. Invalid topics: [<<"z/#">>]',
    },
  })
  expect((await put([rule({ action: 'subscribe', dest_topic: 'z/#' })])).status).toBe(200)
  expect(await put([rule({ re: '^x/(' })])).toMatchObject({
    status: 500,
    body: { code: 'INTERNAL_ERROR', message: expect.stringContaining('compile_error => {"missing )",4}') },
  })
  expect(await put({})).toMatchObject({ status: 400 })
  expect(await ask('GET', '/mqtt/topic_rewrite')).toMatchObject({ body: [{ dest_topic: 'z/#' }] })
})

test('a rule that would make a topic of none leaves the topic as it is', async () => {
  const { ask, context } = await start()
  await ask('PUT', '/mqtt/topic_rewrite', [rule({ action: 'publish', dest_topic: '' })])
  const published: string[] = []
  context.cluster.on('published', ({ message }) => published.push(message.topic))
  await ask('POST', '/publish', { topic: 'x/1', payload: 'x' })
  expect(published).toEqual(['x/1'])
})
