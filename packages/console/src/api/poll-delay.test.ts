import { expect, it } from 'vitest'
import { pollDelay } from './query.ts'

it('keeps the interval while polls succeed', () => {
  expect(pollDelay(5_000, undefined, 1_000_000)).toBe(5_000)
})

it('backs off the longer the failure lasts, up to a minute', () => {
  const delays = [5_000, 30_000, 600_000].map((age) => pollDelay(5_000, 1_000_000, 1_000_000 + age))
  expect(delays).toEqual([5_000, 15_000, 60_000])
})

it('waits twice the interval for what has never answered', () => {
  expect(pollDelay(5_000, 0, 1_000_000)).toBe(10_000)
})
