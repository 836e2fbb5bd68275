import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDifference } from './line-difference.ts'

const text = fc.array(fc.constantFrom('{', '  "a": 1,', '  "b": 2', '}', ''), { maxLength: 30 })
const written = (before: readonly string[], after: readonly string[]) =>
  lineDifference(before, after).map(
    ({ kind, text: line }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${line}`,
  )

test('both texts are in their difference', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const all = lineDifference(before, after)
      expect(all.filter(({ kind }) => kind !== 'added').map((one) => one.text)).toEqual(before)
      expect(all.filter(({ kind }) => kind !== 'removed').map((one) => one.text)).toEqual(after)
    }),
  )
})

test('what stayed is left alone', () => {
  expect(written(['{', 'a: 1', 'b: 2', '}'], ['{', 'a: 1', 'b: 3', 'c: 4', '}'])).toEqual([
    ' {',
    ' a: 1',
    '-b: 2',
    '+b: 3',
    '+c: 4',
    ' }',
  ])
  expect(written(['x', 'a', 'b', 'c'], ['a', 'b', 'y', 'c'])).toEqual(['-x', ' a', ' b', '+y', ' c'])
  fc.assert(
    fc.property(text, (same) => {
      expect(lineDifference(same, same).every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})

test('texts with nothing in common are compared in no time', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 20_000 }, (_, at) => `${letter}${at}`),
  )
  expect(lineDifference(before ?? [], after ?? [])).toHaveLength(40_000)
})

test('as many lines as can be are left alone', () => {
  /** Returns the length of the longest common subsequence by trying all combinations. */
  const mostCommon = (before: readonly string[], after: readonly string[]): number => {
    const [was, ...laterBefore] = before
    const [is, ...laterAfter] = after
    if (was === undefined || is === undefined) return 0
    if (was === is) return 1 + mostCommon(laterBefore, laterAfter)
    return Math.max(mostCommon(laterBefore, after), mostCommon(before, laterAfter))
  }
  const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 })
  fc.assert(
    fc.property(short, short, (before, after) => {
      const same = lineDifference(before, after).filter(({ kind }) => kind === 'same')
      expect(same).toHaveLength(mostCommon(before, after))
    }),
    { numRuns: 1000 },
  )
})

test('what was taken out stands before what was put in its place', () => {
  expect(written(['a', 'x', 'b', 'y', 'c'], ['a', 'u', 'b', 'v', 'c'])).toEqual([
    ' a',
    '-x',
    '+u',
    ' b',
    '-y',
    '+v',
    ' c',
  ])
})

test('long texts are compared by line as long as that can be waited for', () => {
  const numbered = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${letter}${at}`)
  const around = (letter: string, count: number) => [
    ...numbered(letter, count),
    'kept',
    ...numbered(letter.toUpperCase(), count),
  ]
  const isKept = (count: number) =>
    lineDifference(around('a', count), around('b', count)).some(({ kind }) => kind === 'same')
  // 1,999 lines on each side are compared with one another, 2,001 lines are not.
  expect([isKept(999), isKept(1000)]).toEqual([true, false])
})
