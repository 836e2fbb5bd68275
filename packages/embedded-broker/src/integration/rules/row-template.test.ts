import type { Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { expect, test } from 'vitest'
import { fillBinary, fillBytes, truth } from './row-template.ts'

const row = new Map<string, Term>([
  ['n', 1n],
  ['bytes', Uint8Array.of(0xff, 0x41)],
  ['text', 'é'],
  ['deep', new Map([['a', 2n]])],
])

test.each([
  ['${bytes}', 'ff41'],
  ['${text}', 'c3a9'],
  ['${n}', Buffer.from('1').toString('hex')],
  ['${deep}', Buffer.from('{"a":2}').toString('hex')],
  ['${missing}', Buffer.from('undefined').toString('hex')],
  // Bytes beside other text are converted to text.
  ['x${bytes}', Buffer.from('x\uFFFDA').toString('hex')],
])('%s is sent as the bytes %s', (template, hex) => {
  expect(fillBinary(template, row).toString('hex')).toBe(hex)
  expect(fillBytes(template, row).toString('hex')).toBe(hex)
})

test('without a template all there is goes out as JSON, and an empty text is one all the same', () => {
  const plain = new Map<string, Term>([
    ['n', 1n],
    ['s', 'x'],
  ])
  expect(JSON.parse(fillBytes('', plain).toString())).toEqual({ n: 1, s: 'x' })
  expect(fillBinary('', plain)).toHaveLength(0)
})

test('true is true however it is said, and nothing else is', () => {
  const said = new Map<string, Term>([
    ...([
      ['yes', true],
      ['word', 'true'],
      ['one', 1n],
      ['no', false],
      ['two', 2n],
      ['other', 'on'],
    ] as const),
  ])
  expect([true, 'true', '${yes}', '${word}', '${one}'].filter((given) => !truth(given, said))).toEqual([])
  const others = [false, 'false', '1', '${no}', '${two}', '${other}', '${missing}', '']
  expect(others.filter((given) => truth(given, said))).toEqual([])
})
