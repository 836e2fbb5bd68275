import { expect, it } from 'vitest'
import { checkStatement } from './check-statement.ts'
import { parseKeptStatement, parseStatement } from './parse-statement.ts'

const columns = (count: number) =>
  Array.from({ length: count }, (_, at) => `clinetid${at} as s${at}`).join(', ')

it('looks at no more than anybody reads, however long a statement is', () => {
  const unknown = checkStatement(`SELECT ${columns(8_000)} FROM "t/#"`)
  expect(unknown.length).toBe(100)
  const sources = Array.from({ length: 10_000 }, (_, at) => `"plant/${at}", "plant/${at}"`).join(', ')
  expect(checkStatement(`SELECT * FROM ${sources}`).length).toBeLessThanOrEqual(200)
  expect(checkStatement(`SELECT ${'x'.repeat(900_000)} as a FROM "t"`)).toMatchObject([
    { kind: 'unknown-column', near: undefined },
  ])
})

it.each([
  ['columns', `SELECT ${columns(20_000)} FROM "t/#"`],
  ['conditions', `SELECT * FROM "t/#" WHERE ${Array(70_000).fill('qos = 1').join(' AND ')}`],
  ['steps of a path', `SELECT payload${'.a'.repeat(400_000)} as a FROM "t/#"`],
  ['words', 'x '.repeat(400_000)],
  ['characters', `SELECT '${'x'.repeat(1_000_000)}' as a FROM "t/#"`],
])('reads no statement with too many %s, unless it is kept already', (_, text) => {
  expect(parseStatement(text)).toMatchObject({ fault: { kind: 'length' } })
  expect(checkStatement(text)).toMatchObject([{ kind: 'fault', fault: 'length' }])
})

it('reads one that was kept before there were limits, and one whose text is long', () => {
  expect(parseKeptStatement(`SELECT ${columns(20_000)} FROM "t/#"`)).toHaveProperty('statement')
  expect(parseStatement(`SELECT '${'x'.repeat(900_000)}' as a FROM "t/#"`)).toHaveProperty('statement')
})
