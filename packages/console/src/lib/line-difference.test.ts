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
