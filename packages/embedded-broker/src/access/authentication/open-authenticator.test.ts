import { describe, expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { localService, type ServiceAnswer } from '../../testing/local-service.ts'
import { manualClock } from '../../testing/manual-clock.ts'

describe('an HTTP service', () => {
  const http = { mechanism: 'password_based', backend: 'http' }
  const body = {
    username: `\${username}`,
    password: `\${password}`,
    who: [`\${peerhost}`, { id: `\${clientid}` }],
  }

  test.each<readonly [string, ServiceAnswer, number]>([
    ['204', { status: 204 }, 0],
    ['200 allow', { status: 200, body: { result: 'allow' } }, 0],
    ['200 deny', { status: 200, body: { result: 'deny' } }, 0x87],
    ['200 ignore', { status: 200, body: { result: 'ignore' } }, 0x87],
    [
      'a form',
      { status: 200, type: 'application/x-www-form-urlencoded', body: 'result=allow&is_superuser=true' },
      0,
    ],
    ['something else', { status: 200, type: 'text/html', body: '<b>allow</b>' }, 0x87],
    ['no result', { status: 200, body: { allow: true } }, 0x87],
    ['a refusal', { status: 403, body: { result: 'allow' } }, 0x87],
    ['a failure', { status: 500 }, 0x87],
    ['what is over', { status: 200, body: { result: 'allow', expire_at: 1 } }, 0x87],
  ])('an answer of %s decides', async (_, answer, code) => {
    const service = await localService(() => answer)
    const broker = await authenticatingBroker([{ ...http, method: 'post', url: `${service.url}/auth`, body }])
    expect(await broker.codeFor('alice', 'secret')).toBe(code)
    expect(service.heard).toHaveLength(1)
  })

  test('POST asks with JSON, each placeholder filled in and none of them able to be more than a value', async () => {
    const service = await localService(() => ({ status: 204 }))
    const url = `${service.url}/auth/\${username}?id=\${clientid}`
    const headers = { 'content-type': 'application/json', 'x-user': `\${username}` }
    const broker = await authenticatingBroker([{ ...http, method: 'post', url, body, headers }])
    expect(await broker.codeFor('a/../b"\r\nx: y', 'p&q', { clientId: 'c&d=e' })).toBe(0)
    const [heard] = service.heard
    expect(heard?.url).toBe('/auth/a%2F..%2Fb%22%0D%0Ax%3A%20y?id=c%26d%3De')
    expect(JSON.parse(heard?.body ?? '')).toEqual({
      username: 'a/../b"\r\nx: y',
      password: 'p&q',
      who: ['127.0.0.1', { id: 'c&d=e' }],
    })
    expect(heard?.headers['x']).toBeUndefined()
  })

  test('a device has no say in whom the broker asks, and stands in a header as it calls itself', async () => {
    const service = await localService(() => ({ status: 200, body: { result: 'ignore' } }))
    const url = `${service.url}/\${username}/\${clientid}`
    const headers = { 'x-user': `\${username}` }
    const broker = await authenticatingBroker([{ ...http, method: 'post', url, body, headers }])
    const asked = async (username: string, clientId: string) => {
      expect(await broker.codeFor(username, 'p', { clientId })).toBe(0x87)
      const { url, headers } = service.heard.at(-1) ?? {}
      return [url, Buffer.from(String(headers?.['x-user']), 'latin1').toString('utf8')]
    }
    expect(await asked('', 'localhost')).toEqual(['//localhost', ''])
    expect(await asked('..', '.')).toEqual(['/../.', '..'])
    expect(await asked('ad\u200bmin\r\nx: y', 'c')).toEqual([
      '/ad%E2%80%8Bmin%0D%0Ax%3A%20y/c',
      'ad\u200bmin%0D%0Ax: y',
    ])
  })

  test('GET asks in the query', async () => {
    const service = await localService(() => ({ status: 204 }))
    const asked = { username: `\${username}`, password: `\${password}` }
    const broker = await authenticatingBroker([
      { ...http, method: 'get', url: `${service.url}/a?b=1`, body: asked },
    ])
    expect(await broker.codeFor('alice', 'p&q')).toBe(0)
    expect(service.heard[0]).toMatchObject({
      method: 'GET',
      url: '/a?b=1&username=alice&password=p%26q',
      body: '',
    })
  })

  test('the answer says what else the client is', async () => {
    const clock = manualClock()
    const expireAt = Math.floor(clock.now() / 1000) + 100
    const service = await localService(() => ({
      status: 200,
      body: {
        result: 'allow',
        is_superuser: true,
        client_attrs: { tns: 'plant', level: 3 },
        expire_at: expireAt,
        acl: [{ permission: 'deny', action: 'all', topic: 'secret/#' }],
      },
    }))
    const broker = await authenticatingBroker([{ ...http, method: 'post', url: service.url, body }], {
      clock,
    })
    const client = await connectClient(broker.cluster, { clientId: 'c', username: 'u', password: 'p' })
    expect(broker.cluster.session('c')).toMatchObject({
      attributes: { tns: 'plant', level: '3' },
      rights: {
        isSuperuser: true,
        expiresAt: expireAt * 1000,
        rules: [{ permission: 'deny', action: 'all' }],
      },
    })
    await client.endAsync(true)
  })

  test('a service that goes away and comes back is shown so, and decides nothing meanwhile', async () => {
    const clock = manualClock()
    const service = await localService(() => ({ status: 204 }))
    const broker = await authenticatingBroker([{ ...http, method: 'post', url: service.url, body }], {
      clock,
    })
    const status = async () => (await broker.ask('GET', '/authentication/password_based:http/status')).body
    expect(await broker.codeFor('u', 'p')).toBe(0)
    clock.advance(10_000)
    expect(await status()).toMatchObject({
      status: 'connected',
      metrics: { total: 1, success: 1, rate: 0.1, rate_max: 0.1 },
      resource_metrics: { matched: 1, success: 1, failed: 0, rate: 0.1 },
    })
    await service.stop()
    clock.advance(15_000)
    await expect.poll(status).toMatchObject({ status: 'disconnected' })
    expect(await broker.codeFor('u', 'p')).toBe(0x87)
    expect(await status()).toMatchObject({
      metrics: { total: 2, nomatch: 1 },
      resource_metrics: { matched: 2, failed: 1 },
    })
  })

  test('a service that takes too long is not waited for, and the next in the chain decides', async () => {
    const never = new Promise<ServiceAnswer>(() => undefined)
    const service = await localService(() => never)
    const broker = await authenticatingBroker([
      { ...http, method: 'post', url: service.url, body, request_timeout: '50ms' },
      { mechanism: 'cinfo', checks: [{ is_match: "str_eq(username,'u')", result: 'allow' }] },
    ])
    expect(await broker.codeFor('u', 'p')).toBe(0)
  })
})

describe('the built-in database', () => {
  const builtIn = {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  }
  const users = '/authentication/password_based:built_in_database/users'

  test.each([
    [{ name: 'plain', salt_position: 'disable' }],
    [{ name: 'md5', salt_position: 'prefix' }],
    [{ name: 'sha', salt_position: 'suffix' }],
    [{ name: 'sha512', salt_position: 'disable' }],
    [{ name: 'bcrypt', salt_rounds: 5 }],
    [{ name: 'pbkdf2', mac_fun: 'sha256', iterations: 100, dk_length: 24 }],
  ])('with %j the right password is let in, a wrong one and none are not', async (algorithm) => {
    const broker = await authenticatingBroker([{ ...builtIn, password_hash_algorithm: algorithm }])
    await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
    expect(await broker.codeFor('alice', 'secret')).toBe(0)
    expect(await broker.codeFor('alice', 'wrong')).toBe(0x86)
    expect(await broker.codeFor('alice')).toBe(0x86)
  })

  test('whom nobody knows may not come in, and with MQTT 3 hears so in its words', async () => {
    const broker = await authenticatingBroker([builtIn])
    await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
    expect(await broker.codeFor('bob', 'secret')).toBe(0x87)
    expect(await broker.codeFor('bob', 'secret', { protocolVersion: 4 })).toBe(5)
    expect(await broker.codeFor('alice', 'wrong', { protocolVersion: 4 })).toBe(4)
    expect([...broker.cluster.sessions()]).toEqual([])
  })

  test('users may be client ids', async () => {
    const broker = await authenticatingBroker([{ ...builtIn, user_id_type: 'clientid' }])
    await broker.ask('POST', users, { user_id: 'meter-7', password: 'secret' })
    expect(await broker.codeFor('anything', 'secret', { clientId: 'meter-7' })).toBe(0)
    expect(await broker.codeFor('meter-7', 'secret', { clientId: 'other' })).toBe(0x87)
  })

  test('a new password and the end of a user count at once', async () => {
    const broker = await authenticatingBroker([builtIn])
    await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
    await broker.ask('PUT', `${users}/alice`, { password: 'newer' })
    expect(await broker.codeFor('alice', 'secret')).toBe(0x86)
    expect(await broker.codeFor('alice', 'newer')).toBe(0)
    await broker.ask('DELETE', `${users}/alice`)
    expect(await broker.codeFor('alice', 'newer')).toBe(0x87)
  })

  test('a superuser is known as one', async () => {
    const broker = await authenticatingBroker([builtIn])
    await broker.ask('POST', users, { user_id: 'root', password: 'p', is_superuser: true })
    await broker.ask('POST', users, { user_id: 'user', password: 'p' })
    const [root, user] = [
      await connectClient(broker.cluster, { clientId: 'a', username: 'root', password: 'p' }),
      await connectClient(broker.cluster, { clientId: 'b', username: 'user', password: 'p' }),
    ]
    expect(broker.cluster.session('a')?.rights.isSuperuser).toBe(true)
    expect(broker.cluster.session('b')?.rights.isSuperuser).toBe(false)
    await Promise.all([root.endAsync(true), user.endAsync(true)])
  })

  test('figures are those of the node that was asked', async () => {
    const broker = await authenticatingBroker([builtIn])
    await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
    const [first = '', second = ''] = broker.cluster.nodes.map(({ name }) => name)
    await broker.codeFor('alice', 'secret', { node: first })
    await broker.codeFor('alice', 'wrong', { node: first })
    await broker.codeFor('bob', 'secret', { node: second })
    const { body } = await broker.ask('GET', '/authentication/password_based:built_in_database/status')
    expect(body).toMatchObject({
      status: 'connected',
      metrics: { total: 3, success: 1, failed: 1, nomatch: 1 },
      node_metrics: [
        { node: first, metrics: { total: 2, success: 1, failed: 1, nomatch: 0 } },
        { node: second, metrics: { total: 1, success: 0, failed: 0, nomatch: 1 } },
      ],
      resource_metrics: {},
    })
    expect(broker.cluster.nodes[0]?.metrics()).toMatchObject({
      'authentication.success': 1,
      'authentication.success.anonymous': 0,
      'authentication.failure': 1,
      'client.authenticate': 2,
      'client.auth.anonymous': 0,
    })
  })
})
