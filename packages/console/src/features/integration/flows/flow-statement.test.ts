import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { comparators } from '@brokerdeck/languages/rule-sql/statement.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlowGroup, isOperand, printFilter, readFilter } from './flow-filter.ts'
import { type FlowStatement, isField, readFlow, writeFlow } from './flow-statement.ts'

const flowOf = (sql: string): FlowStatement => {
  const read = readFlow(sql)
  if ('refusal' in read) throw new Error(`${read.refusal.kind}: ${sql}`)
  return read.flow
}

/** Parses a statement and removes the positions of its parts, so that only its meaning is compared. */
function meaningOf(sql: string): unknown {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(`No statement: ${sql}`)
  return JSON.parse(
    JSON.stringify(parsed.statement, (key, value) =>
      key === 'from' || key === 'to' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
    ),
  )
}

/** Writes the flow into a statement that has none of the flow's parts. */
const blank = 'SELECT blank FROM "blank" WHERE blank = 0'
const written = (flow: FlowStatement) => writeFlow(blank, flow) ?? ''

const groupOf = (text: string): FlowGroup => {
  const read = readFilter(text)
  if ('refusal' in read) throw new Error(`${read.refusal.kind}: ${text}`)
  return read.group
}

describe('a statement as a flow', () => {
  it('has its columns, its sources and its groups of conditions', () => {
    const sql = `SELECT payload.t AS temp, topic, strlen(payload) + 1 as size
      FROM "plant/#", '$events/client_connected'
      WHERE temp > -15 AND (room = '3' or (room = '4' and strlen(payload) <= 10)) and qos > 0`
    expect(flowOf(sql)).toEqual({
      fields: [
        { value: 'payload.t', alias: 'temp' },
        { value: 'topic', alias: '' },
        { value: 'strlen(payload) + 1', alias: 'size' },
      ],
      sources: ['plant/#', '$events/client_connected'],
      filter: "temp > -15 AND (room = '3' or (room = '4' and strlen(payload) <= 10)) and qos > 0",
    })
  })

  it.each([
    ['FOREACH payload.list DO item FROM "t"', 'foreach', ''],
    ['SELECT CASE WHEN a = 1 THEN 2 END AS b FROM "t"', 'case', 'CASE WHEN a = 1 THEN 2 END'],
    ['SELECT str(CASE WHEN a = 1 THEN 2 END) AS b FROM "t"', 'case', 'CASE WHEN a = 1 THEN 2 END'],
    ['SELECT a,\n -- why\n b FROM "t"', 'comment', '-- why'],
    ['SELECT a FROM "t"\n-- why\nWHERE a = 1', 'comment', '-- why'],
    ['SELECT a FROM "t"\n/ WHERE a = 1', 'joined', ''],
    ['SELECT FROM', 'syntax', 'FROM'],
  ])('leaves %j to the rule editor: %s', (sql, kind, text) => {
    expect(readFlow(sql)).toEqual({ refusal: { kind, text } })
    expect(writeFlow(sql, flowOf('SELECT 1 AS a FROM "x"'))).toBeUndefined()
  })

  it('changes what changed and no other byte', () => {
    const sql = 'select -- all\n  *\n\nfrom "a" ,  "b"\n  where  ( x=1 )  '
    const flow = flowOf(sql)
    expect(writeFlow(sql, flow)).toBe(sql)
    expect(writeFlow(sql, { ...flow, sources: ['a', 'c'] })).toBe(sql.replace('"a" ,  "b"', '"a", "c"'))
    expect(writeFlow(sql, { ...flow, fields: [{ value: 'y', alias: 'z' }] })).toBe(sql.replace('*', 'y AS z'))
    expect(writeFlow(sql, { ...flow, filter: undefined })).toBe('select -- all\n  *\n\nfrom "a" ,  "b"')
    const filter = "NOT x = 1 -- why\n  OR y != ''"
    expect(writeFlow(sql, { ...flow, filter })).toBe(sql.replace('( x=1 )', filter))
    expect(writeFlow('SELECT * FROM "t"', { ...flowOf('SELECT * FROM "t"'), filter })).toBe(
      `SELECT * FROM "t"\nWHERE\n  ${filter}`,
    )
  })

  it.each([
    ['SELECT * FROM "t" WHERE (a=1) OR ( b = 2 )\n', '(a=1) OR ( b = 2 )'],
    ['SELECT * FROM "t"WHERE(a=1)', '(a=1)'],
    ['SELECT * FROM "where"\nwhere\n\n-- d\nis_null(a) -- e\n AND b', '-- d\nis_null(a) -- e\n AND b'],
  ])('has the condition of %j as it is written', (sql, filter) => {
    const flow = flowOf(sql)
    expect(flow.filter).toBe(filter)
    expect(writeFlow(sql, flow)).toBe(sql)
    expect(flowOf(writeFlow(sql, { ...flow, filter: 'c = 3' }) ?? '')).toEqual({ ...flow, filter: 'c = 3' })
  })
})

describe('a condition as a form', () => {
  it('is groups of comparisons', () => {
    expect(
      groupOf("temp > -15 AND (room = '3' or (room = '4' and strlen(payload) <= 10)) and qos > 0"),
    ).toEqual({
      kind: 'and',
      items: [
        { left: 'temp', comparator: '>', right: '-15' },
        {
          kind: 'or',
          items: [
            { left: 'room', comparator: '=', right: "'3'" },
            {
              kind: 'and',
              items: [
                { left: 'room', comparator: '=', right: "'4'" },
                { left: 'strlen(payload)', comparator: '<=', right: '10' },
              ],
            },
          ],
        },
        { left: 'qos', comparator: '>', right: '0' },
      ],
    })
    expect(printFilter({ kind: 'and', items: [{ kind: 'or', items: [] }] })).toBe('')
  })

  it.each([
    ['NOT a = 1', 'not', 'NOT a = 1'],
    ['a IN (1, 2)', 'in', 'a IN (1, 2)'],
    ['b = 1 AND is_null(a)', 'comparison', 'is_null(a)'],
    ['true', 'comparison', 'true'],
    ['str(CASE WHEN b = 1 THEN 2 END) = c', 'case', 'CASE WHEN b = 1 THEN 2 END'],
    ['a = 1 -- why\nAND b = 2', 'comment', '-- why'],
    ['a = 1\n/ 2', 'joined', ''],
    ['a = 1 AND', 'syntax', ''],
    ['a = 1 WHERE b = 2', 'syntax', 'WHERE'],
  ])('is none where it is %j: %s', (text, kind, part) => {
    expect(readFilter(text)).toEqual({ refusal: { kind, text: part } })
  })
})

const operand = fc.constantFrom(
  'a',
  'payload.b.c',
  '1',
  '-2.5',
  "'x y'",
  '"quoted"',
  'a + 1',
  '(a - 2) * 3',
  'strlen(topic)',
  'payload.l[1]',
  "concat('a', b)",
)
const comparison = fc
  .tuple(operand, fc.constantFrom(...comparators), operand)
  .map(([left, comparator, right]) => ({ left, comparator, right }))
const { group } = fc.letrec<{ group: FlowGroup }>((tie) => ({
  group: fc.record({
    kind: fc.constantFrom('and', 'or'),
    items: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, comparison, tie('group')), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
}))
const flows = fc.record({
  fields: fc.array(
    fc.oneof(
      fc.constant({ value: '*', alias: '' }),
      fc.record({ value: operand, alias: fc.constantFrom('', 'x', 'y.z') }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  sources: fc.uniqueArray(fc.constantFrom('t/#', '$events/client_connected', '$bridges/mqtt:a', 'a"b'), {
    minLength: 1,
  }),
  filter: fc.option(group.map(printFilter), { nil: undefined }),
})

describe('any flow', () => {
  it('is written as a statement that reads as what it was, and is written the same again', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const sql = written(flow)
        const again = flowOf(sql)
        expect(again).toEqual(flow)
        expect(writeFlow(sql, again)).toBe(sql)
      }),
    )
  })
})

/** Generates conditions as people write them: with unnecessary brackets and keywords in any case. */
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison.map(({ left, comparator, right }) => `${left} ${comparator} ${right}`),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'OR', 'And'), tie('condition'))
      .map((all) => all.join(' ')),
    tie('condition').map((text) => `( ${text} )`),
  ),
}))

describe('any statement that can be a flow', () => {
  it('means the same when all of it is written anew', () => {
    fc.assert(
      fc.property(condition, operand, (where, value) => {
        const sql = `SELECT (${value}) AS v, *  from "t"  where ${where}`
        const flow = flowOf(sql)
        expect(flow.filter).toBe(where)
        const anew = printFilter(groupOf(where))
        expect(meaningOf(written({ ...flow, filter: anew }))).toEqual(meaningOf(sql))
        expect(printFilter(groupOf(anew))).toBe(anew)
      }),
    )
  })
})

describe('what is typed', () => {
  it.each(['a', '-1', "'it is'", 'strlen(payload) + 1', 'payload.a[1]'])('%s can be compared', (text) => {
    expect(isOperand(text)).toBe(true)
  })

  it.each([
    '',
    'a = 1',
    '1 AND b = 2',
    'not a',
    '1) OR (1 = 1',
    '1 -- no\n',
    'CASE WHEN a = 1 THEN 2 END',
    'a b',
  ])('%j can not', (text) => {
    expect(isOperand(text)).toBe(false)
  })

  it.each([
    [{ value: 'payload.a', alias: 'a' }, true],
    [{ value: '*', alias: '' }, true],
    [{ value: '*', alias: 'a' }, false],
    [{ value: 'a, b', alias: '' }, false],
    [{ value: 'a', alias: 'b FROM "x" WHERE c = 1' }, false],
    [{ value: 'a FROM "x" --', alias: '' }, false],
    [{ value: '', alias: '' }, false],
    [{ value: 'CASE WHEN a = 1 THEN 2 END', alias: 'b' }, false],
  ])('%j as a column: %s', (field, isOne) => {
    expect(isField(field)).toBe(isOne)
  })
})
