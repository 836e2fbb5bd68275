import { expect, test } from 'vitest'
import { fromDateTimeInput, toDateTimeInput } from './date-time-input.ts'

test('an instant comes back from its input, in either zone', () => {
  for (const isUtc of [true, false]) {
    const instant = '2026-11-21T09:41:18Z'
    expect(fromDateTimeInput(toDateTimeInput(instant, isUtc), isUtc)).toBe(instant)
  }
  expect(toDateTimeInput('2026-11-21T09:41:18Z', true)).toBe('2026-11-21T09:41:18')
})

test('what is no date is none', () => {
  expect(fromDateTimeInput('', true)).toBeUndefined()
  expect(toDateTimeInput('yesterday', true)).toBe('')
  expect(toDateTimeInput(undefined, false)).toBe('')
})
