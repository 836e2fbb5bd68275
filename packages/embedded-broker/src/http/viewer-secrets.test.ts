import { expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../certificates/self-signed.ts'
import { endpoints, readablePaths } from '../testing/broker-state.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

let planted = 0
/** Returns a unique secret, so that a leaked secret tells where it was written. */
const secret = (): string => {
  planted += 1
  return `S3cret-${planted}-planted`
}

const http = { method: 'post', url: 'http://127.0.0.1:1/', body: {}, enable: false }
const headers = () => ({ authorization: secret(), 'content-type': 'application/json' })
const database = { server: '127.0.0.1:1', database: 'd', username: 'u', enable: false, query: 'SELECT 1' }
const plain = { password_hash_algorithm: { name: 'plain', salt_position: 'disable' } }
const tls = () => ({ enable: true, password: secret() })

/**
 * Writes a secret wherever the API accepts one that EMQX masks: EMQX shows the headers of Pushgateway and
 * OpenTelemetry to every reader.
 */
async function plant(broker: TestBroker): Promise<void> {
  const { cert, key } = selfSigned('Plant', [], [], Date.now())
  const writes: readonly (readonly [Parameters<TestBroker['ask']>[0], string, object])[] = [
    ['PUT', '/configs/log', { audit: { enable: true } }],
    ['POST', '/users', { username: 'ops', password: secret(), role: 'viewer', description: '' }],
    ['POST', '/login', { username: 'ops', password: secret() }],
    [
      'POST',
      '/authentication',
      {
        mechanism: 'jwt',
        use_jwks: false,
        algorithm: 'hmac-based',
        secret: secret(),
        enable: false,
        from: 'password',
        secret_base64_encoded: false,
      },
    ],
    [
      'POST',
      '/authentication',
      {
        ...database,
        ...plain,
        mechanism: 'password_based',
        backend: 'mysql',
        password: secret(),
        ssl: tls(),
      },
    ],
    [
      'POST',
      '/authentication',
      { ...http, mechanism: 'password_based', backend: 'http', headers: headers(), ssl: tls() },
    ],
    [
      'POST',
      '/authentication',
      {
        ...plain,
        mechanism: 'password_based',
        backend: 'redis',
        redis_type: 'single',
        server: '127.0.0.1:1',
        cmd: `HMGET a:\${username} password_hash`,
        password: secret(),
        enable: false,
      },
    ],
    [
      'POST',
      '/authentication',
      { ...plain, mechanism: 'password_based', backend: 'built_in_database', user_id_type: 'username' },
    ],
    ['POST', '/authentication/password_based:built_in_database/users', { user_id: 'a', password: secret() }],
    ['POST', '/authorization/sources', { ...database, type: 'postgresql', password: secret() }],
    ['POST', '/authorization/sources', { ...http, type: 'http', headers: headers() }],
    [
      'PUT',
      '/sso/ldap',
      {
        backend: 'ldap',
        enable: false,
        server: '127.0.0.1:1',
        username: 'x',
        base_dn: 'dc=x',
        password: secret(),
      },
    ],
    [
      'PUT',
      '/sso/oidc',
      { backend: 'oidc', enable: false, issuer: 'http://127.0.0.1:1', clientid: 'x', secret: secret() },
    ],
    [
      'POST',
      '/listeners/ssl:own',
      {
        id: 'ssl:own',
        type: 'ssl',
        bind: 18_883,
        ssl_options: { certfile: cert, keyfile: key, password: secret() },
      },
    ],
  ]
  for (const [method, path, body] of writes) {
    const { status, body: answer } = await broker.ask(method, path, body)
    expect(status < 300 || path === '/login', `${path}: ${JSON.stringify(answer)}`).toBe(true)
  }
}

it('no answer to a viewer holds a secret, wherever one was planted', async () => {
  const broker = await createTestBroker({ clock: manualClock(), edition: 'enterprise' })
  onTestFinished(() => broker.close())
  await plant(broker)
  expect(planted).toBeGreaterThan(12)
  const text = async (authorization: string, path: string, accept: string) => {
    const answer = await broker.app.inject({ url: `/api/v5${path}`, headers: { authorization, accept } })
    return answer.payload
  }
  const viewer = `Bearer ${broker.context.tokens.issue('ops')}`
  const paths = await readablePaths(broker, () => true)
  expect(paths.length).toBeGreaterThan(endpoints.filter(({ method }) => method === 'GET').length / 2)
  for (const path of paths) {
    for (const accept of ['application/json', 'text/plain']) {
      const answer = await text(viewer, path, accept)
      expect(answer, path).not.toMatch(/S3cret-|PRIVATE KEY/)
    }
  }
  // A user who may import a configuration receives it with its secrets, so that it can be imported again.
  expect(await text(`Bearer ${broker.login()}`, '/configs', 'text/plain')).toMatch(/S3cret-/)
  expect(await text(viewer, '/configs?key=authentication', 'text/plain')).toContain('******')
})
