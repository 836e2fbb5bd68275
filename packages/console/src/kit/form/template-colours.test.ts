import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateColours } from './template-colours.ts'

const kinds = (text: string, syntax: 'sql' | undefined) =>
  templateColours(text, syntax).flatMap(({ text: part, kind }) => (kind === undefined ? [] : [[part, kind]]))

test('tells SQL from what the broker fills in, within quotes too', () => {
  const statement = `insert into t values ('x \${payload.a}', 12) -- note`
  expect(kinds(statement, 'sql')).toEqual([
    ['insert', 'word'],
    ['into', 'word'],
    ['values', 'word'],
    ["'x ", 'text'],
    [`\${payload.a}`, 'place'],
    ["', 12) -- note", 'text'],
  ])
})

test('marks nothing but placeholders in other texts', () => {
  expect(kinds(`select \${a} 12`, undefined)).toEqual([[`\${a}`, 'place']])
})

test('keeps every character', () => {
  const part = fc.constantFrom("'", '"', '${a}', '$', '{', '--', '\n', 'select', ' ', '/*', '*/', '7', 'x')
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom('sql' as const, undefined), (parts, syntax) => {
      const text = parts.join('')
      expect(
        templateColours(text, syntax)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
