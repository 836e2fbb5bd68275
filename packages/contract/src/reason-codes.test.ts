import { expect, test } from 'vitest'
import { connectReturnName, reasonName } from './reason-codes.ts'

test('names by number', () => {
  expect(reasonName(0x87)).toBe('not_authorized')
  expect(reasonName(0x8a)).toBe('banned')
  expect(reasonName(0xa2)).toBe('wildcard_subscriptions_not_supported')
  expect(reasonName(3)).toBeUndefined()
  expect(connectReturnName(5)).toBe('not_authorized')
  expect(connectReturnName(6)).toBeUndefined()
})
