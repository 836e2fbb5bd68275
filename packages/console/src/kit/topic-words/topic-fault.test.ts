import { expect, test } from 'vitest'
import { describeFilterFault, describeTopicFault } from './topic-fault.ts'

test('a filter that cannot be subscribed to is explained', () => {
  expect(describeFilterFault('a/+/$share/#')).toBeUndefined()
  expect(describeFilterFault('')).toBe('Please enter topic')
  expect(describeFilterFault('a/#/b')).toMatch(/last level/)
  expect(describeFilterFault('$share/g1')).toMatch(/share group/i)
})

test('nobody publishes to wildcards', () => {
  expect(describeTopicFault('a/b')).toBeUndefined()
  expect(describeTopicFault('a/+')).toMatch(/cannot contain/)
})
