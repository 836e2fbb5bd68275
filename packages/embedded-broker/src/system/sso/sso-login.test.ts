import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const answerSchema = v.object({
  token: v.string(),
  username: v.string(),
  role: v.string(),
  backend: v.string(),
})

async function enterprise(): Promise<TestBroker> {
  const broker = await createTestBroker({ edition: 'enterprise' })
  onTestFinished(() => broker.close())
  return broker
}

const people = `dn: dc=emqx,dc=io
objectClass: dcObject
objectClass: organization
dc: emqx
o: emqx

dn: uid=ada,dc=emqx,dc=io
objectClass: mqttUser
uid: ada
userPassword: lovelace

dn: uid=admin,dc=emqx,dc=io
objectClass: mqttUser
uid: admin
userPassword: elsewhere
`

testWith('ldap')('a directory signs people in, as viewers with rights of their own', async () => {
  const directory = await startDatabase('ldap', people)
  const broker = await enterprise()
  const settings = {
    backend: 'ldap',
    enable: true,
    server: directory.server,
    base_dn: 'dc=emqx,dc=io',
    username: 'cn=root,dc=emqx,dc=io',
    password: 'public',
    filter: `(uid=\${username})`,
  }
  expect((await broker.ask('PUT', '/sso/ldap', settings)).status).toBe(200)
  // The stored password stays in use if a mask is sent back.
  expect((await broker.ask('PUT', '/sso/ldap', { ...settings, password: '******' })).status).toBe(200)
  expect((await broker.ask('GET', '/sso/running')).body).toEqual(['ldap'])
  const login = (username: string, password: string) =>
    broker.ask('POST', '/sso/login/ldap', { backend: 'ldap', username, password })
  expect(await login('ada', 'wrong')).toMatchObject({
    status: 401,
    body: { code: 'BAD_USERNAME_OR_PWD', reason: { result: 'invalidCredentials' } },
  })
  expect(await login('ada', '')).toMatchObject({ status: 401 })
  expect(await login('nobody', 'x')).toMatchObject({ status: 401, body: { reason: 'user_not_found' } })
  expect(await login('*', 'lovelace')).toMatchObject({ status: 401, body: { reason: 'user_not_found' } })

  const ada = v.parse(answerSchema, (await login('ada', 'lovelace')).body)
  expect(ada).toMatchObject({ username: 'ada', role: 'viewer', backend: 'ldap' })
  expect((await broker.ask('GET', '/users')).body).toContainEqual(
    expect.objectContaining({ username: 'ada', backend: 'ldap', role: 'viewer' }),
  )
  expect((await broker.ask('GET', '/nodes', undefined, ada.token)).status).toBe(200)
  expect((await broker.ask('DELETE', '/clients/x', undefined, ada.token)).status).toBe(403)

  // A directory user with the name of the broker's own administrator is a separate user.
  const namesake = v.parse(answerSchema, (await login('admin', 'elsewhere')).body)
  expect(namesake.role).toBe('viewer')
  expect((await broker.ask('POST', '/login', { username: 'ldap:admin', password: '' })).status).toBe(401)
  expect(
    (await broker.ask('PUT', '/users/ada?backend=ldap', { description: '', role: 'administrator' })).status,
  ).toBe(200)
  const promoted = v.parse(answerSchema, (await login('ada', 'lovelace')).body)
  expect(promoted.role).toBe('administrator')
  const logOut = (query: string) => broker.ask('POST', `/logout${query}`, { username: 'ada' }, promoted.token)
  expect((await logOut('')).status).toBe(401)
  expect((await logOut('?backend=ldap')).status).toBe(204)
  expect((await broker.ask('GET', '/nodes', undefined, promoted.token)).status).toBe(401)
})

/**
 * Starts an OpenID Connect provider that signs in every user as `sub`, and recognizes its client by secret and code.
 */
async function startProvider(sub: string) {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const issuer = `http://${request.headers.host}`
      const body = new URLSearchParams(Buffer.concat(chunks).toString())
      const answers: Record<string, () => object | undefined> = {
        '/.well-known/openid-configuration': () => ({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
        }),
        '/token': () => {
          asked.push(body)
          const isRight = body.get('client_secret') === 'shh' && body.get('code') === 'right'
          return isRight ? { access_token: 'access', token_type: 'Bearer' } : undefined
        },
        '/me': () => (request.headers.authorization === 'Bearer access' ? { sub } : undefined),
      }
      const answer = answers[request.url ?? '']?.()
      response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port }: AddressInfo = v.parse(
    v.object({ port: v.number(), address: v.string(), family: v.string() }),
    server.address(),
  )
  return { issuer: `http://127.0.0.1:${port}`, asked }
}

test('a provider of OpenID Connect signs people in, by the browser that it sends back', async () => {
  const { issuer, asked } = await startProvider('grace')
  const broker = await enterprise()
  const put = await broker.ask('PUT', '/sso/oidc', {
    backend: 'oidc',
    enable: true,
    issuer,
    clientid: 'console',
    secret: 'shh',
    require_pkce: true,
    dashboard_addr: 'http://console.example',
  })
  expect(put.status).toBe(200)

  const leave = async () => {
    const form = new FormData()
    form.set('backend', 'oidc')
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const answer = await broker.app.inject({
      method: 'POST',
      url: '/api/v5/sso/login/oidc',
      payload,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    expect([answer.statusCode, answer.body]).toEqual([302, 'Redirecting...'])
    return new URL(String(answer.headers.location))
  }
  const onward = await leave()
  expect(`${onward.origin}${onward.pathname}`).toBe(`${issuer}/authorize`)
  expect(Object.fromEntries(onward.searchParams)).toMatchObject({
    client_id: 'console',
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    redirect_uri: 'http://console.example/api/v5/sso/oidc/callback',
  })
  const state = onward.searchParams.get('state') ?? ''
  const back = (query: string) =>
    broker.app.inject({ method: 'GET', url: `/api/v5/sso/oidc/callback?${query}` })
  const done = await back(`code=right&state=${state}`)
  expect(done.statusCode).toBe(302)
  const target = new URL(String(done.headers.location))
  expect(target.origin).toBe('http://console.example')
  const meta: unknown = JSON.parse(
    Buffer.from(target.searchParams.get('login_meta') ?? '', 'base64').toString(),
  )
  const grace = v.parse(answerSchema, meta)
  expect(grace).toMatchObject({ username: 'grace', role: 'viewer', backend: 'oidc' })
  expect((await broker.ask('GET', '/nodes', undefined, grace.token)).status).toBe(200)
  expect(asked[0]?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)

  // A state is valid once, with the right code, and only if it was requested.
  for (const query of [`code=right&state=${state}`, 'code=x&state=y']) {
    const refused = await back(query)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ code: 'BAD_USERNAME_OR_PWD', message: 'session_not_exists' })
  }
  expect((await back('')).statusCode).toBe(400)
  const wrong = await back(`code=wrong&state=${(await leave()).searchParams.get('state') ?? ''}`)
  expect(wrong.statusCode).toBe(401)
})
