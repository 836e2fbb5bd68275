import { expect, test } from 'vitest'
import { patternTest } from './authorization.ts'

test('a pattern sees all of a name, however long', () => {
  const test = patternTest()
  expect(test('evil$', `${'x'.repeat(60_000)}evil`)).toBe(true)
  expect(test(String.raw`^dev-\d+$`, `dev-${'1'.repeat(2000)}evil`)).toBe(false)
})

test('a pattern that takes too long on a name does not match, and holds the broker up only once', () => {
  const test = patternTest()
  const asked = () => {
    const start = performance.now()
    expect(test(String.raw`^(a+)+\1$`, `${'a'.repeat(40)}b`)).toBe(false)
    return performance.now() - start
  }
  const first = asked()
  const later = Array.from({ length: 10 }, asked).reduce((sum, one) => sum + one, 0)
  expect(later).toBeLessThan(first)
  expect(test(String.raw`^(a+)+\1$`, 'aaa')).toBe(true)
})
