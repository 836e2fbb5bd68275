import { expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'

const server = '127.0.0.1:9'
const sql = { server, database: 'mqtt', username: 'emqx', query: `SELECT 1 WHERE '\${username}' = ''` }

/**
 * Each backend points to a system that does not exist: its authenticator gets no result and passes the client on to
 * the next.
 */
const kinds: readonly Readonly<Record<string, unknown>>[] = [
  { backend: 'mysql', ...sql },
  { backend: 'postgresql', ...sql },
  { backend: 'redis', redis_type: 'single', server, cmd: `HMGET user:\${username} password_hash` },
  {
    backend: 'mongodb',
    mongo_type: 'single',
    server,
    database: 'mqtt',
    collection: 'users',
    filter: {},
    topology: { server_selection_timeout_ms: '200ms' },
  },
  {
    backend: 'ldap',
    server,
    username: 'cn=root',
    password: 'p',
    base_dn: 'dc=emqx',
    filter: '(uid=a)',
    method: { type: 'bind', bind_password: `\${password}` },
  },
]

test.each(kinds)('$backend refuses a client without a password before it asks for the user', async (kind) => {
  const broker = await authenticatingBroker([{ mechanism: 'password_based', ...kind }])
  expect(await broker.codeFor('anna')).toBe(0x86)
  expect(await broker.codeFor('anna', 'p')).toBe(0x87)
})
