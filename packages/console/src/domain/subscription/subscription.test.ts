import { expect, test } from 'vitest'
import { describeFilterFault } from './filter-fault.ts'
import { withoutMountpoint } from './without-mountpoint.ts'

test('a mountpoint is taken off at the start only', () => {
  expect(withoutMountpoint('site/a/site/t', 'site/')).toBe('a/site/t')
  expect(withoutMountpoint('a/site/t', 'site/')).toBe('a/site/t')
  expect(withoutMountpoint('$share/site/site/t', 'site/')).toBe('$share/site/t')
  expect(withoutMountpoint('site/t', null)).toBe('site/t')
  expect(withoutMountpoint('site/t', '')).toBe('site/t')
})

test('a filter that cannot be subscribed to is explained', () => {
  expect(describeFilterFault('a/+/$share/#')).toBeUndefined()
  expect(describeFilterFault('')).toBe('Please enter topic')
  expect(describeFilterFault('a/#/b')).toMatch(/last level/)
  expect(describeFilterFault('$share/g1')).toMatch(/share group/i)
})
