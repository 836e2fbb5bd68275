import { once } from 'node:events'
import type http from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { deferred } from '#testing/deferred.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { deadUpstream, startTlsUpstream, startUpstream } from '#testing/upstream-fixture.ts'
import { type ProxyOptions, proxyPlugin } from './proxy-plugin.ts'
import { openUpstream } from './upstream.ts'
import { UpstreamPool } from './upstream-pool.ts'

interface StartProxyOptions extends Pick<ProxyOptions, 'timeouts'> {
  readonly basePath?: string
  readonly insecureTls?: boolean
  readonly readOnly?: boolean
}

async function startProxy(
  url: URL,
  { timeouts, basePath = '/', insecureTls = false, readOnly = false }: StartProxyOptions = {},
) {
  const upstream = openUpstream(url, { insecureTls })
  const app = await makeApp({
    basePath,
    readOnly,
    api: async (scope) => {
      await scope.register(proxyPlugin, {
        pool: new UpstreamPool([upstream]),
        basePath,
        ...(timeouts === undefined ? {} : { timeouts }),
      })
    },
  })
  return listen(app)
}

const echo: http.RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
  })
}

function read(body: Buffer): { readonly [key: string]: unknown } {
  return JSON.parse(body.toString())
}

describe('a request', () => {
  it.each([
    'clients/a%2Fb%23',
    'clients/a%252Fb',
    `clients/${'%F0%9F%98%80'.repeat(1000)}`,
    'clients//x/',
    'clients?like_clientid=%2F%23&username=a+b&username=&x',
    'topics/$SYS%2F%2B',
    'clients/...',
    'clients/a..b/.c',
    'clients/%2e%2e%2e?q=/../x',
    "rules/it's;~(*)!",
  ])('keeps its path to the letter: %s', async (path) => {
    const proxy = await startProxy(await startUpstream(echo), { basePath: '/a/b/' })
    const answer = await rawRequest(proxy, `/a/b/api/v5/${path}`)
    expect(read(answer.body)['url']).toBe(`/api/v5/${path}`)
  })

  it('goes below the path of the broker’s address', async () => {
    const url = await startUpstream(echo)
    url.pathname = '/emqx'
    const answer = await rawRequest(await startProxy(url), '/api/v5/nodes?x=1')
    expect(read(answer.body)['url']).toBe('/emqx/api/v5/nodes?x=1')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('keeps method %s, type and body', async (method) => {
    const proxy = await startProxy(await startUpstream(echo))
    const headers = { 'content-type': 'application/json', 'content-length': 12 }
    const answer = await rawRequest(proxy, '/api/v5/users', { method, headers }, '{"broken":é')
    expect(read(answer.body)).toMatchObject({
      method,
      body: '{"broken":é',
      headers: { 'content-type': 'application/json' },
    })
  })

  it('without a body has none behind the proxy either', async () => {
    const proxy = await startProxy(await startUpstream(echo))
    const answer = await rawRequest(proxy, '/api/v5/clients/x', { method: 'DELETE' })
    expect(read(answer.body)).toMatchObject({ method: 'DELETE', body: '' })
  })

  it('keeps its token and encodings, but neither cookies nor what concerns this connection only', async () => {
    const url = await startUpstream(echo)
    const headers = {
      authorization: 'Bearer t',
      'accept-encoding': 'br, gzip',
      cookie: 'session=other',
      origin: 'http://console.example',
      referer: 'http://console.example/clients/detail/plc-1',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      te: 'trailers',
    }
    const answer = await rawRequest(await startProxy(url), '/api/v5/nodes', { headers })
    const { headers: seen } = read(answer.body)
    expect(seen).toMatchObject({ authorization: 'Bearer t', 'accept-encoding': 'br, gzip', host: url.host })
    for (const name of ['cookie', 'origin', 'referer', 'x-hop', 'te']) expect(seen).not.toHaveProperty(name)
  })

  it('spelled so that it could not be passed on as it is, is not passed on', async () => {
    const proxy = await startProxy(await startUpstream(echo))
    expect((await rawRequest(proxy, '/%61pi/v5/nodes')).status).toBe(404)
    const elsewhere = await rawRequest(proxy, '/api/v5/%2e./../secret')
    expect([elsewhere.status, read(elsewhere.body)['code']]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('an answer', () => {
  it('keeps status, headers and compressed bytes', async () => {
    const packed = gzipSync('{"a":1}')
    const url = await startUpstream((_request, response) => {
      response.writeHead(207, {
        'content-encoding': 'gzip',
        'content-type': 'application/json',
        'set-cookie': 'a=b',
        etag: '"1"',
      })
      response.end(packed)
    })
    const answer = await rawRequest(await startProxy(url), '/api/v5/x')
    expect(answer.status).toBe(207)
    expect(answer.body).toEqual(packed)
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"1"' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('of 204 and of HEAD is empty', async () => {
    const url = await startUpstream((request, response) => {
      response
        .writeHead(request.method === 'HEAD' ? 405 : 204, request.method === 'HEAD' ? { allow: 'GET' } : {})
        .end()
    })
    const proxy = await startProxy(url)
    const removed = await rawRequest(proxy, '/api/v5/x', { method: 'DELETE' })
    const head = await rawRequest(proxy, '/api/v5/x', { method: 'HEAD' })
    expect([removed.status, removed.body.length]).toEqual([204, 0])
    expect([head.status, head.headers.allow]).toEqual([405, 'GET'])
  })

  it('that is a page may run nothing', async () => {
    const url = await startUpstream((_request, response) => {
      response
        .writeHead(404, { 'content-type': 'text/html', 'content-security-policy': 'default-src *' })
        .end('<script>')
    })
    const { headers } = await rawRequest(await startProxy(url), '/api/v5/x')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['content-security-policy']).not.toContain('*')
  })

  it('that breaks off is seen to break off', async () => {
    const url = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => response.destroy())
    })
    await expect(rawRequest(await startProxy(url), '/api/v5/x')).rejects.toThrow(/aborted|hang up/)
  })

  it('that comes before the upload is through arrives', async () => {
    const url = await startUpstream((request, response) => {
      response.writeHead(413).end('too much')
      request.resume()
    })
    const body = 'x'.repeat(5_000_000)
    const answer = await rawRequest(await startProxy(url), '/api/v5/x', { method: 'POST' }, body)
    expect([answer.status, answer.body.toString()]).toEqual([413, 'too much'])
  })
})

describe('a broker that fails', () => {
  it('by being down is unreachable', async () => {
    const url = await deadUpstream()
    const answer = await rawRequest(await startProxy(url), '/api/v5/nodes')
    expect(answer.status).toBe(502)
    const message = `${url.host} cannot be reached: connection refused`
    expect(read(answer.body)).toEqual({ code: 'UPSTREAM_UNREACHABLE', message })
  })

  it('by closing the connection is unreachable, also for a write, which is not sent twice', async () => {
    let asked = 0
    const url = await startUpstream((request, response) => {
      if (request.method === 'GET') return response.end('ok')
      asked += 1
      return request.socket.destroy()
    })
    const proxy = await startProxy(url)
    await rawRequest(proxy, '/api/v5/nodes')
    const answer = await rawRequest(proxy, '/api/v5/configs', { method: 'PUT' }, '{}')
    expect([answer.status, read(answer.body)['code'], asked]).toEqual([502, 'UPSTREAM_UNREACHABLE', 1])
  })

  it('by a kept connection that was closed meanwhile is asked again', async () => {
    let isFirst = true
    const url = await startUpstream((request, response) => {
      if (request.url === '/api/v5/again' && isFirst) {
        isFirst = false
        return request.socket.destroy()
      }
      return response.end('ok')
    })
    const proxy = await startProxy(url)
    await rawRequest(proxy, '/api/v5/first')
    const answer = await rawRequest(proxy, '/api/v5/again')
    expect([answer.status, answer.body.toString()]).toEqual([200, 'ok'])
  })

  it.each(['POST', 'PUT', 'DELETE'])(
    'by closing a kept connection gets a %s without a body once',
    async (method) => {
      const asked: string[] = []
      const url = await startUpstream((request, response) => {
        if (request.method === 'GET') return response.end('ok')
        asked.push(`${request.method} ${request.url}`)
        return request.socket.destroy()
      })
      const proxy = await startProxy(url)
      await rawRequest(proxy, '/api/v5/nodes')
      const answer = await rawRequest(proxy, '/api/v5/trace/x/stop', { method })
      expect([answer.status, read(answer.body)['code']]).toEqual([502, 'UPSTREAM_UNREACHABLE'])
      expect(asked).toEqual([`${method} /api/v5/trace/x/stop`])
    },
  )

  it('by silence is late', async () => {
    const url = await startUpstream(() => undefined)
    const proxy = await startProxy(url, { timeouts: { connect: 1000, idle: 50 } })
    const answer = await rawRequest(proxy, '/api/v5/nodes')
    expect(answer.status).toBe(504)
    expect(read(answer.body)).toEqual({
      code: 'UPSTREAM_TIMEOUT',
      message: `${url.host} did not answer in time`,
    })
  })

  it.each([
    'trace/mine/download',
    'trace/mine/log',
    'data/export',
    'data/files/mine.tar.gz',
    'plugins/install',
    'authentication/jwt/import_users',
  ])('by silence is given more time for what takes long: %s', async (path) => {
    const released = deferred<undefined>()
    const url = await startUpstream((request, response) => {
      if (request.url === `/api/v5/${path}`) void released.promise.then(() => response.end('done'))
    })
    const proxy = await startProxy(url, { timeouts: { connect: 1000, idle: 50 } })
    const long = rawRequest(proxy, `/api/v5/${path}`)
    // The later request times out before.
    expect((await rawRequest(proxy, '/api/v5/nodes')).status).toBe(504)
    released.resolve(undefined)
    const answer = await long
    expect([answer.status, answer.body.toString()]).toEqual([200, 'done'])
  })

  it('by its certificate is told with the reason, unless that is accepted', async () => {
    const url = await startTlsUpstream(echo)
    const refused = await rawRequest(await startProxy(url), '/api/v5/nodes')
    expect(refused.status).toBe(502)
    expect(read(refused.body)['code']).toBe('UPSTREAM_TLS')
    expect(read(refused.body)['message']).toMatch(/self-signed certificate/)
    const accepted = await rawRequest(await startProxy(url, { insecureTls: true }), '/api/v5/nodes')
    expect(accepted.status).toBe(200)
  })

  it('by not speaking TLS is told as such', async () => {
    const url = await startUpstream(echo)
    url.protocol = 'https:'
    const answer = await rawRequest(
      await startProxy(new URL(url.href.replace('http:', 'https:'))),
      '/api/v5/nodes',
    )
    expect(read(answer.body)['code']).toBe('UPSTREAM_TLS')
  })
})

it('gives up behind the proxy when the browser does', async () => {
  const arrived = deferred<http.IncomingMessage>()
  const url = await startUpstream((request) => arrived.resolve(request))
  const proxy = await startProxy(url)
  const abort = new AbortController()
  const asked = rawRequest(proxy, '/api/v5/nodes', { signal: abort.signal })
  const request = await arrived.promise
  const closed = once(request.socket, 'close')
  abort.abort()
  await expect(asked).rejects.toThrow(/abort/)
  await closed
})
