import { expect, it } from 'vitest'
import { listBuckets, toBuckets } from './monitor-buckets.ts'

const at = (time: number, connections: number, received: number) => ({
  time,
  connections,
  live_connections: connections,
  topics: 7,
  subscriptions: connections,
  received,
  sent: 0,
  dropped: 0,
})

it('adds nodes up, counts within a bucket, keeps the peak of gauges, and leaves gaps', () => {
  const samples = [
    ['a', at(0, 5, 10)],
    ['b', at(0, 2, 1)],
    ['a', at(10, 4, 20)],
    ['b', at(10, 9, 2)],
    ['a', at(40, 1, 1)],
  ] as const
  const buckets = listBuckets(toBuckets(samples, 20), 20, 0, 59)
  expect(
    buckets.map(({ time, sample }) => [time, sample?.connections, sample?.received, sample?.topics]),
  ).toEqual([
    [0, 13, 33, 7],
    [20, undefined, undefined, undefined],
    [40, 1, 1, 7],
  ])
})
