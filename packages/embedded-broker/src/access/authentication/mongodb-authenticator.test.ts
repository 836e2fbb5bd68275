import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { freePort } from '../../testing/free-port.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { mongodbLikeServer } from '../../testing/mongodb-like-server.ts'

const hash = (password: string) => createHash('sha256').update(`s1${password}`).digest('hex')

const mongodb = {
  mechanism: 'password_based',
  backend: 'mongodb',
  mongo_type: 'single',
  database: 'mqtt',
  collection: 'users',
  password_hash_field: 'secret.hash',
  salt_field: 'secret.salt',
  is_superuser_field: 'root',
  filter: { username: `\${username}`, site: 'a' },
}

test('MongoDB decides who comes in', async () => {
  const server = await mongodbLikeServer({
    'mqtt.users': [
      { username: 'alice', site: 'b', secret: { hash: hash('other'), salt: 's1' } },
      { username: 'alice', site: 'a', secret: { hash: hash('secret'), salt: 's1' }, root: true },
      { username: 'nohash', site: 'a' },
    ],
  })
  const broker = await authenticatingBroker([{ ...mongodb, server }])
  expect(await broker.codeFor('alice', 'secret')).toBe(0)
  expect(await broker.codeFor('alice', 'other')).toBe(0x86)
  expect(await broker.codeFor('bob', 'secret')).toBe(0x87)
  expect(await broker.codeFor('nohash', 'secret')).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/password_based:mongodb/status')
  expect(body).toMatchObject({
    status: 'connected',
    metrics: { total: 4, success: 1, failed: 1, nomatch: 2 },
    resource_metrics: { matched: 4, success: 4 },
  })
})

test('a MongoDB that comes later is found', async () => {
  const clock = manualClock()
  const port = await freePort()
  const topology = { server_selection_timeout_ms: '200ms' }
  const settings = { ...mongodb, server: `127.0.0.1:${port}`, topology }
  const broker = await authenticatingBroker([settings], { clock })
  expect(await broker.codeFor('alice', 'secret')).toBe(0x87)
  const secret = { hash: hash('secret'), salt: 's1' }
  await mongodbLikeServer({ 'mqtt.users': [{ username: 'alice', site: 'a', secret }] }, port)
  clock.advance(15_000)
  await expect.poll(() => broker.codeFor('alice', 'secret')).toBe(0)
})

test('a MongoDB that is not there decides nothing', async () => {
  const topology = { server_selection_timeout_ms: '200ms' }
  const broker = await authenticatingBroker([{ ...mongodb, server: '127.0.0.1:9', topology }])
  expect(await broker.codeFor('alice', 'secret')).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/password_based:mongodb/status')
  expect(body).toMatchObject({ status: 'disconnected', metrics: { nomatch: 1 } })
})
