import { once } from 'node:events'
import net from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { hostRefusal, listAllowedNames } from '#guards/known-host.ts'
import { trustIn } from '#guards/trusted-proxies.ts'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'

describe('what listens for this machine alone', () => {
  const allowed = listAllowedNames({ address: '127.0.0.1', name: 'mybox' }, ['Deck.example'])
  const isLetIn = (host: string) => hostRefusal(host, allowed) === undefined

  it.each([
    'localhost',
    'localhost:18383',
    'LOCALHOST',
    'localhost.',
    'deck.localhost:1',
    '127.0.0.1:18383',
    '127.9.9.9',
    '[::1]',
    '[::1]:18383',
    'mybox',
    'deck.example',
    'DECK.example:443',
  ])('answers as %s', (host) => expect(isLetIn(host)).toBe(true))

  it.each([
    'evil.example',
    'evil.example:18383',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    'a@localhost',
    'localhost/x',
    'localhost evil',
    '',
    ':',
    '[',
    '[::2]',
    '127.0.0.256',
    'xlocalhost',
    'deck.example.evil.example',
    'localhost:80:80',
    'localhost,evil',
  ])('does not answer as %j', (host) => expect(isLetIn(host)).toBe(false))

  it('names nothing that is no name', () => {
    expect(hostRefusal('a@localhost', allowed)?.message).toBe(
      'Brokerdeck does not answer as this name here; to let it, start it with --allowed-host NAME',
    )
  })

  it('reads any host without failing, and lets no name of somebody else in', () => {
    fc.assert(
      fc.property(fc.string(), fc.domain(), (junk, domain) => {
        hostRefusal(junk, allowed)
        expect(isLetIn(domain)).toBe(false)
      }),
    )
  })

  it('refuses the page, the API and MQTT to the name of a stranger, and says what would allow it', async () => {
    const app = await makeApp({ allowedNames: allowed ?? [], api: async () => undefined })
    const address = await listen(app)
    for (const path of ['/', '/api/v5/login', '/version', '/nope']) {
      const answer = await rawRequest(address, path, { headers: { host: 'evil.example:18383' } })
      expect([answer.status, JSON.parse(String(answer.body))]).toEqual([
        403,
        { code: 'FOREIGN_HOST', message: expect.stringContaining('--allowed-host evil.example') },
      ])
    }
    expect((await rawRequest(address, '/', { headers: { host: 'deck.example' } })).status).toBe(200)
    const host = 'evil.example'
    const socket = new WebSocket(`${address.replace('http', 'ws')}/mqtt`, 'mqtt', {
      headers: { host, origin: `http://${host}` },
    })
    socket.on('error', () => socket.terminate())
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(403)
    expect(String(await response.toArray())).toContain('FOREIGN_HOST')
    socket.terminate()
  })
})

it('what others can reach anyway answers as anything, unless names are given', () => {
  const place = { address: '0.0.0.0', name: '0.0.0.0' }
  expect(hostRefusal('any.example', listAllowedNames(place, []))).toBeUndefined()
  expect(hostRefusal('any.example', listAllowedNames(place, ['deck.example']))?.code).toBe('FOREIGN_HOST')
  expect(hostRefusal('deck.example', listAllowedNames(place, ['deck.example']))).toBeUndefined()
})

describe('the client’s address', () => {
  async function seenBehind(trustedProxies: readonly string[], forwardedFor: string): Promise<unknown> {
    const upstream = openUpstream(
      await startUpstream((request, response) => response.end(JSON.stringify(request.headers))),
      { insecureTls: false },
    )
    const app = await makeApp({
      trustedProxies,
      api: async (scope) => {
        scope.get('/seen', (request) => ({ ip: request.ip }))
        await scope.register(proxyPlugin, { pool: new UpstreamPool([upstream]), basePath: '/' })
      },
    })
    const address = await listen(app)
    const headers = { 'x-forwarded-for': forwardedFor }
    const { ip } = JSON.parse(String((await rawRequest(address, '/seen', { headers })).body))
    const passed = JSON.parse(String((await rawRequest(address, '/api/v5/x', { headers })).body))
    return [ip, passed['x-forwarded-for']]
  }

  it('is that of the connection, whatever it says of itself', async () => {
    expect(await seenBehind([], '1.2.3.4')).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  it('is what the operator’s own proxy saw, whatever stands before it', async () => {
    expect(await seenBehind(['127.0.0.1'], '6.6.6.6, 1.2.3.4')).toEqual(['1.2.3.4', '1.2.3.4'])
    expect(await seenBehind(['127.0.0.0/8', '10.0.0.0/8'], '6.6.6.6, 1.2.3.4, 10.0.0.9')).toEqual([
      '1.2.3.4',
      '1.2.3.4',
    ])
    expect(await seenBehind(['10.0.0.0/8'], '1.2.3.4')).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  it('is the same for a WebSocket', async () => {
    const server = net.createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (typeof bound !== 'object' || bound === null) throw new Error('not listening')
    const upstream = openUpstream(new URL(`http://127.0.0.1:${bound.port}/mqtt`), { insecureTls: false })
    const app = await makeApp({ trustedProxies: ['127.0.0.1'], mqttTarget: () => upstream })
    const headers = { 'x-forwarded-for': '6.6.6.6, 1.2.3.4', 'content-length': '9', cookie: 'a=b' }
    const socket = new WebSocket(`${(await listen(app)).replace('http', 'ws')}/mqtt`, 'mqtt', { headers })
    socket.on('error', () => socket.terminate())
    const [behind] = await once(server, 'connection')
    const [handshake] = await once(behind, 'data')
    expect(String(handshake)).toMatch(/x-forwarded-for: 1\.2\.3\.4\r\n/i)
    expect(String(handshake)).not.toMatch(/cookie|content-length/i)
    behind.destroy()
    server.close()
  })

  it('of a socket for both families is written as one of its own', () => {
    const trusted = trustIn(['10.0.0.0/8'])
    expect(trusted('::ffff:10.1.1.1')).toBe(true)
    expect(trusted('rubbish')).toBe(false)
  })
})

describe('a body that trickles', () => {
  async function send(chunk: string, every: number, withinMs: number): Promise<string> {
    const app = await makeApp({
      bodyPace: { bytes: 1000, within: withinMs },
      api: async (scope) => {
        scope.post('/take', (request) => ({ got: JSON.stringify(request.body).length }))
      },
    })
    const { port } = new URL(await listen(app))
    const socket = net.connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes: Buffer) => {
      answer += String(bytes)
      if (answer.includes('got')) socket.destroy()
    })
    socket.on('error', () => socket.destroy())
    socket.write(
      'POST /take HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 20000\r\n\r\n',
    )
    const timer = setInterval(() => socket.write(chunk), every)
    await once(socket, 'close')
    clearInterval(timer)
    return answer
  }

  it('is cut, and told so', async () => {
    // The whole request would take a quarter of an hour.
    expect(await send('x', 40, 150)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is not mistaken for one that only takes long', async () => {
    // The request takes two seconds, in which the pace is checked again; a machine that stalls for one of these
    // seconds is not a trickle.
    expect(await send('x'.repeat(500), 50, 1_200)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
