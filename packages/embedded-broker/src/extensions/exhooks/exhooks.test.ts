import { describe, expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { tryConnect } from '../../testing/try-connect.ts'
import { startHookProvider } from './testing/hook-provider.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']

async function open(): Promise<TestBroker> {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  // The hooks decide: the default file source is disabled.
  await broker.ask('PUT', '/authorization/sources/file', { type: 'file', enable: false, rules: '' })
  return broker
}

async function provider(wanted: Parameters<typeof startHookProvider>[0]) {
  const started = await startHookProvider(wanted)
  onTestFinished(() => started.die())
  return started
}

const hook = (broker: TestBroker, name: string, url: string, more: object = {}) =>
  broker.ask('POST', '/exhooks', { name, url, request_timeout: '2s', auto_reconnect: '100ms', ...more })

async function metricsOf({ ask }: TestBroker, name = 'near') {
  const { body } = await ask('GET', `/exhooks/${name}`)
  return Object(body).metrics
}

describe('hook servers', () => {
  it('are greeted by each node and say what they want', async () => {
    const near = await provider({
      hooks: { 'message.publish': ['t/#'], 'client.connected': [], 'client.authenticate': ['ignored'] },
    })
    const broker = await open()
    const { body } = await hook(broker, 'near', near.url)
    expect(body).toMatchObject({
      // The hooks are in the order of EMQX 5.8.9.
      hooks: [
        { name: 'message.publish', params: { topics: ['t/#'] } },
        { name: 'client.connected', params: {} },
        { name: 'client.authenticate', params: {} },
      ],
      node_status: [
        { node: first, status: 'connected' },
        { node: second, status: 'connected' },
      ],
    })
    expect(near.heard.map(([method, { meta }]) => [method, Object(meta).node])).toEqual([
      ['OnProviderLoaded', first],
      ['OnProviderLoaded', second],
    ])
    expect(await broker.ask('GET', '/exhooks/near/hooks')).toMatchObject({
      body: [
        { name: 'client.authenticate', params: {}, node_metrics: [{ node: first }, { node: second }] },
        { name: 'client.connected' },
        { name: 'message.publish', params: { topics: ['t/#'] } },
      ],
    })
    await broker.ask('DELETE', '/exhooks/near')
    await eventually(() => expect(near.heard.filter(([one]) => one === 'OnProviderUnloaded')).toHaveLength(2))
  })

  it('decide who may come in where no authenticator is, and see the password', async () => {
    const near = await provider({
      hooks: { 'client.authenticate': [] },
      answer: (_, { clientinfo }) => ({
        type: 'STOP_AND_RETURN',
        bool_result: Object(clientinfo).password === 'right',
      }),
    })
    const broker = await open()
    await hook(broker, 'near', near.url)
    const { cluster } = broker.context
    expect(await tryConnect(cluster, { username: 'u', password: 'wrong' })).toBe(0x87)
    expect(await tryConnect(cluster, { username: 'u', password: 'right', node: second })).toBe(0)
    expect(near.heard.at(-1)?.[1]).toMatchObject({
      clientinfo: { node: second, username: 'u', protocol: 'mqtt', peerhost: '127.0.0.1' },
      result: true,
    })
    expect(await metricsOf(broker)).toMatchObject({ succeed: 2, failed: 0 })
    const builtIn = { mechanism: 'password_based', backend: 'built_in_database', user_id_type: 'username' }
    await broker.ask('POST', '/authentication', {
      ...builtIn,
      password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
    })
    // The authenticator does not find the user, and no hook is called.
    expect(await tryConnect(cluster, { username: 'u', password: 'right' })).toBe(0x87)
    expect(await metricsOf(broker)).toMatchObject({ succeed: 2 })
  })

  it('decide what clients may do where no source has, one after the other until one stops', async () => {
    const strict = await provider({
      hooks: { 'client.authorize': [] },
      answer: (_, { topic }) => ({
        type: topic === 'mine' ? 'STOP_AND_RETURN' : 'CONTINUE',
        bool_result: true,
      }),
    })
    const last = await provider({
      hooks: { 'client.authorize': [] },
      answer: (_, { topic }) => (topic === 'skip' ? { type: 'IGNORE' } : { bool_result: false }),
    })
    const broker = await open()
    await hook(broker, 'strict', strict.url)
    await hook(broker, 'last', last.url)
    const client = await connectClient(broker.context.cluster)
    const [mine] = await client.subscribeAsync('mine')
    expect(mine?.qos).toBe(0)
    expect(last.heard.filter(([method]) => method === 'OnClientAuthorize')).toEqual([])
    await client.subscribeAsync('skip')
    await expect(client.subscribeAsync('other')).rejects.toThrow()
    expect(strict.heard.at(-1)?.[1]).toMatchObject({ topic: 'other', type: 1, result: true })
    // The first hook server in the list is called first.
    await broker.ask('POST', '/exhooks/last/move', { position: 'front' })
    await broker.ask('DELETE', '/authorization/cache')
    await expect(client.subscribeAsync('elsewhere')).resolves.toBeDefined()
    await client.endAsync(true)
  })

  it('change messages and drop them, of the topics they want', async () => {
    const near = await provider({
      hooks: { 'message.publish': ['t/#'] },
      answer: (_, { message }) => {
        const given = Object(message)
        if (given.topic === 't/secret') {
          return { message: { ...given, headers: { allow_publish: 'false' } } }
        }
        return {
          type: 'STOP_AND_RETURN',
          message: { ...given, topic: 't/changed', payload: Buffer.from('NEW'), qos: 0 },
        }
      },
    })
    const broker = await open()
    await hook(broker, 'near', near.url)
    const client = await connectClient(broker.context.cluster)
    const got: string[] = []
    client.on('message', (topic, payload) => got.push(`${topic} ${payload}`))
    await client.subscribeAsync('#', { qos: 1 })
    await client.publishAsync('t/secret', 'a', { qos: 1 })
    await client.publishAsync('t/x', 'b', { qos: 2 })
    await client.publishAsync('other', 'c', { qos: 1 })
    await broker.ask('POST', '/publish', { topic: 't/api', payload: 'd' })
    await eventually(() => expect(got).toEqual(['t/changed NEW', 'other c', 't/changed NEW']))
    expect(await metricsOf(broker)).toMatchObject({ succeed: 3 })
    await client.endAsync(true)
  })

  it('are told what happens', async () => {
    const names = [
      'client.connect',
      'client.connack',
      'client.connected',
      'client.disconnected',
      'client.subscribe',
      'client.unsubscribe',
      'session.created',
      'session.subscribed',
      'session.unsubscribed',
      'session.terminated',
      'message.delivered',
      'message.acked',
      'message.dropped',
    ]
    const near = await provider({ hooks: Object.fromEntries(names.map((name) => [name, []])) })
    const broker = await open()
    await hook(broker, 'near', near.url)
    const client = await connectClient(broker.context.cluster, { clientId: 'pump' })
    await client.subscribeAsync('a/+', { qos: 1 })
    await client.publishAsync('a/1', 'x', { qos: 1 })
    await client.unsubscribeAsync('a/+')
    await client.publishAsync('nobody', 'x', { qos: 1 })
    await client.endAsync()
    await eventually(() =>
      expect(new Set(near.heard.map(([method]) => method))).toEqual(
        new Set([
          'OnProviderLoaded',
          ...names.map(
            (name) => `On${name.replaceAll(/(?:^|\.)(.)/g, (_, one: string) => one.toUpperCase())}`,
          ),
        ]),
      ),
    )
    const said = Object.fromEntries(near.heard)
    expect(said['OnClientConnack']).toMatchObject({ conninfo: { clientid: 'pump' }, result_code: 'success' })
    expect(said['OnClientSubscribe']).toMatchObject({ topic_filters: [{ name: 'a/+' }] })
    expect(said['OnMessageDropped']).toMatchObject({ message: { topic: 'nobody' }, reason: 'no_subscribers' })
    expect(said['OnMessageAcked']).toMatchObject({
      clientinfo: { clientid: 'pump' },
      message: { topic: 'a/1' },
    })
  })
})

describe('a hook server that fails', () => {
  const denying = { 'client.authenticate': [], 'message.publish': [] }

  it('lets nobody in while it is gone, stays connected, and is asked again when it is back', async () => {
    const near = await provider({ hooks: denying, answer: () => ({ type: 'IGNORE' }) })
    const broker = await open()
    await hook(broker, 'near', near.url)
    const { cluster } = broker.context
    const early = await connectClient(cluster)
    await early.subscribeAsync('t')
    const got: string[] = []
    early.on('message', (_, payload) => got.push(String(payload)))
    near.die()
    expect(await tryConnect(cluster)).toBe(0x87)
    // A missing response does not refuse a message.
    await early.publishAsync('t', 'still', { qos: 1 })
    await eventually(() => expect(got).toEqual(['still']))
    expect(await broker.ask('GET', '/exhooks/near')).toMatchObject({
      body: { node_status: [{ status: 'connected' }, { status: 'connected' }], metrics: { failed: 2 } },
    })
    await near.comeBack()
    await eventually(async () => expect(await tryConnect(cluster)).toBe(0))
    await early.endAsync(true)
  })

  it('changes nothing where failures are ignored', async () => {
    const near = await provider({ hooks: denying, answer: () => new Error('broken') })
    const broker = await open()
    await hook(broker, 'near', near.url, { failed_action: 'ignore' })
    expect(await tryConnect(broker.context.cluster)).toBe(0)
    expect(await metricsOf(broker)).toMatchObject({ succeed: 0, failed: 1 })
  })

  it('is given its time and no more', async () => {
    const near = await provider({ hooks: denying, answer: () => new Promise(() => undefined) })
    const broker = await open()
    // The server has the same time to list its hooks, and is called for none of them if it is late.
    await hook(broker, 'near', near.url, { request_timeout: '2s' })
    expect(await tryConnect(broker.context.cluster)).toBe(0x87)
    expect(await metricsOf(broker)).toMatchObject({ failed: 1 })
  })

  it('is connecting until it is there, or disconnected where nobody tries again', async () => {
    const near = await provider({ hooks: denying })
    near.die()
    const broker = await open()
    const status = async (name: string) => {
      const { body } = await broker.ask('GET', `/exhooks/${name}`)
      return Object(body).node_status.map((one: { status: string }) => one.status)
    }
    await hook(broker, 'near', near.url)
    await hook(broker, 'once', near.url, { auto_reconnect: false })
    await hook(broker, 'nourl', 'nourl')
    expect(await status('near')).toEqual(['connecting', 'connecting'])
    expect(await status('once')).toEqual(['disconnected', 'disconnected'])
    expect(await status('nourl')).toEqual(['disconnected', 'disconnected'])
    // A hook server that was never reached refuses no clients.
    expect(await tryConnect(broker.context.cluster)).toBe(0)
    await near.comeBack()
    await eventually(async () => expect(await status('near')).toEqual(['connected', 'connected']))
    expect(await status('once')).toEqual(['disconnected', 'disconnected'])
  })

  it('is not let in with a hook that there is not', async () => {
    const near = await provider({ hooks: { 'client.dance': [] } })
    const broker = await open()
    const { body } = await hook(broker, 'near', near.url, { auto_reconnect: false })
    expect(body).toMatchObject({ hooks: [], node_status: [{ status: 'disconnected' }, {}] })
  })
})
