import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmbeddedBroker } from './embedded-broker.ts'
import { connectClient } from './testing/connect-client.ts'
import { eventually } from './testing/eventually.ts'
import { createTestBroker } from './testing/test-broker.ts'

let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-broker-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('keeps users, passwords, bans, sessions with their queues, and retained messages over a restart', async () => {
  const before = await createTestBroker({ dataDir })
  await before.ask('POST', '/users', { username: 'ops', password: 'Passw0rd!', description: 'night' })
  await before.ask('POST', '/banned', { as: 'clientid', who: 'bad' })
  const client = await connectClient(before.context.cluster, {
    clientId: 'kept',
    clean: false,
    protocolVersion: 4,
  })
  await client.subscribeAsync('a/#', { qos: 1 })
  await client.endAsync()
  await eventually(() => expect(before.context.cluster.session('kept')?.isConnected).toBe(false))
  await before.ask('POST', '/publish', { topic: 'a/b', payload: 'waiting', qos: 1, retain: true })
  await before.close()

  const after = await createTestBroker({ dataDir })
  expect(after.context.users.list()).toContainEqual(
    expect.objectContaining({ username: 'ops', description: 'night' }),
  )
  expect(await after.context.users.matches('ops', 'Passw0rd!')).toBe(true)
  expect(after.context.banned.list()).toMatchObject([{ as: 'clientid', who: 'bad' }])
  expect(await after.ask('GET', '/clients/kept')).toMatchObject({ status: 200, body: { connected: false } })
  const queue = await after.ask('GET', '/clients/kept/mqueue_messages?payload=plain')
  expect(queue).toMatchObject({ body: { data: [{ topic: 'a/b', payload: 'waiting' }] } })
  expect([...after.context.cluster.retained()].map((one) => one.topic)).toContain('a/b')
  await after.close()
})

it('does not start on a damaged file, names it, and leaves it alone', async () => {
  await (await createEmbeddedBroker({ dataDir, listen: false })).close()
  const file = join(dataDir, 'state.journal')
  const bytes = await readFile(file)
  bytes[30] = (bytes[30] ?? 0) ^ 1
  await writeFile(file, bytes)
  await expect(createEmbeddedBroker({ dataDir, listen: false })).rejects.toMatchObject({
    name: 'DamagedStore',
    file,
  })
  expect((await readFile(file)).equals(bytes)).toBe(true)
})

it('gives the data directory back when a port is taken', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })
  await expect(createEmbeddedBroker({ dataDir, nodes: 1, mqttPort: port, wsPort: 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  server.close()
  await (await createEmbeddedBroker({ dataDir, listen: false })).close()
})

it('takes the given password for a new directory only', async () => {
  await (await createEmbeddedBroker({ dataDir, listen: false, adminPassword: 'First-pass1' })).close()
  const broker = await createEmbeddedBroker({ dataDir, listen: false, adminPassword: 'Second-pass1' })
  expect(await broker.context.users.matches('admin', 'First-pass1')).toBe(true)
  expect(await broker.context.users.matches('admin', 'Second-pass1')).toBe(false)
  await broker.close()
})
