import { afterEach, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker | undefined
afterEach(() => broker?.close())

async function open() {
  broker = await createTestBroker()
  return broker
}

const namesOf = async ({ ask }: TestBroker) => {
  const { body } = await ask('GET', '/exhooks')
  return Array.isArray(body) ? body.map(({ name }) => name) : body
}

it('keeps a server with what was not said filled in, and says that it is not connected', async () => {
  const { ask } = await open()
  const { status, body } = await ask('POST', '/exhooks', { name: 'near', url: 'nourl' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'near',
    url: 'nourl',
    enable: true,
    failed_action: 'deny',
    pool_size: 8,
    request_timeout: '5s',
    auto_reconnect: '60s',
    hooks: [],
    socket_options: { keepalive: true, nodelay: true },
    ssl: { enable: false, verify: 'verify_none' },
    metrics: { succeed: 0, failed: 0, rate: 0, max_rate: 0 },
    node_status: [
      { node: 'emqx@127.0.0.1', status: 'disconnected' },
      { node: 'emqx2@127.0.0.2', status: 'disconnected' },
    ],
  })
  expect(await ask('GET', '/exhooks/near')).toEqual({ status: 200, body })
  expect(await ask('GET', '/exhooks')).toEqual({ status: 200, body: [body] })
  expect(await ask('GET', '/exhooks/near/hooks')).toEqual({ status: 200, body: [] })
})

it('replaces a server whole, and calls one that is turned off disabled', async () => {
  const { ask } = await open()
  await ask('POST', '/exhooks', { name: 'idle', url: 'http://127.0.0.1:1', pool_size: 2 })
  const off = { name: 'idle', url: 'http://127.0.0.1:2', enable: false, auto_reconnect: false }
  expect(await ask('PUT', '/exhooks/idle', off)).toMatchObject({
    status: 200,
    body: { ...off, pool_size: 8, node_status: [{ status: 'disabled' }, { status: 'disabled' }] },
  })
})

it('renames under another name and answers that the old one is unknown, as EMQX does', async () => {
  const opened = await open()
  await opened.ask('POST', '/exhooks', { name: 'idle', url: 'x' })
  const renamed = await opened.ask('PUT', '/exhooks/idle', { name: 'other', url: 'x' })
  expect(renamed).toEqual({ status: 404, body: { code: 'BAD_REQUEST', message: 'Server not found' } })
  expect(await namesOf(opened)).toEqual(['other'])
})

it('asks them in the order that they are moved into', async () => {
  const opened = await open()
  for (const name of ['a', 'b', 'c']) await opened.ask('POST', '/exhooks', { name, url: 'x' })
  const orderAfter = async (name: string, position: string) => {
    expect((await opened.ask('POST', `/exhooks/${name}/move`, { position })).status).toBe(204)
    return namesOf(opened)
  }
  expect(await orderAfter('c', 'front')).toEqual(['c', 'a', 'b'])
  expect(await orderAfter('c', 'rear')).toEqual(['a', 'b', 'c'])
  expect(await orderAfter('c', 'before:b')).toEqual(['a', 'c', 'b'])
  expect(await orderAfter('a', 'after:c')).toEqual(['c', 'a', 'b'])
  const middle = await opened.ask('POST', '/exhooks/a/move', { position: 'middle' })
  expect(middle).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message: 'Invalid Position' } })
  expect((await opened.ask('POST', '/exhooks/a/move', { position: 'before:none' })).status).toBe(404)
  expect(await namesOf(opened)).toEqual(['c', 'a', 'b'])
})

it('refuses in the words of EMQX what it refuses, and knows nobody who is gone', async () => {
  const { ask } = await open()
  const near = { name: 'near', url: 'x' }
  await ask('POST', '/exhooks', near)
  const refused = (message: unknown) => ({ status: 400, body: { code: 'BAD_REQUEST', message } })
  expect(await ask('POST', '/exhooks', near)).toEqual(refused('Already exists'))
  expect(await ask('POST', '/exhooks', { name: 'far', url: 'x', request_timeout: 'soon' })).toEqual(
    refused(
      'Bad Arguments: #{kind => validation_error,path => "exhook.servers.2.request_timeout",reason => "Not a valid duration",value => <<"soon">>}',
    ),
  )
  const badName = await ask('POST', '/exhooks', { name: 'bad name', url: 'x' })
  expect(badName).toEqual(refused(expect.stringContaining('"exhook.servers.2.name"')))
  expect(await ask('DELETE', '/exhooks/near')).toMatchObject({ status: 204 })
  const unknown = { status: 404, body: { code: 'BAD_REQUEST', message: 'Server not found' } }
  expect(await ask('DELETE', '/exhooks/near')).toEqual(unknown)
  expect(await ask('GET', '/exhooks/near')).toEqual(unknown)
  expect(await ask('PUT', '/exhooks/near', near)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Server not found' },
  })
  expect(await ask('GET', '/exhooks/near/hooks')).toMatchObject({ status: 400 })
})

it('loses none of several that are added at once', async () => {
  const opened = await open()
  const names = ['a', 'b', 'c', 'd', 'e']
  await Promise.all(names.map((name) => opened.ask('POST', '/exhooks', { name, url: 'x' })))
  expect(await namesOf(opened)).toEqual(names)
})

it('masks the password of a key, and keeps it with the server whose it is', async () => {
  const { ask, context } = await open()
  const server = (name: string, password: string) => ({ name, url: 'x', ssl: { password } })
  await ask('POST', '/exhooks', server('a', 'secret-a'))
  await ask('POST', '/exhooks', server('b', 'secret-b'))
  await ask('POST', '/exhooks/b/move', { position: 'front' })
  expect(await ask('PUT', '/exhooks/a', server('a', '******'))).toMatchObject({
    body: { ssl: { password: '******' } },
  })
  expect(JSON.stringify(context.config.document('exhook'))).toMatch(/secret-b.*secret-a/)
})
