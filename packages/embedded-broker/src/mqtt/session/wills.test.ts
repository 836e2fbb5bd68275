import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Cluster } from '../node/cluster.ts'

const will = { topic: 'will/t', payload: Buffer.from('gone'), qos: 1, retain: true } as const

function watch(cluster: Cluster): string[] {
  const seen: string[] = []
  cluster.on('published', ({ message }) => {
    if (!message.isSys) seen.push(`${message.topic} ${message.payload} from ${message.fromClientid}`)
  })
  return seen
}

test.each([3, 4, 5] as const)(
  'version %i: the will of a client that vanishes is published and retained',
  async (version) => {
    const cluster = await startCluster()
    const seen = watch(cluster)
    const raw = openRaw(cluster, version)
    await raw.connect({ will })
    raw.drop()
    await eventually(() => expect(seen).toEqual(['will/t gone from raw']))
    expect([...cluster.retained()].some(({ topic }) => topic === 'will/t')).toBe(true)
  },
)

test('a goodbye deletes the will, unless it says otherwise', async () => {
  const cluster = await startCluster()
  const seen = watch(cluster)
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'a', will })
  raw.send({ cmd: 'disconnect', reasonCode: 0 })
  await raw.closed
  expect(seen).toEqual([])
  const other = openRaw(cluster)
  await other.connect({ clientId: 'b', will })
  other.send({ cmd: 'disconnect', reasonCode: 4 })
  await other.closed
  expect(seen).toEqual(['will/t gone from b'])
})

test('a delayed will waits for the delay and is cancelled by a return', async () => {
  let now = 1_800_000_000_000
  const cluster = await startCluster({ now: () => now })
  const seen = watch(cluster)
  const options = {
    will: { ...will, properties: { willDelayInterval: 10, contentType: 'text/plain' } },
    clean: false,
    properties: { sessionExpiryInterval: 60 },
  }
  const raw = openRaw(cluster)
  await raw.connect(options)
  raw.drop()
  await eventually(() => expect(cluster.session('raw')?.isConnected).toBe(false))
  expect(seen).toEqual([])
  now += 9000
  const again = openRaw(cluster)
  await again.connect(options)
  now += 20_000
  again.drop()
  await eventually(() => expect(cluster.session('raw')?.isConnected).toBe(false))
  expect(seen).toEqual([])
  now += 11_000
  await eventually(() => expect(seen).toEqual(['will/t gone from raw']))
  const kept = [...cluster.retained()].find(({ topic }) => topic === 'will/t')
  expect(kept?.properties).toEqual({ contentType: 'text/plain' })
})

test('the end of the session ends the delay', async () => {
  const cluster = await startCluster()
  const seen = watch(cluster)
  const raw = openRaw(cluster)
  await raw.connect({
    will: { ...will, properties: { willDelayInterval: 1000 } },
    properties: { sessionExpiryInterval: 60 },
  })
  raw.drop()
  await eventually(() => expect(cluster.session('raw')?.isConnected).toBe(false))
  expect(seen).toEqual([])
  cluster.kick('raw')
  expect(seen).toEqual(['will/t gone from raw'])
})
