import { expect, test } from 'vitest'
import { patternTest } from './pattern-test.ts'

const told: readonly (readonly [pattern: string, subject: string, isFound: boolean])[] = [
  ['^plc', 'plc-1', true],
  ['^plc', 'x-plc', false],
  ['plc', 'x-plc-1', true],
  ['', 'anything', true],
  ['-\\d{2,4}$', 'plc-123', true],
  ['-\\d{2,4}$', 'plc-1', false],
  ['^(plc|hmi)-[0-9a-f]+$', 'hmi-0af', true],
  ['^(?:a|b){2}c', 'abc', true],
  ['^(?!test-).*', 'test-1', false],
  ['^a(?=b)b$', 'ab', true],
  ['^[^/ ]+/x\\.y$', 'ab/x.y', true],
  ['^[\\w.-]+@plant$', 'a.b-c@plant', true],
  ['^dev_\\S+\\b', 'dev_ 1', false],
  ['^a+?b*', 'aab', true],
  ['^10\\.0\\.', '10.0.0.1', true],
  ['^a{3}$', 'aaa', true],
  ['plc', 'plc-ö', true],
  ['^[a-z]+', 'ab\u0000', true],
  ['^工', '工人', true],
  ['^工人-\\d+$', '工人-7', true],
  ['人$', '工', false],
  ['^(车间|😀)/', '😀/1', true],
  ['^.*-.*$', `${'a'.repeat(400)}-b`, true],
]

test.each(told)('%s on %j is found: %s', (pattern, subject, isFound) => {
  expect(patternTest(pattern, subject)).toBe(isFound)
})

const untold: readonly (readonly [pattern: string, why: string])[] = [
  ['(?i)plc', 'flags'],
  ['^(?>a+)b', 'atomic groups'],
  ['a++', 'possessive quantifiers'],
  ['^[[:digit:]]', 'POSIX classes'],
  ['[]a]', 'a bracket that begins a set'],
  ['[^]a]', 'a bracket that begins what is left out'],
  ['\\Aplc\\z', 'anchors of PCRE'],
  ['\\Qa.b\\E', 'quoted text'],
  ['\\h', 'horizontal space'],
  ['\\v', 'vertical space, or one character'],
  ['\\x{41}', 'characters by number'],
  ['\\p{L}', 'properties'],
  ['(a)\\1', 'references back'],
  ['(?<n>a)', 'named groups'],
  ['(?<=a)b', 'what stands before'],
  ['(?#note)a', 'notes'],
  ['(?=a)*', 'a repeated assertion'],
  ['a{,3}', 'braces that repeat nothing'],
  ['a{1001}', 'far repetition'],
  ['ö+', 'letters of several bytes'],
  ['aö{2}', 'letters of several bytes'],
  ['工人?', 'letters of several bytes'],
  ['😀*', 'letters of several bytes'],
  ['[ö]', 'letters of several bytes in a set'],
  ['[z-a]', 'a backward range'],
  ['*a', 'nothing repeated'],
  ['(a', 'an open group'],
  ['a)', 'a closed group'],
  ['\\', 'half an escape'],
]

test.each(untold)('%s cannot be told: %s', (pattern) => {
  expect(patternTest(pattern, 'abc')).toBeUndefined()
})

test.each([
  ['^bad-[[:digit:]]', 'good', false],
  ['^bad-[[:digit:]]', 'bad-1', undefined],
  ['^bad?[[:digit:]]', 'ba', undefined],
  ['^bad{0,1}(?i)', 'ba', undefined],
  ['^bad(?i)|x', 'x', undefined],
  ['bad(?i)', 'x', undefined],
])('a beginning that is asked for tells enough: %s on %j is %s', (pattern, subject, expected) => {
  expect(patternTest(pattern, subject)).toBe(expected)
})

test.each([
  ['^.{3}$', 'aöb'],
  ['^[^a]$', 'ö'],
  ['^\\w+$', 'öl'],
  ['a$', 'a\n'],
  ['a.b', 'a\rb'],
])('%s on %j cannot be told: bytes and characters, or line ends', (pattern, subject) => {
  expect(patternTest(pattern, subject)).toBeUndefined()
})

test.each(['(a+)+b', '(a|a)*b', '(a*)*b', '(.*a){12}', '.*.*.*.*b', '^(a?){30}a{30}'])(
  '%s is not tried on a long name',
  (pattern) => {
    expect(patternTest(pattern, 'a'.repeat(60_000))).toBeUndefined()
    expect(patternTest(pattern, 'a'.repeat(60))).toBeUndefined()
  },
)
