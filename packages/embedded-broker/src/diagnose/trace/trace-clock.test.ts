import { expect, test } from 'vitest'
import { traceClock } from './traces.ts'

test('times of one millisecond are told apart, in their order', () => {
  let now = 1
  const time = traceClock(() => now)
  expect([time(), time()]).toEqual(['1970-01-01T00:00:00.001000+00:00', '1970-01-01T00:00:00.001001+00:00'])
  now = 2.7
  expect(time()).toBe('1970-01-01T00:00:00.002000+00:00')
  const many = Array.from({ length: 1500 }, time)
  expect(many.at(-1)).toBe('1970-01-01T00:00:00.002999+00:00')
})
