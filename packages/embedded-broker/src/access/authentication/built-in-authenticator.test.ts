import { expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { connectClient } from '../../testing/connect-client.ts'

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const users = '/authentication/password_based:built_in_database/users'

test.each([
  [{ name: 'plain', salt_position: 'disable' }],
  [{ name: 'md5', salt_position: 'prefix' }],
  [{ name: 'sha', salt_position: 'suffix' }],
  [{ name: 'sha512', salt_position: 'disable' }],
  [{ name: 'bcrypt', salt_rounds: 5 }],
  [{ name: 'pbkdf2', mac_fun: 'sha256', iterations: 100, dk_length: 24 }],
])('with %j the right password is let in, a wrong one and none are not', async (algorithm) => {
  const broker = await authenticatingBroker([{ ...builtIn, password_hash_algorithm: algorithm }])
  await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
  expect(await broker.codeFor('alice', 'secret')).toBe(0)
  expect(await broker.codeFor('alice', 'wrong')).toBe(0x86)
  expect(await broker.codeFor('alice')).toBe(0x86)
})

test('whom nobody knows may not come in, and with MQTT 3 hears so in its words', async () => {
  const broker = await authenticatingBroker([builtIn])
  await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
  expect(await broker.codeFor('bob', 'secret')).toBe(0x87)
  expect(await broker.codeFor('bob', 'secret', { protocolVersion: 4 })).toBe(5)
  expect(await broker.codeFor('alice', 'wrong', { protocolVersion: 4 })).toBe(4)
  expect([...broker.cluster.sessions()]).toEqual([])
})

test('users may be client ids', async () => {
  const broker = await authenticatingBroker([{ ...builtIn, user_id_type: 'clientid' }])
  await broker.ask('POST', users, { user_id: 'meter-7', password: 'secret' })
  expect(await broker.codeFor('anything', 'secret', { clientId: 'meter-7' })).toBe(0)
  expect(await broker.codeFor('meter-7', 'secret', { clientId: 'other' })).toBe(0x87)
})

test('a new password and the end of a user count at once', async () => {
  const broker = await authenticatingBroker([builtIn])
  await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
  await broker.ask('PUT', `${users}/alice`, { password: 'newer' })
  expect(await broker.codeFor('alice', 'secret')).toBe(0x86)
  expect(await broker.codeFor('alice', 'newer')).toBe(0)
  await broker.ask('DELETE', `${users}/alice`)
  expect(await broker.codeFor('alice', 'newer')).toBe(0x87)
})

test('a superuser is known as one', async () => {
  const broker = await authenticatingBroker([builtIn])
  await broker.ask('POST', users, { user_id: 'root', password: 'p', is_superuser: true })
  await broker.ask('POST', users, { user_id: 'user', password: 'p' })
  const [root, user] = [
    await connectClient(broker.cluster, { clientId: 'a', username: 'root', password: 'p' }),
    await connectClient(broker.cluster, { clientId: 'b', username: 'user', password: 'p' }),
  ]
  expect(broker.cluster.session('a')?.rights.isSuperuser).toBe(true)
  expect(broker.cluster.session('b')?.rights.isSuperuser).toBe(false)
  await Promise.all([root.endAsync(true), user.endAsync(true)])
})

test('figures are those of the node that was asked', async () => {
  const broker = await authenticatingBroker([builtIn])
  await broker.ask('POST', users, { user_id: 'alice', password: 'secret' })
  const [first = '', second = ''] = broker.cluster.nodes.map(({ name }) => name)
  await broker.codeFor('alice', 'secret', { node: first })
  await broker.codeFor('alice', 'wrong', { node: first })
  await broker.codeFor('bob', 'secret', { node: second })
  const { body } = await broker.ask('GET', '/authentication/password_based:built_in_database/status')
  expect(body).toMatchObject({
    status: 'connected',
    metrics: { total: 3, success: 1, failed: 1, nomatch: 1 },
    node_metrics: [
      { node: first, metrics: { total: 2, success: 1, failed: 1, nomatch: 0 } },
      { node: second, metrics: { total: 1, success: 0, failed: 0, nomatch: 1 } },
    ],
    resource_metrics: {},
  })
  expect(broker.cluster.nodes[0]?.metrics()).toMatchObject({
    'authentication.success': 1,
    'authentication.success.anonymous': 0,
    'authentication.failure': 1,
    'client.authenticate': 2,
    'client.auth.anonymous': 0,
  })
})
