import { existsSync, readFileSync } from 'node:fs'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ruleSqlSources } from '../../../../scripts/rule-sql-sources.mjs'
import { answerTo, around } from '../testing/answer-to.ts'
import { arbitraryStatement } from '../testing/arbitrary-statement.ts'
import { provideOwnJq } from '../testing/provide-jq.ts'
import { decodeJson } from './evaluate/decode-json.ts'
import { resultJson } from './evaluate/json-text.ts'
import { isMap } from './evaluate/term.ts'
import { faultMessage } from './explain-failure.ts'
import { functionCatalogue } from './function-catalogue.ts'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print-statement.ts'
import { rewriteFrom } from './rewrite-from.ts'
import { readContext } from './test-context.ts'
import { testStatement } from './test-statement.ts'

beforeAll(provideOwnJq)

it('keeps the parser as its grammar says', async () => {
  const folder = new URL('.', import.meta.url)
  const made: Readonly<Record<string, string>> = ruleSqlSources(
    readFileSync(new URL('rule-sql.grammar', folder), 'utf8'),
  )
  const bare = (text: string) => text.replaceAll(/['"\s;,()]/g, '')
  for (const [name, text] of Object.entries(made)) {
    expect(bare(readFileSync(new URL(name, folder), 'utf8'))).toBe(bare(text))
  }
})

describe('a statement', () => {
  it.each([
    ['SELECT payload.a + 1 as r FROM "t/#" WHERE payload.a > 0', '{"r":9007199254740994}'],
    ['SELECT 1 / 3 as r FROM "t/#"', '{"r":0.3333333333333333}'],
    ['SELECT \'a\' + 1.0 as r FROM "t/#"', '{"r":"a1.0"}'],
    ['SELECT payload.missing as r FROM "t/#"', '{"r":"undefined"}'],
    ['SELECT *, 1 as payload.x FROM "t/#" WHERE false', 'no match'],
    ['SELECT 1 as r FROM "x/#"', 'no match'],
    // An alias where no field is named parses, but fails when the execution reaches it.
    ['SELECT 1 as r FROM "t/#" WHERE payload.a = 1 as z', '{"match_conditions_error":"function_clause"}'],
    ['SELECT 1 as r FROM "t/#" WHERE payload.a as z', '{"match_conditions_error":"function_clause"}'],
    ['SELECT 1 as r FROM "t/#" WHERE 1 in (2, 1 as z)', '{"match_conditions_error":"function_clause"}'],
    ['SELECT case when false then 1 as q else 2 end as r FROM "t/#"', '{"r":2}'],
    [
      'SELECT case when true then 1 as q end as r FROM "t/#"',
      '{"select_and_transform_error":"function_clause"}',
    ],
    ['FOREACH payload.list as i DO i * 2 as n INCASE i > 1 FROM "t/#"', '[{"n":4},{"n":6}]'],
    ["SELECT case when payload.list[-1] = 3 then 'y' else 'n' end as r FROM \"t/#\"", '{"r":"y"}'],
    ['SELECT jq(\'.list | map(. + 1)\', payload) as r FROM "t/#"', '{"r":[[2,3,4]]}'],
    ['SELECT 1 / 0 as r FROM "t/#"', '{"select_and_transform_error":"badarith"}'],
    ['SELECT (1 = 1) as r FROM "t/#"', "1: syntax error before: '='"],
    [
      'SELECT getenv(\'x\') as r FROM "t/#"',
      '{"select_and_transform_error":{"reason":"broker_only","function":"getenv"}}',
    ],
  ])('%s', async (sql, expected) => {
    expect(await answerTo(sql, '{"a":9007199254740993,"list":[1,2,3]}')).toBe(expected)
  })

  it('ends in an outcome whatever it is made of', async () => {
    const piece = fc.constantFrom(
      ...[
        'SELECT',
        'FOREACH',
        'FROM',
        'WHERE',
        '"t/#"',
        'payload',
        '.',
        'a',
        '[1]',
        '(',
        ')',
        '1',
        "'x'",
        '+',
        '-',
        ',',
      ],
      ...[
        'case',
        'when',
        'then',
        'end',
        'and',
        'not',
        'in',
        'as',
        '=',
        '*',
        'abs(',
        'str(',
        'jq(',
        '--',
        '\n',
        '"',
        "'",
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), fc.json(), async (pieces, payload) => {
        expect(typeof (await answerTo(`SELECT ${pieces.join(' ')} FROM "t/#"`, payload))).toBe('string')
      }),
      { numRuns: 300 },
    )
  })
})

describe('what is printed', () => {
  it.each([
    'select a.b[1] as c, -1 + 2*3 d from "t/#","x" where not (a=1 or b in (1,2)) and c =~ \'t/+\'',
    'FOREACH payload.x[1..2] as s DO *, s.n as "a b" INCASE s.n > 1.5 FROM "$events/client_connected"',
    'SELECT case when a = 1 as b then 2 as c else 3 as d end FROM "t" WHERE a in (1 as x, 2) or a as y',
    'SELECT case a when 1 then \'x\' else str([1, [2]]) end as r, (1 + 2) * 3 as q FROM "t"',
  ])('means the same: %s', (sql) => {
    const printed = printStatement(parsedOf(sql))
    expect(meaning(parsedOf(printed))).toBe(meaning(parsedOf(sql)))
    expect(printStatement(parsedOf(printed))).toBe(printed)
  })

  it('keeps each comment where it was', () => {
    const sql =
      '-- all of it\nSELECT a, -- the first\n -- of two\n b as c -- the second\n -- from here\nFROM "t" WHERE -- only\n a = -- one\n 1'
    const printed =
      'SELECT\n  -- all of it\n  a, -- the first\n  -- of two\n  b AS c -- the second\nFROM\n  -- from here\n  "t"\nWHERE\n  -- only\n  -- one\n  a = 1'
    expect(printStatement(parsedOf(sql))).toBe(printed)
    expect(printStatement(parsedOf(printed))).toBe(printed)
  })

  it('means the same, whatever is printed', () => {
    fc.assert(
      fc.property(arbitraryStatement, (sql) => {
        const statement = parsedOf(sql)
        const printed = printStatement(statement)
        const again = parsedOf(printed)
        expect(meaning(again)).toBe(meaning(statement))
        expect(again.comments.map(({ text }) => text).sort()).toEqual(
          statement.comments.map(({ text }) => text).sort(),
        )
        expect(printStatement(again)).toBe(printed)
      }),
      { numRuns: 500 },
    )
  })
})

it('reads of a long text what is changed as if it had never read the text before', () => {
  const piece = fc.constantFrom(
    ...[
      ' ',
      '',
      '1',
      'a',
      ',',
      'b as c, ',
      '(',
      ')',
      "'",
      '"',
      '--',
      '\n',
      '/',
      'and',
      ' FROM "x" ',
      'case',
      '[',
    ],
    ...['end', '.', '*', '+', '1..2]', ' as ', 'div', 'foreach', 'SELECT ', "'x'", '\n/'],
  )
  const edit = fc.record({ at: fc.nat(1_000_000), length: fc.nat(40), text: piece })
  const fillers = Array.from({ length: 90 }, (_, at) => `  payload.sensors.s${at} + 1 as s${at}`).join(',\n')
  const other = "'".repeat(3_000)
  const anew = (text: string) => {
    parseStatement(other)
    return parseStatement(text)
  }
  fc.assert(
    fc.property(arbitraryStatement, fc.array(edit, { minLength: 1, maxLength: 6 }), (sql, edits) => {
      const begun = sql.replace(
        /^(SELECT \*|FOREACH)/,
        (begin) => `${begin}${begin === 'FOREACH' ? ' ' : ', '}${fillers},`,
      )
      const texts = [begun]
      for (const { at, length, text: typed } of edits) {
        const text = texts.at(-1) ?? ''
        const from = at % text.length
        texts.push(text.slice(0, from) + typed + text.slice(from + length))
      }
      const goneOn = texts.map((text) => parseStatement(text))
      expect(goneOn).toEqual(texts.map(anew))
    }),
    { numRuns: 100 },
  )
})

it('rewrites FROM and nothing else', () => {
  const sql = 'SELECT  a -- "t/1"\n  FROM "t/1",\n   \'t/2\'  WHERE a = \'FROM "t/1"\' '
  expect(rewriteFrom(sql, ['x/#', '$events/client_connected'])).toBe(
    'SELECT  a -- "t/1"\n  FROM "x/#", "$events/client_connected"  WHERE a = \'FROM "t/1"\' ',
  )
  expect(rewriteFrom('SELECT', ['x'])).toBeUndefined()
})

it('rewrites FROM and leaves all else byte for byte', () => {
  const name = fc.constantFrom('a/+', '$events/client_connected', 'with "quotes"', "it's", '温度/#')
  const blank = fc.constantFrom('', ' ', '\n ', ' -- FROM "x"\n', '\r\n\t')
  fc.assert(
    fc.property(
      arbitraryStatement,
      fc.array(name, { minLength: 1, maxLength: 4 }),
      blank,
      blank,
      (sql, names, before, behind) => {
        const given = before + sql + behind.replace(/--.*/, '')
        const { sources } = parsedOf(given)
        const rewritten = rewriteFrom(given, names) ?? ''
        const [first, last] = [sources[0], sources.at(-1)]
        const [begin, rest] = [given.slice(0, first?.from), given.slice(last?.to)]
        expect([rewritten.startsWith(begin), rewritten.endsWith(rest)]).toEqual([true, true])
        expect(parsedOf(rewritten).sources.map((one) => one.name)).toEqual(names)
        expect(meaning({ ...parsedOf(rewritten), sources })).toBe(meaning(parsedOf(given)))
      },
    ),
    { numRuns: 300 },
  )
})

it.each(functionCatalogue.map(({ name, group, example, result }) => ({ name, group, example, result })))(
  'catalogue: $name',
  async ({ name, group, example, result }) => {
    const answer = await answerTo(`SELECT ${example} as r FROM "t/#" WHERE true`, '{"a":1,"list":[1,2,3]}')
    if (group === 'broker') expect(answer).toMatch(new RegExp(`^(?!\\{"r").*${name}`))
    else if (result === undefined) expect(answer).toMatch(/^\{"r":/)
    else expect(answer).toBe(`{"r":${result}}`)
  },
)

const shared = new URL('../../../../../shared/recordings/rule-sql/', import.meta.url)

needing('recordings of real clusters', existsSync(shared))(
  'answers what a real broker answered',
  { timeout: 60_000 },
  async () => {
    const cases: readonly {
      sql: unknown
      context: unknown
      status: number
      body: string
      volatile?: unknown
    }[] = [
      ...['cases.json', 'more-cases.json'].flatMap((name) =>
        JSON.parse(readFileSync(new URL(name, shared), 'utf8')),
      ),
    ]
    const different: unknown[] = []
    for (const { sql, context, status, body, volatile } of cases) {
      if (status !== 200 || volatile !== undefined || body.includes('"_v_')) continue
      const term = decodeJson(JSON.stringify(context))
      const read = isMap(term) ? readContext(term) : undefined
      const parsed = parseStatement(String(sql))
      if (read === undefined || 'fault' in read || 'fault' in parsed) {
        different.push(sql)
        continue
      }
      const outcome = await testStatement(parsed.statement, read, around)
      const answer =
        outcome.kind === 'result' ? resultJson(outcome.isList ? outcome.rows : outcome.rows[0]) : outcome.kind
      if (answer !== resultJson(decodeJson(body))) different.push(sql)
    }
    expect(different.length / cases.length, JSON.stringify(different, null, 1)).toBeLessThan(0.02)
  },
)

function parsedOf(sql: string) {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(faultMessage(parsed.fault))
  return parsed.statement
}

/** Serializes a statement without its positions in the text. */
const meaning = (statement: unknown) =>
  JSON.stringify(statement, (key, value: unknown) =>
    ['from', 'to', 'comments'].includes(key) ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  )
