import { afterEach, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker | undefined
afterEach(() => broker?.close())

async function open(edition: 'community' | 'enterprise' = 'enterprise') {
  broker = await createTestBroker({ edition })
  return broker
}

const far = { name: 'far', server: '127.0.0.9:1888', topics: ['fwd/#', 'cmd/+'] }
const refused = (message: unknown) => ({ status: 400, body: { code: 'BAD_REQUEST', message } })

it('keeps a link with what was not said filled in, and says that no node is connected', async () => {
  const { ask } = await open()
  const { status, body } = await ask('POST', '/cluster/links', { ...far, username: 'u', password: 'p' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...far,
    enable: true,
    username: 'u',
    password: '******',
    pool_size: 8,
    max_inflight: 32,
    retry_interval: '15s',
    status: 'disconnected',
    resource_opts: { worker_pool_size: 16, request_ttl: '45s', max_buffer_bytes: '256MB' },
    ssl: { enable: false, verify: 'verify_none' },
    node_status: [
      { node: 'emqx@127.0.0.1', status: 'disconnected', reason: expect.stringContaining('embedded broker') },
      { node: 'emqx2@127.0.0.2', status: 'disconnected' },
    ],
  })
  expect(await ask('GET', '/cluster/links/link/far')).toEqual({ status: 200, body })
  expect(await ask('GET', '/cluster/links')).toEqual({ status: 200, body: [body] })
})

it('takes one without topics, and one to itself, as EMQX does', async () => {
  const { ask } = await open()
  expect((await ask('POST', '/cluster/links', { ...far, topics: [] })).status).toBe(201)
  expect((await ask('POST', '/cluster/links', { ...far, name: 'emqxcl' })).status).toBe(201)
})

it('replaces one under the name of its address, and keeps the password that is masked', async () => {
  const { ask, context } = await open()
  await ask('POST', '/cluster/links', { ...far, password: 'secret-p', pool_size: 2 })
  const { name, ...settings } = far
  const updated = await ask('PUT', '/cluster/links/link/far', {
    ...settings,
    topics: ['new/#'],
    password: '******',
    enable: false,
  })
  expect(updated).toMatchObject({
    status: 200,
    body: { name, topics: ['new/#'], pool_size: 8, enable: false },
  })
  expect(JSON.stringify(context.config.document('cluster'))).toContain('secret-p')
})

it('counts nothing, and resets that', async () => {
  const { ask } = await open()
  await ask('POST', '/cluster/links', far)
  expect(await ask('GET', '/cluster/links/link/far/metrics')).toMatchObject({
    body: {
      metrics: { forwarding: { matched: 0, success: 0, rate_last5m: 0 }, router: { routes: 0 } },
      node_metrics: [{ node: 'emqx@127.0.0.1' }, { node: 'emqx2@127.0.0.2' }],
    },
  })
  expect((await ask('PUT', '/cluster/links/link/far/metrics/reset')).status).toBe(204)
})

it('refuses in the words of EMQX, and keeps nothing of it', async () => {
  const { ask } = await open()
  const created = (body: object) => ask('POST', '/cluster/links', body)
  expect(await created({ ...far, topics: ['t/#', 't/1'] })).toEqual(
    refused(
      '{"value":["t/#","t/1"],"reason":{"topics":["t/1"],"reason":"redundant_topics"},"path":"root.topics","kind":"validation_error"}',
    ),
  )
  expect(await created({ ...far, topics: ['a/#/b'] })).toEqual(
    refused(
      '{"value":["a/#/b"],"reason":{"topics":{"a/#/b":"topic_invalid_#"},"reason":"invalid_topics"},"path":"root.topics","kind":"validation_error"}',
    ),
  )
  expect(await created({ ...far, server: 'a:b:c' })).toEqual(
    refused('{"value":"a:b:c","reason":"bad_host_port","path":"root.server","kind":"validation_error"}'),
  )
  expect(await created({ ...far, name: 'a b' })).toEqual(refused(expect.stringContaining('Got: a b')))
  expect(await ask('GET', '/cluster/links')).toEqual({ status: 200, body: [] })
  await created(far)
  expect(await created(far)).toMatchObject({
    status: 400,
    body: { code: 'ALREADY_EXISTS', message: 'Cluster link already exists' },
  })
  const unknown = { status: 404, body: { code: 'NOT_FOUND', message: 'Cluster link not found' } }
  expect(await ask('GET', '/cluster/links/link/none')).toEqual(unknown)
  expect(await ask('PUT', '/cluster/links/link/none', far)).toEqual(unknown)
  expect(await ask('GET', '/cluster/links/link/none/metrics')).toEqual(unknown)
  expect((await ask('DELETE', '/cluster/links/link/far')).status).toBe(204)
  expect(await ask('DELETE', '/cluster/links/link/far')).toEqual(unknown)
})

it('is not there in the community edition', async () => {
  const { ask } = await open('community')
  expect((await ask('GET', '/cluster/links')).status).toBe(404)
})
