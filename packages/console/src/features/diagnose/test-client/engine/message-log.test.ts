import { expect, it } from 'vitest'
import { ArrivalRate } from './message-log.ts'

it('is that of the last five seconds that are over, and falls to nothing', () => {
  const rate = new ArrivalRate()
  const start = 1_700_000_000_000
  for (let second = 0; second < 10; second += 1) {
    for (let at = 0; at < 20; at += 1) rate.add(start + second * 1_000 + at)
  }
  expect(rate.perSecond(start + 10_000)).toBe(20)
  expect(rate.perSecond(start + 12_500)).toBe(12)
  expect(rate.perSecond(start + 16_000)).toBe(0)
  rate.add(start + 900_000)
  expect(rate.perSecond(start + 901_000)).toBe(0.2)
})
