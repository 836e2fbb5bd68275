import { describe, expect, it } from 'vitest'
import { addReading, dropRates, lossReasons, mainReason, sumDropCounts } from './drop-log.ts'

const node = (name: string, queueFull: number, more: Record<string, number> = {}) => ({
  node: name,
  'delivery.dropped': queueFull,
  'delivery.dropped.queue_full': queueFull,
  ...more,
})

describe('what is dropped', () => {
  it('is counted from all counters of all nodes, by reason', () => {
    const first = addReading(undefined, [node('a@1', 100), node('b@1', 0)], 0)
    expect(dropRates(first)).toBeUndefined()
    const more = {
      'messages.dropped': 40,
      'messages.dropped.no_subscribers': 30,
      'packets.publish.dropped': 20,
    }
    const log = addReading(first, [node('a@1', 50_100), node('b@1', 0, more)], 10_000)
    const rates = dropRates(log)
    if (!rates) throw new Error('no rates')
    expect(rates).toMatchObject({
      'delivery.dropped.queue_full': 5000,
      'messages.dropped.no_subscribers': 3,
      'packets.publish.dropped': 2,
      other: 1,
    })
    expect(mainReason(rates)).toBe('delivery.dropped.queue_full')
    expect(sumDropCounts(rates, lossReasons)).toBe(5003)
    expect(log.totals['delivery.dropped.queue_full']).toBe(50_100)
    expect(log.added['delivery.dropped.queue_full']).toBe(50_000)
  })

  it('does not mistake a node that joins, leaves or starts again for messages', () => {
    const first = addReading(undefined, [node('a@1', 100)], 0)
    const joined = addReading(first, [node('a@1', 100), node('b@1', 9000)], 10_000)
    expect(sumDropCounts(joined.added, lossReasons)).toBe(0)
    const left = addReading(joined, [node('a@1', 100), { node: 'b@1', reason: 'nodedown' }], 20_000)
    expect(sumDropCounts(left.added, lossReasons)).toBe(0)
    const back = addReading(left, [node('a@1', 100), node('b@1', 3)], 30_000)
    expect(sumDropCounts(back.added, lossReasons)).toBe(3)
  })

  it('has no rate of less than a second', () => {
    const first = addReading(undefined, [node('a@1', 100)], 0)
    expect(addReading(first, [node('a@1', 200)], 400)).toBe(first)
  })
})
