import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonListReader } from './json-list-reader.ts'

function readInPieces(text: string, size = Math.max(1, text.length)) {
  const reader = new JsonListReader()
  const places: string[] = []
  const entries: string[] = []
  for (let at = 0; at < text.length; at += size) {
    for (const entry of reader.push(text.slice(at, at + size))) {
      entries.push(entry.text)
      places.push(`${entry.line}:${entry.column}`)
    }
  }
  reader.end()
  return { entries, places, fault: reader.fault }
}

describe('a JSON list', () => {
  it.each([
    ['[]', []],
    [' [ \n] \n', []],
    ['[1, "a,]" ,{"b":[1,2]}]', ['1', '"a,]" ', '{"b":[1,2]}']],
    [String.raw`["\"", "\\", "[{"]`, [String.raw`"\""`, String.raw`"\\"`, '"[{"']],
    // Invalid JSON is left to the code that parses the entry.
    ['[1,]', ['1', '']],
    ['[,1]', ['', '1']],
    ['[}, {]}]', ['}', '{]}']],
  ])('%s has the entries %j', (text, entries) => {
    expect(readInPieces(text)).toMatchObject({ entries, fault: undefined })
  })

  it('says where each entry begins, in pieces of any size', () => {
    for (const size of [1, 3, 100]) {
      const { places } = readInPieces('\n[1, "a\n",\r\n  {"b":\n2}, 3\n]', size)
      expect(places).toEqual(['2:2', '2:5', '4:3', '5:5'])
    }
  })

  it.each([
    ['', 'no-list'],
    ['  ', 'no-list'],
    ['{"a":1}', 'no-list'],
    ['PK\u0003', 'no-list'],
    ['[', 'cut-off'],
    ['[1,2', 'cut-off'],
    ['["a]', 'cut-off'],
    [String.raw`["a\"]`, 'cut-off'],
    ['[1] x', 'after-end'],
    ['[1]]', 'after-end'],
  ])('%s is none: %s', (text, fault) => {
    expect(readInPieces(text).fault).toBe(fault)
    expect(readInPieces(text, 1).fault).toBe(fault)
  })

  it('reads the same in pieces of any size', () => {
    const indents = fc.constantFrom(undefined, 1, '\t')
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        indents,
        (given, size, indent) => {
          const text = JSON.stringify(given, undefined, indent)
          const { entries, fault } = readInPieces(text, size)
          expect({ entries: entries.map((entry) => JSON.parse(entry)), fault }).toEqual({
            entries: JSON.parse(text),
            fault: undefined,
          })
        },
      ),
    )
  })
})
