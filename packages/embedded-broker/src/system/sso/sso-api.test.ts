import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { ssoApi } from './sso-api.ts'

let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker({ edition: 'enterprise' })
})

afterEach(() => broker.close())

const ldap = {
  backend: 'ldap',
  enable: false,
  server: '127.0.0.9:389',
  username: 'cn=root',
  password: 'hidden-word',
  base_dn: 'ou=people',
  query_timeout: '2s',
}
const notFound = { status: 404, body: { code: 'BACKEND_NOT_FOUND', message: 'Backend not found' } }

it('keeps settings with their defaults, durations as numbers and secrets masked', async () => {
  expect(await broker.ask('GET', '/sso')).toEqual({ status: 200, body: [] })
  expect(await broker.ask('GET', '/sso/ldap')).toEqual(notFound)
  const put = await broker.ask('PUT', '/sso/ldap', ldap)
  expect(put).toMatchObject({
    status: 200,
    body: { password: '******', query_timeout: 2000, pool_size: 8, ssl: { enable: false, depth: 10 } },
  })
  expect(await broker.ask('GET', '/sso/ldap')).toEqual(put)
  const kept = { ...ldap, password: '******' }
  expect((await broker.ask('PUT', '/sso/ldap', kept)).status).toBe(200)
  expect(JSON.stringify(ssoApi.own(broker.context).sso.list())).not.toContain('hidden-word')
  expect((await broker.ask('DELETE', '/sso/ldap')).status).toBe(204)
  expect(await broker.ask('DELETE', '/sso/ldap')).toEqual(notFound)
})

it('reaches no provider and says so, and nobody signs in that way', async () => {
  const put = await broker.ask('PUT', '/sso/ldap', { ...ldap, enable: true })
  expect(put).toMatchObject({ status: 400, body: { message: expect.stringContaining('connect failed') } })
  const oidc = { backend: 'oidc', enable: true, issuer: 'http://x', clientid: 'c', secret: 's' }
  expect(await broker.ask('PUT', '/sso/oidc', oidc)).toMatchObject({ body: { session_expiry: 30 } })
  expect(await broker.ask('PUT', '/sso/saml', { backend: 'saml', enable: true })).toMatchObject({
    status: 400,
    body: { message: 'Failed to load metadata' },
  })
  expect((await broker.ask('GET', '/sso')).body).toMatchObject([
    { backend: 'ldap', enable: true, running: false, last_error: expect.stringContaining('disconnected') },
    { backend: 'oidc', enable: true, running: true, last_error: '' },
    { backend: 'saml', enable: true, running: false },
  ])
  expect((await broker.ask('GET', '/sso/running')).body).toEqual(['oidc'])
  const gone = await broker.ask('POST', '/sso/login/oidc', { backend: 'oidc' })
  expect(gone).toMatchObject({ status: 401, body: { reason: 'provider_not_ready' } })
  const login = await broker.ask('POST', '/sso/login/ldap', { backend: 'ldap', username: 'u', password: 'p' })
  expect(login).toMatchObject({ status: 401, body: { reason: 'ldap_query_failed' } })
})

it('refuses what fits no backend, or another than that of the path', async () => {
  expect(await broker.ask('PUT', '/sso/ldap', {})).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/sso:ldap.*root\.base_dn.*matched_no_union_member/) },
  })
  expect(await broker.ask('PUT', '/sso/saml', ldap)).toMatchObject({ status: 400 })
  expect(await broker.ask('GET', '/sso/github')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('unable_to_convert_to_enum_symbol') },
  })
})

it('is unknown to Community', async () => {
  const community = await createTestBroker()
  for (const path of ['/sso', '/license', '/audit']) {
    expect(await community.ask('GET', path)).toMatchObject({ status: 404 })
  }
  await community.close()
})
