import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { selfSigned } from '../../certificates/self-signed.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-listeners-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = (options: object = {}) => createTestBroker({ dataDir, ...options })
type Broker = Awaited<ReturnType<typeof open>>

const shown = async (broker: Broker, id: string) => (await broker.ask('GET', `/listeners/${id}`)).body

it('survives a restart: what was made, stopped, changed and deleted, certificates too', async () => {
  const before = await open()
  const { cert, key } = selfSigned('Plant', [], [], Date.now())
  await before.ask('POST', '/listeners/ssl:plant', {
    id: 'ssl:plant',
    type: 'ssl',
    bind: 28_883,
    ssl_options: { certfile: cert, keyfile: key },
  })
  await before.ask('POST', '/listeners/ws:default/stop')
  await before.ask('DELETE', '/listeners/wss:default')
  const made = await shown(before, 'ssl:plant')
  await before.close()

  const after = await open()
  expect(await shown(after, 'ssl:plant')).toEqual(made)
  expect(await shown(after, 'ws:default')).toMatchObject({ enable: false, running: false })
  expect(await shown(after, 'wss:default')).toMatchObject({ code: 'BAD_LISTENER_ID' })
  const again = { id: 'wss:default', type: 'wss', bind: 28_884, enable: false }
  expect(await after.ask('POST', '/listeners/wss:default', again)).toMatchObject({ status: 200 })
  await after.close()
})

it('leaves an address that nobody has changed to who starts the broker', async () => {
  const before = await open({ mqttPort: 12_000 })
  const update = (more: object) =>
    before.ask('PUT', '/listeners/tcp:default', { id: 'tcp:default', type: 'tcp', ...more })
  await update({ bind: '127.0.0.1:12000', max_connections: 7 })
  await before.close()
  const after = await open({ mqttPort: 13_000 })
  expect(await shown(after, 'tcp:default')).toMatchObject({ bind: '127.0.0.1:13000', max_connections: 7 })
  await after.ask('PUT', '/listeners/tcp:default', { id: 'tcp:default', type: 'tcp', bind: 14_000 })
  await after.close()
  const last = await open({ mqttPort: 15_000 })
  expect(await shown(last, 'tcp:default')).toMatchObject({ bind: ':14000', max_connections: 7 })
  await last.close()
})

it('starts without a listener whose port or certificate is gone, and says that it does not run', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const before = await open()
  await before.ask('POST', '/listeners/tcp:taken', {
    id: 'tcp:taken',
    type: 'tcp',
    bind: `127.0.0.1:${port}`,
  })
  await before.close()
  const after = await open({ listen: true, mqttPort: 0, wsPort: 0, nodes: 1 })
  expect(await shown(after, 'tcp:taken')).toMatchObject({ enable: true, running: false })
  expect(await shown(after, 'tcp:default')).toMatchObject({ running: true })
  await after.close()
  server.close()
})

it('is caught up with by a node that was away', async () => {
  const broker = await open()
  const [, second] = broker.context.cluster.nodes
  await second?.stop()
  await broker.ask('POST', '/listeners/tcp:late', { id: 'tcp:late', type: 'tcp', bind: 21_883 })
  await broker.ask('DELETE', '/listeners/ssl:default')
  await second?.start()
  const ids = second?.listeners.filter(({ isRunning }) => isRunning).map(({ id }) => id)
  expect(ids?.sort()).toEqual(['tcp:default', 'tcp:late', 'ws:default'])
  await broker.close()
})

it('is given away and taken back as a whole', async () => {
  const source = await createTestBroker()
  await source.ask('POST', '/listeners/tcp:kept', {
    id: 'tcp:kept',
    type: 'tcp',
    bind: 21_884,
    max_connections: 3,
  })
  const document = source.context.listeners.document()
  const target = await createTestBroker()
  await target.context.listeners.put(document)
  expect(target.context.listeners.document()).toEqual(document)
  await source.close()
  await target.close()
})
