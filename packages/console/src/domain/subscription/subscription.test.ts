import { expect, test } from 'vitest'
import { withoutMountpoint } from './without-mountpoint.ts'

test('a mountpoint is taken off at the start only', () => {
  expect(withoutMountpoint('site/a/site/t', 'site/')).toBe('a/site/t')
  expect(withoutMountpoint('a/site/t', 'site/')).toBe('a/site/t')
  expect(withoutMountpoint('$share/site/site/t', 'site/')).toBe('$share/site/t')
  expect(withoutMountpoint('site/t', null)).toBe('site/t')
  expect(withoutMountpoint('site/t', '')).toBe('site/t')
})
