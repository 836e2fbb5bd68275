import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { rawExchange, startRawUpstream } from '#testing/raw-exchange.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
const hidden = 'PUT /api/v5/configs HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}'

async function startProxy(url: URL, { readOnly = false } = {}): Promise<string> {
  const upstream = openUpstream(url, { insecureTls: false })
  const app = await makeApp({
    readOnly,
    api: async (scope) => {
      await scope.register(proxyPlugin, {
        pool: new UpstreamPool([upstream]),
        basePath: '/',
        timeouts: { connect: 1000, idle: 1000 },
      })
    },
  })
  return listen(app)
}

const request = (method: string, headers: readonly string[], body = '') =>
  `${[`${method} /api/v5/nodes HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const statusOf = (answer: string) => answer.split('\r\n')[0]?.split(' ')[1]

/**
 * Returns the requests that a strict parser finds on a connection: request lines and the bodies according to their
 * framing.
 */
function requestsIn(text: string): { line: string; head: string; body: string }[] {
  const found: { line: string; head: string; body: string }[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return [...found, { line: `unfinished: ${rest}`, head: rest, body: '' }]
    const head = rest.slice(0, end)
    const [line = '', ...headers] = head.split('\r\n')
    rest = rest.slice(end + 4)
    const headerOf = (name: string) =>
      headers
        .find((header) => header.toLowerCase().startsWith(`${name}:`))
        ?.split(':')[1]
        ?.trim()
    let body = ''
    if (headerOf('transfer-encoding') === 'chunked') {
      for (;;) {
        const size = Number.parseInt(rest, 16)
        const start = rest.indexOf('\r\n') + 2
        body += rest.slice(start, start + size)
        rest = rest.slice(start + size + 2)
        if (!(size > 0)) break
      }
    } else {
      const length = Number(headerOf('content-length') ?? 0)
      body = rest.slice(0, length)
      rest = rest.slice(length)
    }
    found.push({ line, head, body })
  }
  return found
}

describe('a body never becomes a request behind the proxy', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('of a %s: it is refused', async (method) => {
    const upstream = await startRawUpstream(() => ok)
    const proxy = await startProxy(upstream.url, { readOnly: true })
    const bare = await rawExchange(proxy, request(method, ['Transfer-Encoding: chunked'], chunked(hidden)))
    const long = await rawExchange(
      proxy,
      request(method, ['Connection: content-length', `Content-Length: ${hidden.length}`], hidden),
    )
    expect([statusOf(bare), statusOf(long)]).toEqual(['400', '400'])
    expect(upstream.read).toEqual([])
  })

  it.each([
    ['chunked', ['Transfer-Encoding: chunked'], chunked(hidden)],
    ['of a length', [`Content-Length: ${hidden.length}`], hidden],
    [
      'whose framing the connection is to drop',
      ['Connection: content-length, transfer-encoding', `Content-Length: ${hidden.length}`],
      hidden,
    ],
    [
      'chunked, with the same',
      ['Connection: transfer-encoding, x-y', 'Transfer-Encoding: chunked'],
      chunked(hidden),
    ],
  ])('of a DELETE, POST or PUT %s: it is framed', async (_name, headers, body) => {
    for (const method of ['DELETE', 'POST', 'PUT']) {
      const upstream = await startRawUpstream((text) => (text.includes(hidden) ? ok : undefined))
      const proxy = await startProxy(upstream.url)
      expect(statusOf(await rawExchange(proxy, request(method, headers, body)))).toBe('200')
      expect(requestsIn(upstream.read.join(''))).toMatchObject([
        { line: `${method} /api/v5/nodes HTTP/1.1`, body: hidden },
      ])
    }
  })

  it.each([
    ['gzip, chunked', '400'],
    ['identity, chunked', '400'],
    ['chunked, chunked', '400'],
    ['Chunked', '200'],
  ])(
    'in the encoding %s: it is answered with %s, and what is refused goes nowhere',
    async (encoding, status) => {
      const upstream = await startRawUpstream(() => ok)
      const proxy = await startProxy(upstream.url)
      const sent = request('POST', [`Transfer-Encoding: ${encoding}`], chunked(hidden))
      expect(statusOf(await rawExchange(proxy, sent))).toBe(status)
      expect(upstream.read).toHaveLength(status === '200' ? 1 : 0)
    },
  )

  it('whatever its method, headers and body', async () => {
    const upstream = await startRawUpstream(() => ok)
    const proxy = await startProxy(upstream.url)
    const framing = fc.constantFrom(
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding:\tchunked',
      'Transfer-Encoding : chunked',
      'transfer-encoding: xchunked',
      `Content-Length: ${hidden.length}`,
      `Content-Length: ${chunked(hidden).length}`,
      'Content-Length: 0',
      'Content-Length: +5',
      'Content-Length: 5, 5',
      'Connection: content-length',
      'Connection: transfer-encoding, keep-alive',
      'Connection: host, authorization',
      'Expect: 100-continue',
      'Upgrade: h2c',
      'TE: trailers',
    )
    const attack = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH'),
      headers: fc.array(framing, { maxLength: 4 }),
      body: fc.constantFrom(hidden, chunked(hidden), '', '0\r\n\r\n'),
    })
    await fc.assert(
      fc.asyncProperty(attack, async ({ method, headers, body }) => {
        await rawExchange(proxy, request(method, headers, body), 50)
      }),
      { numRuns: 100 },
    )
    // The proxy's own requests name the client; a body that was parsed as a request does not.
    const found = upstream.read.flatMap((text) => requestsIn(text))
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(({ head }) => !/x-forwarded-for: 127\.0\.0\.1/i.test(head))).toEqual([])
  }, 30_000)
})

describe('a connection to the broker', () => {
  it('is shared by ordinary requests alone', async () => {
    const upstream = await startRawUpstream(() => ok)
    const proxy = await startProxy(upstream.url)
    await rawRequest(proxy, '/api/v5/a')
    await rawRequest(proxy, '/api/v5/b')
    expect(upstream.read).toHaveLength(1)
    await rawRequest(proxy, '/api/v5/c', { method: 'DELETE', headers: { 'content-length': 2 } }, '{}')
    await rawRequest(proxy, '/api/v5/d', { headers: { connection: 'x-odd' } })
    await rawRequest(proxy, '/api/v5/e', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } }, 'x')
    await rawExchange(proxy, request('GET', ['Upgrade: h2c']))
    await rawExchange(proxy, request('POST', ['Expect: 100-continue', 'Content-Length: 2'], '{}'))
    expect(upstream.read).toHaveLength(6)
    await rawRequest(proxy, '/api/v5/f')
    expect(upstream.read[0]?.match(/GET \/api\/v5\/\w/g)).toEqual([
      'GET /api/v5/a',
      'GET /api/v5/b',
      'GET /api/v5/f',
    ])
  })

  it('on which the answer came before the body is not used again', async () => {
    const upstream = await startRawUpstream((text) =>
      text.startsWith('P') || text.startsWith('G') ? ok : undefined,
    )
    const proxy = await startProxy(upstream.url)
    const half = `POST /api/v5/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{`
    await rawExchange(proxy, half)
    await rawRequest(proxy, '/api/v5/next')
    expect(upstream.read).toHaveLength(2)
    expect(upstream.read[1]).toMatch(/^GET \/api\/v5\/next /)
  })
})

describe('an answer that is none', () => {
  it.each([
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello',
    ],
    ['another protocol without a name', 'HTTP/1.1 101 Switching Protocols\r\n\r\nhello'],
  ])('%s is 502 at once', async (_name, bytes) => {
    const proxy = await startProxy((await startRawUpstream(() => bytes)).url)
    const answer = await Promise.race([
      rawRequest(proxy, '/api/v5/nodes'),
      wait(900, undefined, { ref: false }),
    ])
    expect(answer?.status).toBe(502)
    expect(JSON.parse(String(answer?.body))).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  })

  it('says nothing for the origin of the console', async () => {
    const spoken = {
      'set-cookie': 'a=b',
      'set-cookie2': 'a=b',
      'clear-site-data': '"*"',
      refresh: '0;url=//evil',
      'www-authenticate': 'Basic',
      'access-control-allow-origin': '*',
      'access-control-max-age': '1',
      'proxy-authenticate': 'Basic',
      link: '</x>; rel=preload',
      'report-to': '{}',
      nel: '{}',
      'x-accel-redirect': '/etc/passwd',
      'service-worker-allowed': '/',
      upgrade: 'h2c',
      'keep-alive': 'x',
      'strict-transport-security': 'max-age=1',
      'alt-svc': 'h3',
      'content-security-policy': '*',
      'cross-origin-opener-policy': 'unsafe-none',
      'x-frame-options': 'ALLOWALL',
      server: 's',
      trailer: 'x',
    }
    const url = await startUpstream((_request, response) => {
      response.writeHead(401, {
        ...spoken,
        'cache-control': 'max-age=9999',
        allow: 'GET',
        'content-type': 'application/json',
      })
      response.end('{}')
    })
    const { headers, status } = await rawRequest(await startProxy(url), '/api/v5/nodes')
    expect(status).toBe(401)
    expect(headers).toMatchObject({
      allow: 'GET',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    const ours = ['content-security-policy', 'cross-origin-opener-policy', 'x-frame-options', 'keep-alive']
    const passed = Object.keys(spoken).filter((name) => !ours.includes(name) && name in headers)
    expect(passed).toEqual([])
  })
})
