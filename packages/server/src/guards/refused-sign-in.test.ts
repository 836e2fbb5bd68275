import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it, onTestFinished } from 'vitest'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'

const document = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }
const back = 'api/v5/sso/oidc/callback?state=x&code=y'

/** Serves a broker of this process whose provider does not know the state in the address. */
async function serveEmbedded(basePath: string) {
  const broker = await createTestBroker({ edition: 'enterprise' })
  onTestFinished(() => broker.close())
  const put = await broker.ask('PUT', '/sso/oidc', {
    backend: 'oidc',
    enable: true,
    issuer: 'http://127.0.0.1:9',
    clientid: 'console',
    secret: 'shh',
    dashboard_addr: 'http://console.example',
  })
  expect(put.status).toBe(200)
  return listen(await makeApp({ basePath, api: broker.plugin }))
}

async function serveCluster(answer: Parameters<typeof startUpstream>[0]) {
  const upstream = openUpstream(await startUpstream(answer), { insecureTls: false })
  const api = { pool: new UpstreamPool([upstream]), basePath: '/' }
  return listen(await makeApp({ api: async (scope) => void (await scope.register(proxyPlugin, api)) }))
}

it.each(['/', '/deck/'])(
  'shows the login page below %s to a browser that the broker refuses',
  async (base) => {
    const server = await serveEmbedded(base)
    const answer = await rawRequest(server, `${base}${back}`, { headers: document })
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `${base}login?sso_refused=oidc&sso_cause=expired`,
    ])
    expect(answer.body.toString()).toBe('')
    const page = await rawRequest(server, String(answer.headers.location), { headers: document })
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  },
)

it('leaves the refusal as it is for whoever reads JSON', async () => {
  const server = await serveEmbedded('/')
  const answer = await rawRequest(server, `/${back}`, { headers: { accept: 'application/json' } })
  expect(answer.status).toBe(401)
  expect(JSON.parse(answer.body.toString())).toMatchObject({ message: 'session_not_exists' })
})

it('says what a cluster refuses of SAML too, whatever way it is packed', async () => {
  const server = await serveCluster((request, response) => {
    request.resume()
    const body = gzipSync(JSON.stringify({ code: 'BAD_USERNAME_OR_PWD', message: 'Auth failed' }))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', etag: '"1"' }
    response.writeHead(401, { ...headers, 'content-length': body.length }).end(body)
  })
  const sent = { ...document, 'content-type': 'application/x-www-form-urlencoded', 'content-length': 14 }
  const options = { method: 'POST', headers: sent }
  const answer = await rawRequest(server, '/api/v5/sso/saml/acs', options, 'SAMLResponse=x')
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    '/login?sso_refused=saml&sso_cause=rejected',
  ])
  expect([answer.headers['content-encoding'], answer.headers.etag, answer.body.length]).toEqual([
    undefined,
    undefined,
    0,
  ])
})

const inJson = { 'content-type': 'application/json' }
const unready = { code: 'BAD_USERNAME_OR_PWD', message: 'Auth failed', reason: 'provider_not_ready' }

it.each([
  ['denied', back.replace('code=y', 'error=access_denied'), 400, { message: 'Invalid query string' }],
  ['expired', back, 401, { message: 'session_not_exists' }],
  ['provider', back, 401, { message: 'provider_not_ready' }],
  ['provider', 'api/v5/sso/login/oidc', 401, unready],
  ['rejected', back, 401, { message: '{invalid_request,<<"session_not_exists">>}' }],
  ['rejected', back, 401, 'no JSON'],
  ['rejected', back, 401, { message: 'x'.repeat(200_000) }],
  ['rejected', back, 401, { more: 'x'.repeat(200_000), message: 'session_not_exists' }],
  ['switched-off', back, 404, { code: 'BACKEND_NOT_FOUND' }],
  ['broker', back, 500, {}],
  ['broker', back, 503, {}],
] as const)('names as cause %s what the broker answers to %s with %i', async (...given) => {
  const [cause, path, status, body] = given
  for (const pack of [undefined, 'gzip', 'br', 'deflate'] as const) {
    const server = await serveCluster((request, response) => {
      request.resume()
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const packed = pack === undefined ? text : packers[pack](text)
      response.writeHead(status, pack === undefined ? inJson : { ...inJson, 'content-encoding': pack })
      response.end(packed)
    })
    const method = path.includes('/login/') ? 'POST' : 'GET'
    const answer = await rawRequest(server, `/${path}`, { method, headers: document })
    const location = `/login?sso_refused=oidc&sso_cause=${cause}`
    expect([answer.status, answer.headers.location, answer.body.length]).toEqual([303, location, 0])
  }
})

it('sends a browser to the login page where a refusal is cut off', async () => {
  const server = await serveCluster((_request, response) => {
    response.writeHead(401, { ...inJson, 'content-length': 100 }).write('{"message":"sess')
    response.destroy()
  })
  const answer = await rawRequest(server, `/${back}`, { headers: document })
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/login\?sso_refused=oidc/),
  ])
})

it('follows the broker where it lets the operator in, and touches no other document', async () => {
  const server = await serveCluster((request, response) => {
    const isBack = request.url?.includes('/sso/oidc/callback') === true
    response.writeHead(isBack ? 302 : 404, isBack ? { location: '/?login_meta=e30=' } : {}).end('{}')
  })
  const admitted = await rawRequest(server, `/${back}`, { headers: document })
  expect([admitted.status, admitted.headers.location]).toEqual([302, '/?login_meta=e30='])
  expect((await rawRequest(server, '/api/v5/nodes', { headers: document })).status).toBe(404)
})
