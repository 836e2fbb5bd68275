import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CaptureBudget } from './capture-budget.ts'
import { isBroad, takesFromOthers } from './capture-draft.ts'
import { type RateWindow, ratePerSecond, tally } from './rate-window.ts'

describe('a budget', () => {
  test('never takes more than its rate allows, whatever comes, and counts the rest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(100), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 200 }),
        (gaps, perSecond) => {
          const budget = new CaptureBudget({ seconds: 60, perSecond, bytes: 1e9 }, 0)
          let now = 0
          for (const gap of gaps) {
            now += gap
            budget.receive(10, now)
          }
          expect(budget.taken + budget.dropped).toBe(gaps.length)
          expect(budget.taken).toBeLessThanOrEqual(Math.max(1, perSecond / 2) + (now * perSecond) / 1000)
        },
      ),
    )
  })

  test('takes all that comes slowly enough', () => {
    const budget = new CaptureBudget({ seconds: 60, perSecond: 100, bytes: 1e9 }, 0)
    for (let now = 0; now < 10_000; now += 10) expect(budget.receive(1, now)).toBe('take')
  })

  test('ends with its bytes, counting those of what it dropped', () => {
    const budget = new CaptureBudget({ seconds: 60, perSecond: 1, bytes: 1000 }, 0)
    const verdicts = Array.from({ length: 11 }, () => budget.receive(100, 0))
    expect(verdicts.at(0)).toBe('take')
    expect(verdicts.slice(1, 10).every((verdict) => verdict === 'drop')).toBe(true)
    expect(verdicts.at(-1)).toBe('end')
  })
})

test('a rate is that of the last seconds, true from the first and gone soon after', () => {
  const window: RateWindow = { slot: 0, current: 0, previous: 0 }
  const start = 1_000_000_300
  for (let now = start; now < start + 30_000; now += 50) tally(window, now)
  const end = start + 30_000
  expect(ratePerSecond(window, end, start)).toBeCloseTo(20, 0)
  expect(ratePerSecond(window, end + 11_000, start)).toBe(0)
  const young: RateWindow = { slot: 0, current: 0, previous: 0 }
  for (let now = start; now < start + 2000; now += 50) tally(young, now)
  expect(ratePerSecond(young, start + 2000, start)).toBeCloseTo(20, 0)
})

test.each([
  ['#', true],
  ['+/#', true],
  ['+/+/#', true],
  ['/#', true],
  ['+', true],
  ['a/#', false],
  ['+/state', false],
  ['$SYS/#', false],
])('%s is broad: %s', (filter, isAll) => {
  expect(isBroad(filter)).toBe(isAll)
})

test('a capture takes nothing away from others', () => {
  expect(
    ['$share/g/#', '$share/g', '$queue/a', '$exclusive/a', 'share/a', 'a/$share/b'].map(takesFromOthers),
  ).toEqual([true, true, true, true, false, false])
})
