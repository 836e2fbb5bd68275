import { expect, test } from 'vitest'
import { MatchingTime } from './safe-pattern.ts'

/** Simulates subjects on which a pattern times out, one after the other. */
function waitInVain(matchingTime: MatchingTime, times: number, pass: (milliseconds: number) => void): number {
  let waited = 0
  for (let time = 0; time < times; time++) {
    const { milliseconds } = matchingTime
    pass(milliseconds)
    matchingTime.noteTimeout(milliseconds)
    waited += milliseconds
  }
  return waited
}

test('a pattern waits ever less for a thousand hostile names', () => {
  let now = 0
  const matchingTime = new MatchingTime(() => now)
  const waited = waitInVain(matchingTime, 1000, (milliseconds) => {
    now += milliseconds
  })
  expect(waited).toBeGreaterThan(1000)
  expect(waited).toBeLessThan(4400)
})

test('the time for matching comes back', () => {
  let now = 0
  const matchingTime = new MatchingTime(() => now)
  waitInVain(matchingTime, 10, () => undefined)
  expect(matchingTime.milliseconds).toBe(4)
  now += 60_000
  expect(matchingTime.milliseconds).toBe(40)
})

test('a single long wait leaves time for the next', () => {
  const matchingTime = new MatchingTime(() => 0)
  expect(waitInVain(matchingTime, 2, () => undefined)).toBe(80)
})
