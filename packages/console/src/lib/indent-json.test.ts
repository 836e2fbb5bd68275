import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('indenting JSON changes nothing but white space', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const document = JSON.parse(json)
      const indented = JSON.stringify(document, undefined, 2)
      for (const space of [undefined, 2, '\t', '\r\n '])
        expect(indentJson(` ${JSON.stringify(document, undefined, space)}\n`)).toBe(indented)
    }),
  )
  expect(indentJson('{"n":12345678901234567890,"e":{},"s":"a, b: {"}')).toBe(
    '{\n  "n": 12345678901234567890,\n  "e": {},\n  "s": "a, b: {"\n}',
  )
  expect(indentJson('"\\\\\\" \ud800"')).toBe('"\\\\\\" \ud800"')
  expect(indentJson('{oops')).toBeUndefined()
})

test('what is nested too deeply to be read is not indented', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(indentJson(nested(500))).toContain(`\n${'  '.repeat(499)}[]\n`)
  expect(indentJson(nested(100_000))).toBeUndefined()
})

test('megabytes of one string are indented, too', () => {
  const long = JSON.stringify(['"\\'.repeat(1_000_000)])
  expect(indentJson(long)).toHaveLength(long.length + 4)
})

test('of a long document only as much is indented as is shown', () => {
  const long = JSON.stringify({ first: 1, numbers: Array.from({ length: 500_000 }, () => 1) })
  const begun = indentJson(long, 1_000) ?? ''
  expect(begun.length).toBeGreaterThan(1_000)
  expect(begun.length).toBeLessThan(1_100)
  expect(indentJson(long)?.startsWith(begun)).toBe(true)
  expect(indentJson(`${long}]`, 1_000), 'no JSON, however it begins').toBeUndefined()
})
