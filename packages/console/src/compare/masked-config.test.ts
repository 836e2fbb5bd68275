import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listSecretPaths, mask, maskConfig, unmaskConfig } from './masked-config.ts'

const running = {
  node: { name: 'emqx@127.0.0.1', cookie: 'emqxsecretcookie' },
  dashboard: { default_password: 'public', token_expired_time: '60m' },
  license: { key: 'MjIwMTEx' },
  authentication: [{ backend: 'redis', server: 'r:6379', password: 'pw1' }],
  connectors: {
    http: { web: { headers: { authorization: 'Basic abc', accept: 'text/plain' } } },
    mongo: { uri: 'mongodb://user:pw2@db:27017/x' },
    kafka: { ssl: { keyfile: '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----' } },
  },
  alarm: { size_limit: 1000, actions: ['log', 'publish'] },
}
const secrets = ['emqxsecretcookie', 'public"', 'MjIwMTEx', 'pw1', 'pw2', 'Basic abc', 'MII']

it('masks passwords, cookies, keys, tokens and credentials, and nothing else', () => {
  const { document, count } = maskConfig(running)
  const text = JSON.stringify(document)
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(count).toBe(secrets.length)
  expect(document).toMatchObject({
    dashboard: { token_expired_time: '60m' },
    authentication: [{ server: 'r:6379', password: mask }],
    connectors: { mongo: { uri: `mongodb://user:${mask}@db:27017/x` } },
    alarm: running.alarm,
  })
})

it('masks the keys of clouds, which a backup holds in clear', () => {
  const clouds = { azure: { account: 'a', account_key: 'k' }, gcp: { service_account_json: '{"private":1}' } }
  expect(maskConfig(clouds)).toEqual({
    document: { azure: { account: 'a', account_key: mask }, gcp: { service_account_json: mask } },
    count: 2,
  })
})

it('names the paths that it masks', () => {
  expect(listSecretPaths(running)).toContain('connectors.mongo.uri')
})

it('puts back what it has masked', () => {
  const back = unmaskConfig(maskConfig(running).document, running)
  expect(back).toEqual({ document: running, kept: secrets.length, unknown: [] })
  const elsewhere = unmaskConfig({ connectors: { pg: { password: mask } } }, running)
  expect(elsewhere.unknown).toEqual(['connectors.pg.password'])
})

it('finds the same document after masking and unmasking, whatever is in it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('password', 'a', 'uri', 'token'), fc.jsonValue()),
      (document) => {
        const copy = JSON.parse(JSON.stringify(document))
        expect(unmaskConfig(maskConfig(copy).document, copy).document).toEqual(copy)
      },
    ),
  )
})
