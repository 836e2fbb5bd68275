import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 12_345 })
})

afterEach(() => {
  vi.useRealTimers()
})

it('runs at full multiples of an interval until stopped', () => {
  const clock = systemClock()
  const times: number[] = []
  const stop = clock.every(10_000, () => times.push(clock.now()))
  vi.advanceTimersByTime(30_000)
  stop()
  vi.advanceTimersByTime(30_000)
  expect(times).toEqual([20_000, 30_000, 40_000])
})

it('does not run twice when a timer fires early', () => {
  const times: number[] = []
  const early = () => Date.now() - 2
  const stop = systemClock(early).every(1000, () => times.push(Date.now()))
  vi.advanceTimersByTime(5000)
  stop()
  expect(times.length).toBeLessThanOrEqual(5)
})

it('waits longer than a timer can', () => {
  const month = 30 * 24 * 60 * 60 * 1000
  const times: number[] = []
  const stop = systemClock().every(month, () => times.push(Date.now()))
  vi.advanceTimersByTime(month - 20_000)
  expect(times).toEqual([])
  vi.advanceTimersByTime(20_000)
  stop()
  expect(times).toEqual([month])
})
