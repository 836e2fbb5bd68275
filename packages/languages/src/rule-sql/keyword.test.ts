import { expect, it } from 'vitest'
import { checkStatement } from './check-statement.ts'
import { clauseWords, isAnyCase, keyword, usedWords } from './keyword.ts'

const isWord = (name: string) => keyword(name) !== -1

it('takes words of a statement in any letters, and operators in small ones', () => {
  expect(
    ['select', 'SELECT', 'From', 'foreach', 'DO', 'incase', 'div', 'mod'].filter((name) => !isWord(name)),
  ).toEqual([])
  expect(new Set(['and', 'AND', 'And'].map(keyword)).size).toBe(1)
  expect(new Set(['and', 'or', 'not', 'div', 'mod'].map(keyword)).size).toBe(5)
  expect(['clientid', 'DIV', 'Mod', 'selects', '', 'toString'].filter(isWord)).toEqual([])
})

it('keeps words from being names that no statement has a use for', () => {
  expect(['if', 'elsif'].every(isWord)).toBe(true)
  expect(usedWords).toEqual(expect.arrayContaining(['SELECT', 'FROM', 'WHERE', 'CASE', 'div', 'mod']))
  expect(['IF', 'ELSIF', 'if', 'DIV', 'select'].filter((word) => usedWords.includes(word))).toEqual([])
})

it('tells words in any letters from operators', () => {
  expect(['Select', 'WHERE', 'and', 'IF'].every(isAnyCase)).toBe(true)
  expect(['div', 'mod', 'clientid'].some(isAnyCase)).toBe(false)
  expect(clauseWords.every(isAnyCase)).toBe(true)
})

const mended = (sql: string) =>
  checkStatement(sql).reduceRight(
    (text, { fix }) => (fix === undefined ? text : text.slice(0, fix.from) + fix.text + text.slice(fix.to)),
    sql,
  )

it.each([
  ['SELCT * FROM "t"', 'SELECT * FROM "t"'],
  ['SELECT * FORM "t"', 'SELECT * FROM "t"'],
  ['SELECT qos FORM "t"', 'SELECT qos FROM "t"'],
  ['SELECT * FROM "t" WEHRE qos > 1', 'SELECT * FROM "t" WHERE qos > 1'],
  ['SELECT *\nFROM t/#', 'SELECT *\nFROM "t/#"'],
  ['SELECT * FROM plant/+/up WHERE qos > 1', 'SELECT * FROM "plant/+/up" WHERE qos > 1'],
  ['SELECT * FROM $events/client_connected', 'SELECT * FROM "$events/client_connected"'],
  ['SELECT * FROM "t" WHERE payload.state = "stopped"', `SELECT * FROM "t" WHERE payload.state = 'stopped'`],
])('mends %s', (sql, mendedSql) => {
  expect(mended(sql)).toBe(mendedSql)
})

it.each(['SELECT * "t"', 'SELECT FROM "t"', 'SELECT (1 FROM "t"', 'oven'])('mends nothing of %s', (sql) => {
  expect(mended(sql)).toBe(sql)
})
