import { expect, test } from 'vitest'
import { fillTemplate, single, valueAt } from './row-template.ts'
import type { Term } from './term.ts'

const inner: Term = new Map<string, Term>([
  ['c d', 'spaced'],
  ['e', new Map([['f.g', 'dotted']])],
])
const row = new Map<string, Term>([
  ['n', 21n],
  ['x', 'ten chars.'],
  ['deep', inner],
  ['payload', '{"t":21.5}'],
  ['bytes', Uint8Array.of(0xff, 0x41)],
  ['list', [1n, 'a']],
])

test.each([
  ['no names', 'no names'],
  ['', ''],
  ['${n}', '21'],
  ['a ${n}, ${x} b', 'a 21, ten chars. b'],
  ["${deep.'c d'}", 'spaced'],
  ['${deep."c d"}', 'spaced'],
  ["${deep.e.'f.g'}", 'dotted'],
  ['${deep.e}', '{"f.g":"dotted"}'],
  // A text whose fields are accessed is parsed as JSON.
  ['${payload.t}', '21.5'],
  ['${list}', '[1,"a"]'],
  // Invalid UTF-8 is shown as the replacement character.
  ['${bytes}', '\uFFFDA'],
  ['${missing} ${deep.missing.too}', 'undefined undefined'],
  ['${n', '${n'],
  ['$n {n} $${n}', '$n {n} $21'],
])('%s becomes %s', (template, text) => {
  expect(fillTemplate(template, row)).toBe(text)
})

test('a single name is its value, anything around it makes a text of it', () => {
  expect(single('${n}', row)).toBe(21n)
  expect(single('${deep}', row)).toBe(inner)
  expect(single('${missing}', row)).toBeUndefined()
  expect([single(' ${n}', row), single('${n}${n}', row), single('n', row)]).toEqual([' 21', '2121', 'n'])
})

test('a dot is the whole row', () => {
  expect(valueAt('.', row)).toBe(row)
  expect(single('${.}', row)).toBe(row)
  expect(fillTemplate('${.}', new Map([['a', 1n]]))).toBe('{"a":1}')
})

test('what the same large value would make endless ends where it is said to', () => {
  expect(fillTemplate('${x}${x}${x}', row, 15)).toBe('ten chars.ten c')
  expect(fillTemplate('${x}${x}', row, 10)).toBe('ten chars.')
  expect(fillTemplate('${x}${x}', row, 20)).toBe('ten chars.ten chars.')
  expect(fillTemplate('a${n}b', row, 100)).toBe('a21b')
})
