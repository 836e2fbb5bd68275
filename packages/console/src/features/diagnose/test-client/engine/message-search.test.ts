import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessageBuffer } from './message-buffer.ts'
import { MessageSearch } from './message-search.ts'

const enough = { count: 1_000, bytes: 10_000_000 }

function filled(topics: readonly string[], limits = enough): MessageBuffer {
  const buffer = new MessageBuffer(limits)
  for (const [at, topic] of topics.entries()) {
    const payload = new TextEncoder().encode(`Payload ${at}`)
    buffer.add({ topic, payload, qos: 0, retain: false }, at)
  }
  return buffer
}

const found = (search: MessageSearch, buffer: MessageBuffer) => {
  search.step(Number.POSITIVE_INFINITY)
  return search.window(buffer.lastSeq, 0, 1_000)
}

describe('the search', () => {
  it('finds by topic filter and by text, the newest first', () => {
    const buffer = filled(['a/1', 'b/1', 'a/2', 'a/2/x', '$SYS/a'])
    expect(found(new MessageSearch(buffer, { search: '', topic: 'a/+' }), buffer)).toEqual([3, 1])
    expect(found(new MessageSearch(buffer, { search: 'PAYLOAD 3', topic: '' }), buffer)).toEqual([4])
    expect(found(new MessageSearch(buffer, { search: 'x', topic: '$share/g/a/#' }), buffer)).toEqual([4])
    expect(found(new MessageSearch(buffer, { search: '', topic: '#' }), buffer)).toEqual([4, 3, 2, 1])
    expect(found(new MessageSearch(buffer, { search: '', topic: '' }), buffer)).toEqual([5, 4, 3, 2, 1])
  })

  it('finds one topic that reads like a filter', () => {
    const buffer = filled(['$share/g/a', 'a', '$share/g/a/b'])
    const search = new MessageSearch(buffer, { search: '', topic: '', exactTopic: '$share/g/a' })
    expect(found(search, buffer)).toEqual([1])
  })

  it('lists nothing newer than what somebody reads, in windows', () => {
    const buffer = filled(Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'even' : 'odd')))
    const search = new MessageSearch(buffer, { search: '', topic: 'odd' })
    search.step(Number.POSITIVE_INFINITY)
    expect(search.count(50)).toBe(25)
    expect(search.window(50, 2, 5)).toEqual([46, 44, 42])
    expect(search.window(50, 24, 40)).toEqual([2])
  })

  it('is done bit by bit and forgets what fell out of the buffer', () => {
    const topics = fc.array(fc.constantFrom('yes', 'no'), { maxLength: 300 })
    fc.assert(
      fc.property(topics, fc.integer({ min: 1, max: 60 }), (list, count) => {
        const buffer = new MessageBuffer({ ...enough, count })
        const search = new MessageSearch(buffer, { search: 'yes', topic: '' })
        for (const [at, topic] of list.entries()) {
          buffer.add({ topic, payload: new Uint8Array(), qos: 0, retain: false }, at)
          // The deadline has passed already: the search still makes a little progress.
          if (at % 7 === 0) search.step(0)
        }
        const kept = list.map((topic, at) => ({ topic, seq: at + 1 })).slice(-count)
        const wanted = kept.filter(({ topic }) => topic === 'yes').map(({ seq }) => seq)
        expect(found(search, buffer)).toEqual(wanted.toReversed())
        expect(search.isDone).toBe(true)
      }),
    )
  })
})
