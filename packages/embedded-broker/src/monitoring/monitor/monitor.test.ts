import { expect, it } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { keptFor, MonitorHistory } from './monitor.ts'
import type { NodeSample } from './node-sample.ts'

const sample = (time: number, received = 1): NodeSample => ({
  time,
  connections: 2,
  live_connections: 2,
  topics: 3,
  subscriptions: 4,
  received,
  sent: 5,
  dropped: 6,
})

it('is the same after a restart', async () => {
  const store = memoryStore()
  const history = new MonitorHistory(store)
  const start = 6_000_000
  for (let at = 0; at < 130; at += 1) {
    await history.add('a', sample(start + at * 10_000, at))
    await history.add('b', sample(start + at * 10_000, 2 * at))
  }
  await history.save()
  const again = new MonitorHistory(store)
  expect([...again.since(0)]).toEqual([...history.since(0)])
  expect([...again.since(0)]).toHaveLength(260)
  expect([...again.since(start + 1_285_000, 'b')]).toEqual([['b', sample(start + 1_290_000, 258)]])
})

it('keeps seven days', async () => {
  const history = new MonitorHistory(memoryStore())
  await history.add('a', sample(0))
  await history.add('a', sample(keptFor / 2))
  await history.add('a', sample(keptFor + 1_200_000))
  expect([...history.since(0)].map(([, one]) => one.time)).toEqual([keptFor / 2, keptFor + 1_200_000])
})

it('gives a long range as the same buckets again and again, with what came in between', async () => {
  const history = new MonitorHistory(memoryStore())
  const width = 600_000
  await history.add('a', sample(0, 1))
  await history.add('b', sample(0, 2))
  await history.add('a', sample(width, 3))
  const received = (from: number, node?: string) =>
    [...history.buckets(width, from, node)].map(([time, one]) => [time, one.received])
  for (const _ of [1, 2]) {
    expect(received(0)).toEqual([
      [0, 3],
      [width, 3],
    ])
    expect(received(0, 'b')).toEqual([[0, 2]])
  }
  await history.add('b', sample(width + 10_000, 4))
  expect(received(0).at(-1)).toEqual([width, 7])
  expect(received(width + 1)).toEqual([[width, 4]])
  await history.clear()
  expect(received(0)).toEqual([])
})
