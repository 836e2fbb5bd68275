import { expect, test } from 'vitest'
import { toCsv, toJson } from './save-file.ts'

interface Row {
  readonly name: string
  readonly count: number | null
}

const columns = [
  { id: 'name', value: (row: Row) => row.name },
  { id: 'count', value: (row: Row) => row.count },
]

test('a device cannot plant a formula in a spreadsheet', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '＝']) {
    const csv = toCsv([{ name: `${start}HYPERLINK("http://evil")`, count: 1 }], columns)
    expect(csv).toContain(`"'${start}HYPERLINK(""http://evil"")",1`)
  }
})

test('negative numbers stay numbers', () => {
  expect(toCsv([{ name: 'a', count: -5 }], columns)).toBe('\ufeffname,count\r\na,-5\r\n')
})

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(toCsv([{ name: 'a,"b"\nc', count: null }], columns)).toBe('\ufeffname,count\r\n"a,""b""\nc",\r\n')
})

test('JSON carries the values as they are', () => {
  expect(JSON.parse(toJson([{ name: '=1', count: null }], columns))).toEqual([{ name: '=1', count: null }])
})
