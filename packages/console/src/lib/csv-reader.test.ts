import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader } from './csv-reader.ts'

function readInPieces(text: string, size: number) {
  const reader = new CsvReader()
  const rows = []
  for (let at = 0; at < text.length; at += size) rows.push(...reader.push(text.slice(at, at + size)))
  return [...rows, ...reader.end()]
}

const fieldsOf = (text: string, size = text.length) => readInPieces(text, size).map(({ fields }) => fields)

const print = (rows: readonly (readonly string[])[], end: string) =>
  rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join(end)

describe('CSV', () => {
  it('has fields between commas, with quotes where they hold one', () => {
    expect(fieldsOf('a,b\r\n"x, ""y""\nz",\r\nlast,row')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', ''],
      ['last', 'row'],
    ])
  })

  it('counts the lines of the file, those within quotes and empty ones too', () => {
    const rows = readInPieces('head\r\n\r\n"two\nlines"\rmac\nend', 3)
    expect(rows.map(({ line, fields }) => [line, ...fields])).toEqual([
      [1, 'head'],
      [3, 'two\nlines'],
      [5, 'mac'],
      [6, 'end'],
    ])
  })

  it('names a quote that never closes, and text after one', () => {
    expect(readInPieces('a,b\n"x,y\n1,2', 4).at(-1)).toMatchObject({
      line: 2,
      fault: 'open-quote',
      faultColumn: 1,
    })
    expect(readInPieces('c,"a"b\nd', 2)[0]).toMatchObject({ line: 1, fault: 'after-quote', faultColumn: 2 })
  })

  it('reads the same in pieces of any size', () => {
    const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1 })
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (given, size, end) => {
          expect(fieldsOf(print(given, end), size)).toEqual(given)
        },
      ),
    )
  })
})
