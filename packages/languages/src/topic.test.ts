import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filtersOverlap,
  maxTopicBytes,
  parseShared,
  topicFilterFault,
  topicMatches,
  topicNameFault,
} from './topic.ts'

test.each([
  ['a/b', undefined],
  ['#', undefined],
  ['+', undefined],
  ['/', undefined],
  ['a//b', undefined],
  ['+/a/+/#', undefined],
  ['$share/g/a/#', undefined],
  ['$share/g//', undefined],
  ['$queue/a', undefined],
  ['$shared/x', undefined],
  ['', 'empty'],
  ['a/#/b', 'hash-not-last'],
  ['a#', 'hash-not-alone'],
  ['a+/b', 'plus-not-alone'],
  ['$share//a', 'share-name-empty'],
  ['$share/g+/a', 'share-name-wildcard'],
  ['$share/g', 'share-filter-empty'],
  ['$share/g/', 'share-filter-empty'],
  ['$queue/', 'share-filter-empty'],
  ['a\0b', 'null-character'],
  ['\ud800', 'not-utf8'],
  ['ü'.repeat(maxTopicBytes / 2 + 1), 'too-long'],
  ['a'.repeat(maxTopicBytes), undefined],
])('filter %# is faulty: %s', (filter, fault) => {
  expect(topicFilterFault(filter)).toBe(fault)
})

test('a topic name has no wildcards', () => {
  expect(topicNameFault('a/b')).toBeUndefined()
  expect(topicNameFault('a/+')).toBe('wildcard')
  expect(topicNameFault('#')).toBe('wildcard')
})

test('share prefixes', () => {
  expect(parseShared('$share/g/a/b')).toEqual({ group: 'g', filter: 'a/b' })
  expect(parseShared('$queue/a')).toEqual({ group: '$queue', filter: 'a' })
  expect(parseShared('$share/g')).toEqual({ group: undefined, filter: '$share/g' })
  expect(parseShared('$queue/')).toEqual({ group: undefined, filter: '$queue/' })
})

// The examples of MQTT 5.0 §4.7.1 and §4.7.2.
test.each([
  ['sport/tennis/player1/#', 'sport/tennis/player1', true],
  ['sport/tennis/player1/#', 'sport/tennis/player1/score/wimbledon', true],
  ['sport/#', 'sport', true],
  ['#', 'sport/tennis', true],
  ['sport/tennis/+', 'sport/tennis/player1', true],
  ['sport/tennis/+', 'sport/tennis/player1/ranking', false],
  ['sport/+', 'sport', false],
  ['sport/+', 'sport/', true],
  ['+/+', '/finance', true],
  ['/+', '/finance', true],
  ['+', '/finance', false],
  ['#', '$SYS/monitor', false],
  ['+/monitor/Clients', '$SYS/monitor/Clients', false],
  ['$SYS/#', '$SYS/monitor', true],
  ['$SYS/monitor/+', '$SYS/monitor/Clients', true],
])('%s on %s: %s', (filter, topic, isMatch) => {
  expect(topicMatches(filter, topic)).toBe(isMatch)
})

test('a # in between, which only a name that is filled in brings, covers nothing', () => {
  expect(topicMatches('x/#/y', 'x/a/y')).toBe(false)
  expect(topicMatches('x/#/y', 'x')).toBe(false)
})

const level = fc.string({ maxLength: 4 }).map((text) => text.replace(/[/+#\0]/g, 'x'))
const topic = fc
  .array(level, { minLength: 1, maxLength: 6 })
  .map((levels) => levels.join('/'))
  .filter((text) => text !== '' && !text.startsWith('$'))

test('a topic matches itself, and any part of it may be a wildcard', () => {
  fc.assert(
    fc.property(topic, fc.nat(5), (name, at) => {
      const levels = name.split('/')
      const cut = at % levels.length
      expect(topicMatches(name, name)).toBe(true)
      expect(topicMatches(levels.with(cut, '+').join('/'), name)).toBe(true)
      expect(topicMatches([...levels.slice(0, cut), '#'].join('/'), name)).toBe(true)
      expect(topicMatches(`${name}/+`, name)).toBe(false)
      expect(topicMatches(`${name}/#`, name)).toBe(true)
    }),
  )
})

test('a group taken off is the group put on', () => {
  fc.assert(
    fc.property(
      level.filter((text) => text !== ''),
      topic,
      (group, filter) => {
        expect(parseShared(`$share/${group}/${filter}`)).toEqual({ group, filter })
      },
    ),
  )
})

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', '+/b', true],
  ['a/#', 'a', true],
  ['a/b/#', 'a/+', true],
  ['a/b/c', 'a/+', false],
  ['#', '$SYS/brokers', false],
  ['+/brokers', '$SYS/#', false],
  ['$SYS/#', '$SYS/+/x', true],
  ['/#', '+', false],
  ['/#', '+/+', true],
])('whether %s and %s have a topic in common: %s', (one, other, expected) => {
  expect(filtersOverlap(one, other)).toBe(expected)
  expect(filtersOverlap(other, one)).toBe(expected)
})

test('filters overlap wherever a topic matches both, and only there', () => {
  const level = fc.constantFrom('', 'a', 'b', '$s')
  const filter = fc
    .tuple(fc.array(fc.oneof(level, fc.constant('+')), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([levels, isOpen]) => [...levels, ...(isOpen ? ['#'] : [])].join('/'))
    .filter((text) => text !== '')
  // The topics have levels of three kinds, and as many levels as two such filters can distinguish.
  const topics = ['', 'a', 'b', '$s'].flatMap((first) =>
    ['', 'a', 'b', '$s', undefined].flatMap((second) =>
      ['', 'a', 'b', '$s', undefined].flatMap((third) =>
        [undefined, 'a'].map((fourth) => {
          const levels = [first, second, third, fourth]
          const end = levels.indexOf(undefined)
          return levels.slice(0, end < 0 ? 4 : end).join('/')
        }),
      ),
    ),
  )
  fc.assert(
    fc.property(filter, filter, (one, other) => {
      const both = topics.some(
        (topic) => topic !== '' && topicMatches(one, topic) && topicMatches(other, topic),
      )
      expect(filtersOverlap(one, other), `${one} and ${other}`).toBe(both)
    }),
  )
})
