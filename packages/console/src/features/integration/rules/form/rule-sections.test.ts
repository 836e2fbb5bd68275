import { expect, it } from 'vitest'
import { placeRuleFaults } from './rule-sections.ts'

const said = (sql: string) =>
  placeRuleFaults([{ path: 'sql', message: 'of the broker' }], { sql })[0]?.message

it.each([
  [`SELECT ${'qos, '.repeat(30_000)}qos FROM "t/#"`, 'The statement is too long to be checked here'],
  [`SELECT ${'('.repeat(201)}qos${')'.repeat(201)} FROM "t/#"`, 'Brackets are nested too deeply'],
  ['SELECT payload. FROM "t"', 'Line 1, column 17: “FROM” is not expected here'],
  ['SELECT *', 'Line 1, column 9: the statement ends too early'],
  ['SELECT * FROM "t"', 'of the broker'],
])('names a place of a refused statement only where it has one', (sql, words) => {
  expect(said(sql)).toBe(words)
})
