import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateMessageBytes, MessageBuffer } from './message-buffer.ts'

const message = (size: number, topic = 'a') => ({
  topic,
  payload: new Uint8Array(size),
  qos: 0 as const,
  retain: false,
})

describe('the message buffer', () => {
  it('keeps the latest within both limits, and numbers without gaps', () => {
    const limits = fc.record({
      count: fc.integer({ min: 1, max: 40 }),
      bytes: fc.integer({ min: 1, max: 9_000 }),
    })
    fc.assert(
      fc.property(
        limits,
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 120 }),
        (bounds, sizes) => {
          const buffer = new MessageBuffer(bounds)
          for (const size of sizes) {
            buffer.add(message(size), 1)
            expect(buffer.count).toBeLessThanOrEqual(bounds.count)
            expect(buffer.count === 1 || buffer.bytes <= bounds.bytes).toBe(true)
          }
          const kept = Array.from({ length: buffer.count }, (_, at) => buffer.get(buffer.firstSeq + at))
          expect(kept.map((one) => one?.payload.length)).toEqual(sizes.slice(sizes.length - buffer.count))
          expect(kept.at(-1)?.seq ?? 0).toBe(sizes.length)
          expect(buffer.bytes).toBe(kept.reduce((sum, one) => sum + (one ? estimateMessageBytes(one) : 0), 0))
          expect(buffer.dropped + buffer.count).toBe(sizes.length)
          expect(buffer.get(buffer.firstSeq - 1)).toBeUndefined()
          expect(buffer.get(sizes.length + 1)).toBeUndefined()
        },
      ),
    )
  })

  it('goes on counting after it was emptied, and shrinks when it is given less', () => {
    const buffer = new MessageBuffer({ count: 10, bytes: 1_000_000 })
    for (let at = 0; at < 12; at += 1) buffer.add(message(1), at)
    buffer.setLimits({ count: 3, bytes: 1_000_000 })
    expect([buffer.count, buffer.firstSeq, buffer.dropped]).toEqual([3, 10, 9])
    buffer.clear()
    expect([buffer.count, buffer.bytes, buffer.dropped, buffer.lastSeq]).toEqual([0, 0, 0, 12])
    buffer.add(message(1), 1)
    expect(buffer.get(13)?.seq).toBe(13)
  })
})
