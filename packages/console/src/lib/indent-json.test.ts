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
