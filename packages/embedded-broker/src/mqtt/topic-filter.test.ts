import { expect, test } from 'vitest'
import { formatSharedTopic, isValidFilter, isValidTopic, parseFilter } from './topic-filter.ts'

test.each([
  ['a/b', true],
  ['/', true],
  ['#', true],
  ['+/+/#', true],
  ['a/#/b', false],
  ['a#', false],
  ['a+/b', false],
  ['', false],
  ['a\0b', false],
  ['x'.repeat(65_535), true],
  ['x'.repeat(65_536), false],
])('filter %j is valid: %s', (filter, isValid) => {
  expect(isValidFilter(filter)).toBe(isValid)
})

test('topic names have no wildcards', () => {
  expect(isValidTopic('a/b c/ü')).toBe(true)
  expect(isValidTopic('a/+')).toBe(false)
  expect(isValidTopic('#')).toBe(false)
})

test.each([
  ['a/#', { filter: 'a/#', group: undefined }],
  ['$share/g/a/#', { filter: 'a/#', group: 'g' }],
  ['$queue/a', { filter: 'a', group: '$queue' }],
  ['$share/g', undefined],
  ['$share/g/', undefined],
  ['$share//a', undefined],
  ['$share/g+/a', undefined],
  ['$queue/', undefined],
  ['$SYS/brokers', { filter: '$SYS/brokers', group: undefined }],
])('%s is read', (topic, parsed) => {
  expect(parseFilter(topic)).toEqual(parsed)
})

test('a shared topic is written as its client wrote it', () => {
  expect(formatSharedTopic('g', 'a/#')).toBe('$share/g/a/#')
  expect(formatSharedTopic('$queue', 'a')).toBe('$queue/a')
})
