import { describe, expect, it } from 'vitest'
import { countAddedSince, findCounters, sumCounters } from './read-metrics.ts'

describe('counters', () => {
  it('are summed over the nodes that answered; the others are named with their reason', () => {
    expect(
      sumCounters([
        { node: 'a@1', 'bytes.sent': 5, 'bytes.received': 1 },
        { node: 'b@1', 'bytes.sent': 7 },
        { node: 'c@1', reason: 'nodedown' },
      ]),
    ).toEqual({
      values: { 'bytes.sent': 12, 'bytes.received': 1 },
      nodes: ['a@1', 'b@1'],
      failed: [{ node: 'c@1', reason: 'nodedown' }],
    })
    expect(sumCounters([])).toEqual({ values: {}, nodes: [], failed: [] })
  })

  it('are found by name and by meaning, all words in any order', () => {
    const meaningOf = (name: string) =>
      name === 'messages.acked' ? 'Messages that subscribers acknowledged' : undefined
    const names = ['messages.acked', 'messages.dropped', 'delivery.dropped.expired']
    expect(findCounters(names, '', meaningOf)).toEqual(names)
    expect(findCounters(names, 'DROPPED messages', meaningOf)).toEqual(['messages.dropped'])
    expect(findCounters(names, 'acknowledged', meaningOf)).toEqual(['messages.acked'])
  })

  it('that went back have no difference: the node started again', () => {
    expect(countAddedSince({ a: 5 }, { a: 17 }, 'a')).toBe(12)
    expect(countAddedSince({ a: 5 }, { a: 2 }, 'a')).toBeUndefined()
    expect(countAddedSince({}, { a: 2 }, 'a')).toBeUndefined()
  })
})
