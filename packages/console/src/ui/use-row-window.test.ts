import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowWindow } from './use-row-window.ts'

test('the rows in sight are always among those drawn, and those drawn are few', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(3_600_000),
      fc.integer({ min: 100, max: 2000 }),
      (count, scrollTop, height) => {
        const { start, end } = rowWindow(count, 36, scrollTop, height)
        const first = Math.floor(scrollTop / 36)
        const last = Math.min(count - 1, Math.floor((scrollTop + height) / 36))
        if (first < count) {
          expect(start).toBeLessThanOrEqual(first)
          expect(end).toBeGreaterThan(last)
        }
        expect(end - start).toBeLessThanOrEqual(height / 36 + 45)
      },
    ),
  )
})
