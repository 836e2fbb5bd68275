import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { EmbeddedBrokerOptions } from '../../embedded-broker.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']

async function start(options: EmbeddedBrokerOptions = {}): Promise<TestBroker> {
  const broker = await createTestBroker(options)
  onTestFinished(() => broker.close())
  return broker
}

const nodesOf = async (broker: TestBroker) => (await broker.ask('GET', '/cluster')).body

it('shows who belongs to it, and how', async () => {
  const broker = await start()
  expect(await nodesOf(broker)).toEqual({ name: 'brokerdeck', nodes: [first, second], self: first })
  expect((await broker.ask('GET', '/cluster/topology')).body).toEqual([
    { core_node: first, replicant_nodes: [] },
    { core_node: second, replicant_nodes: [] },
  ])
})

it('lets a node leave with all its clients, and takes it back', async () => {
  const broker = await start()
  const client = await connectClient(broker.context.cluster, { node: second, clientId: 'there' })
  const isClosed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  expect(await broker.ask('DELETE', `/cluster/${second}/force_leave`)).toEqual({ status: 204, body: '' })
  await isClosed
  expect(await nodesOf(broker)).toMatchObject({ nodes: [first] })
  expect((await broker.ask('GET', '/nodes')).body).toHaveLength(1)
  expect((await broker.ask('GET', `/nodes/${second}`)).status).toBe(404)
  expect(broker.context.cluster.session('there')).toBeUndefined()
  await expect(connectClient(broker.context.cluster, { node: second })).rejects.toThrow()

  expect((await broker.ask('PUT', `/cluster/${second}/invite`, { timeout: 5000 })).status).toBe(200)
  expect(await nodesOf(broker)).toMatchObject({ nodes: [first, second] })
  await (await connectClient(broker.context.cluster, { node: second })).endAsync()
})

it('invites in the background and tells how it went', async () => {
  const broker = await start()
  await broker.ask('DELETE', `/cluster/${second}/force_leave`)
  for (const name of [second, 'ghost@127.0.0.9', 'ghost@127.0.0.9']) {
    expect((await broker.ask('PUT', `/cluster/${name}/invite_async`)).status).toBe(200)
  }
  const at = expect.stringMatching(/^\d{4}-.*\+00:00$/)
  const ended = { started_at: at, finished_at: at }
  await eventually(async () =>
    expect((await broker.ask('GET', '/cluster/invitation')).body).toEqual({
      succeed: [{ node: second, ...ended }],
      in_progress: [],
      failed: [{ node: 'ghost@127.0.0.9', reason: '{error,{badrpc,nodedown}}', ...ended }],
    }),
  )
})

it('remembers who left', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const before = await createTestBroker({ dataDir })
  await before.ask('DELETE', `/cluster/${second}/force_leave`)
  await before.close()
  const after = await start({ dataDir })
  expect(await nodesOf(after)).toMatchObject({ nodes: [first] })
  expect((await after.ask('PUT', `/cluster/${second}/invite`)).status).toBe(200)
})

it.each([
  ['PUT', `/cluster/${first}/invite`, {}, 'Cannot invite self'],
  ['PUT', `/cluster/${second}/invite`, {}, `{already_in_cluster,'${first}'}`],
  ['PUT', '/cluster/ghost@127.0.0.9/invite', undefined, 'nodedown'],
  ['PUT', '/cluster/ghost@127.0.0.9/invite', { timeout: 10 }, 'timeout cannot be less than 5000ms'],
  [
    'PUT',
    '/cluster/ghost@127.0.0.9/invite',
    { timeout: 'x' },
    '{"value":"x","reason":{"expected":"non_neg_integer()"},"path":"root.timeout","kind":"validation_error"}',
  ],
  [
    'PUT',
    '/cluster/foo/invite',
    {},
    '{"value":"foo","reason":"Bad node name","path":"node","kind":"validation_error"}',
  ],
  ['PUT', `/cluster/${first}/invite_async`, undefined, "Can't invite self"],
  ['DELETE', '/cluster/ghost@127.0.0.9/force_leave', undefined, 'node_not_in_cluster'],
  ['DELETE', `/cluster/${first}/force_leave`, undefined, "Can't leave self"],
] as const)('refuses %s %s %j', async (method, path, body, message) => {
  const broker = await start()
  expect(await broker.ask(method, path, body)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message },
  })
})
