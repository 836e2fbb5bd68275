import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { script } from '#testing/console-fixture.ts'
import { listen, makeApp } from '#testing/serve-app.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

function nonceOf(html: string): string {
  return /<meta name="csp-nonce" nonce="([^"]+)">/.exec(html)?.[1] ?? ''
}

describe('the page', () => {
  it('carries base, facts and a nonce that its policy names, and is never kept', async () => {
    const app = await makeApp({
      basePath: '/a/b/',
      readOnly: true,
      brokerName: '"><script>alert(1)</script>',
    })
    const answer = await app.inject({ url: '/a/b/', headers: browser })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain('<base href="/a/b/">')
    expect(answer.body).not.toContain('<script>')
    expect(answer.body).toContain('&quot;readOnly&quot;:true')
    const policy = String(answer.headers['content-security-policy'])
    expect(nonceOf(answer.body)).not.toBe('')
    expect(policy).toContain(`style-src 'self' 'nonce-${nonceOf(answer.body)}'`)
    expect(policy).toContain("script-src 'self';")
    // Only prefetches of a page use the default directive.
    expect(policy).toContain("default-src 'self';")
    for (const one of ['frame-src', 'media-src', 'object-src', 'frame-ancestors'])
      expect(policy).toContain(`${one} 'none'`)
  })

  it('has another nonce each time', async () => {
    const app = await makeApp()
    const [first, second] = await Promise.all([app.inject('/'), app.inject('/')])
    expect(nonceOf(first.body)).not.toBe(nonceOf(second.body))
  })

  it.each([
    '/clients',
    '/clients/a%2Fb.c%23',
    '/nodes/emqx@127.0.0.1',
    '/index.html',
    '/login?to=/clients/x.y',
  ])('answers the deep link %s', async (url) => {
    const app = await makeApp()
    const answer = await app.inject({ url, headers: browser })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<base href="/">')
  })

  it('answers HEAD like GET', async () => {
    const app = await makeApp()
    const answer = await app.inject({ method: 'HEAD', url: '/clients', headers: browser })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
  })

  it('is found without the last slash of the base path, and nowhere above it', async () => {
    const app = await makeApp({ basePath: '/a/b/' })
    const answer = await app.inject('/a/b')
    expect([answer.statusCode, answer.headers['location']]).toEqual([308, '/a/b/'])
    expect((await app.inject({ url: '/', headers: browser })).statusCode).toBe(404)
    expect((await app.inject({ url: '/a/bc', headers: browser })).statusCode).toBe(404)
  })
})

describe('what a visit begins with is asked for by the page itself', () => {
  const preloads = async (url: string, headers: Record<string, string>) => {
    const { body } = await (await makeApp({ basePath: '/a/b/' })).inject({
      url,
      headers: { ...browser, ...headers },
    })
    return [...body.matchAll(/<link rel="modulepreload" crossorigin href="\.\/([^"]+)">/g)].map(
      ([, file]) => file,
    )
  }

  it.each([
    ['/a/b/login', {}, ['en.js', 'login-en.js']],
    ['/a/b/clients', { 'accept-language': 'zh-CN,zh;q=0.9' }, ['zh.js', 'login-zh.js']],
    [
      '/a/b/clients?page=2',
      { cookie: 'a=b; brokerdeck-start=zh.app' },
      ['zh.js', 'app-zh.js', 'clients-zh.js'],
    ],
    ['/a/b/no-such-page', { cookie: 'brokerdeck-start=en.app; c=d' }, ['en.js', 'app-en.js']],
    ['/a/b/', { cookie: 'brokerdeck-start=en.app' }, ['en.js', 'app-en.js', 'overview-en.js']],
    ['/a/b/dashboard', { cookie: 'brokerdeck-start=en.app' }, ['en.js', 'app-en.js', 'overview-en.js']],
    ['/a/b/clients', { cookie: 'brokerdeck-start=toString.app' }, []],
    ['/a/b/clients', { cookie: 'brokerdeck-start=en.app"><script>' }, ['en.js', 'login-en.js']],
  ] as const)('%s with %j', async (url, headers, files) => {
    expect(await preloads(url, headers)).toEqual(files)
  })

  it.each([
    ['create', ['create-flow-en.js', 'flow-editor-en.js', 'lab-worker-1.js'], 'flow-editor.css lab.css'],
    ['a%2Fb', ['flow-en.js'], undefined],
  ] as const)('and what /flow/%s is made of behind what draws the frame', async (flow, behind, styles) => {
    const { body } = await (await makeApp()).inject({
      url: `/flow/${flow}`,
      headers: { ...browser, cookie: 'brokerdeck-start=en.app' },
    })
    expect(/<meta name="early-styles" content="([^"]*)">/.exec(body)?.[1]).toBe(styles)
    const links = [...body.matchAll(/<link rel="(?:modulepreload|prefetch)" ?(.*) href="\.\/([^"]+)">/g)]
    expect(links.map(([, how, file]) => [file, how])).toEqual([
      ['en.js', 'crossorigin'],
      ['app-en.js', 'crossorigin'],
      ...behind.map((file) => [file, file.startsWith('lab-worker') ? '' : 'crossorigin fetchpriority="low"']),
    ])
  })

  it('with the policy in the header alone, which browsers look past', async () => {
    const { body } = await (await makeApp()).inject({ url: '/', headers: browser })
    expect(body).not.toContain('http-equiv')
  })
})

describe('files', () => {
  it('are sent as they were compressed beforehand', async () => {
    const app = await makeApp({ basePath: '/a/b/' })
    const ask = (encoding: string) =>
      app.inject({ url: '/a/b/static/assets/app-1.js', headers: { 'accept-encoding': encoding } })
    const [brotli, gzip, plain] = await Promise.all([ask('gzip, deflate, br'), ask('gzip'), ask('identity')])
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect(plain.body).toBe(script)
    for (const answer of [brotli, gzip, plain]) {
      expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers['vary']).toMatch(/accept-encoding/i)
    }
  })

  it('let a worker connect, whose policy is that of its own script, and nothing else', async () => {
    const app = await makeApp()
    const worker = await app.inject('/static/assets/test-client-worker-1.js')
    expect(worker.headers['content-security-policy']).toContain("connect-src 'self' ws: wss:;")
    const script = await app.inject('/static/assets/app-1.js')
    expect(script.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it('carry no header that only a page needs', async () => {
    const { headers } = await (await makeApp()).inject('/static/assets/app-1.js')
    const spared = ['last-modified', 'accept-ranges', 'permissions-policy', 'cross-origin-opener-policy']
    expect(spared.filter((name) => name in headers)).toEqual([])
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('let only the rule lab’s worker run WebAssembly', async () => {
    const app = await makeApp()
    const findPolicy = async (name: string) =>
      String((await app.inject(`/static/assets/${name}`)).headers['content-security-policy'])
    expect(await findPolicy('rule-lab-worker-1.js')).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(await findPolicy('test-client-worker-1.js')).toContain("script-src 'self';")
    expect(await findPolicy('app-1.js')).not.toContain('wasm')
  })

  it('let only the test client’s worker connect to other hosts, and none with --read-only', async () => {
    const findPolicy = async (readOnly: boolean) => {
      const answer = await (await makeApp({ readOnly })).inject('/static/assets/test-client-worker-1.js')
      return answer.headers['content-security-policy']
    }
    expect(await findPolicy(false)).toContain("connect-src 'self' ws: wss:;")
    expect(await findPolicy(true)).toContain("connect-src 'self';")
  })

  it.each([
    '/.vite/manifest.json',
    '/static/assets/gone-1.js',
    '/static/assets/gone-1.css',
    '/favicon.ico',
    '/static/favicon.ico',
    '/static/assets/../../../etc/passwd',
  ])('that are not there are 404: %s', async (url) => {
    const answer = await fetchRaw(await listen(await makeApp()), url)
    expect(answer).toBe(404)
  })

  it('without a hash are checked again each time', async () => {
    const app = await makeApp()
    const answer = await app.inject('/static/favicon.svg')
    expect(answer.headers['cache-control']).toBe('no-cache')
    const again = await app.inject({
      url: '/static/favicon.svg',
      headers: { 'if-none-match': String(answer.headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
  })
})

/** Sends a request without the path normalization of `fetch`. */
function fetchRaw(address: string, path: string): Promise<number> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })
}

describe('every answer', () => {
  it.each([
    '/',
    '/static/favicon.svg',
    '/static/assets/rule-lab-worker-1.js',
    '/version',
    '/nothing.here',
    '/api/v5/nothing',
  ])('%s is guarded', async (url) => {
    const app = await makeApp()
    const { headers } = await app.inject(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
  })
})

it('tells its version as specification §7 reads it', async () => {
  const app = await makeApp({ basePath: '/a/b/' })
  const answer = await app.inject('/a/b/version')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(/refs\/tags\/(.*)/.exec(answer.body)?.[1]).toBe('v1.2.3')
})
