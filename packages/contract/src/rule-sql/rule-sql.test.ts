import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleSqlSources } from '../../../../scripts/rule-sql-sources.mjs'
import { decodeJson } from './evaluate/decode-json.ts'
import { resultJson } from './evaluate/json-text.ts'
import { isMap, type Term } from './evaluate/term.ts'
import { failureMessage, faultMessage } from './explain-failure.ts'
import { functionCatalogue } from './function-catalogue.ts'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print-statement.ts'
import { rewriteFrom } from './rewrite-from.ts'
import { readContext, testStatement } from './test-statement.ts'

const around = {
  now: () => Date.UTC(2026, 10, 21),
  node: 'emqx@127.0.0.1',
  ruleId: 'sql_tester:1',
  messageId: () => '0'.repeat(32),
}

/** What the tester answers: JSON, `no match`, or the broker's message. */
async function answerTo(sql: string, payload = '{}', topic = 't/a'): Promise<string> {
  const context = readContext(
    new Map<string, Term>([
      ['event_type', 'message_publish'],
      ['payload', payload],
      ['topic', topic],
    ]),
  )
  if ('fault' in context) return context.fault.kind
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return faultMessage(parsed.fault)
  const outcome = await testStatement(parsed.statement, context, around)
  if (outcome.kind === 'no-match') return 'no match'
  if (outcome.kind === 'failed') return failureMessage(outcome.clause, outcome.reason)
  return resultJson(outcome.isList ? outcome.rows : outcome.rows[0])
}

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
    // A name where nothing is named is a sentence, and fails where the execution comes to it.
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

  const many = (text: string, times: number) => text.repeat(times)
  const eachOf = `FOREACH split('${many('a,', 5000)}', ',') as i DO`
  it.each([
    ['a pattern', `SELECT regex_match('${many('a', 40)}b', '(a+)+$') as r FROM "t/#"`],
    [
      'a pattern at many places',
      `SELECT regex_replace('${many('ab', 20_000)}', '(a|b)*?\\1c|(?=(a*b*)*c)', 'x') FROM "t/#"`,
    ],
    ['a pattern for each item', `${eachOf} regex_match('${many('a', 60)}', '(a+)+$b') as r FROM "t/#"`],
    ['a long pattern for each item', `${eachOf} regex_match(i, '${many('[^a]', 1000)}') as r FROM "t/#"`],
    ['a program that calls itself', "SELECT jq('def f: f; f', '1') as r FROM \"t/#\""],
    ['a program that counts', "SELECT jq('[range(0; 1e12)]', '1') as r FROM \"t/#\""],
    ['a program that waits', `SELECT jq('until(false; .)', '1') as r FROM "t/#"`],
    ['a pattern in a program', `SELECT jq('test("(a+)+\\\\1$")', '"${many('a', 40)}b"') as r FROM "t/#"`],
    ['one that looks ahead', `SELECT jq('gsub("(?=(a+)+$)b"; "")', '"${many('a', 40)}b"') as r FROM "t/#"`],
    ['a list by its last place', `SELECT jq('.[1e9] = 1 | tojson', '[]') as r FROM "t/#"`],
    ['a list by a path', `SELECT jq('setpath([999999999]; 1) | tojson', '[]') as r FROM "t/#"`],
    ['a text by its length', `SELECT jq('"a" * 999999999999', '[]') as r FROM "t/#"`],
    ['brackets', `SELECT ${many('(', 5000)}1${many(')', 5000)} as r FROM "t/#"`],
    ['a width', 'SELECT pad(\'x\', 999999999999) as r FROM "t/#"'],
  ])('ends in time: %s', async (_what, sql) => {
    const begin = performance.now()
    await answerTo(sql)
    expect(performance.now() - begin).toBeLessThan(4000)
  })

  it.each([
    ['test("温.$")', '"今日温度"', '[true]'],
    ['test("A.C"; "ix")', '"abc"', '[true]'],
    ['test(["B", "i"])', '"abc"', '[true]'],
    [
      '[match("(?<n>b)|(c)"; "g") | .offset, .captures[0].name, .captures[0].string]',
      '"度bc"',
      '[[1,"n","b",2,"n",null]]',
    ],
    ['capture("(?<y>\\\\d+)-(?<m>\\\\d+)")', '"2026-11"', '[{"m":"11","y":"2026"}]'],
    ['[scan("[a-c]")]', '"axbxc"', '[["a","b","c"]]'],
    ['[scan("(.)x")]', '"axbx"', '[[["a"],["b"]]]'],
    ['split(", *"; null)', '"a, b,c"', '[["a","b","c"]]'],
    ['[splits("b")]', '"abc"', '[["a","c"]]'],
    ['sub("(?<x>b)"; "[\\(.x)]")', '"abcb"', '["a[b]cb"]'],
    ['[gsub("b"; "1", "2")]', '"abcb"', '[["a1c1","a2c1","a1c2","a2c2"]]'],
    ['gsub("\\\\s+"; "")', '"a b  c"', '["abc"]'],
    ['"a" * 3', '1', '["aaa"]'],
  ])('reads regular expressions as jq does: %s', async (program, input, expected) => {
    expect(await answerTo(`SELECT jq('${program}', '${input}') as r FROM "t/#"`)).toBe(`{"r":${expected}}`)
  })

  it('keeps what a jq program defines from all others', async () => {
    const told = async (program: string) =>
      await answerTo(`SELECT jq('${program}', '[1, -2]') as r FROM "t/#"`)
    expect(await told('def map(f): "mine"; map(. + 1)')).toBe('{"r":["mine"]}')
    expect(await told('map(. + 1)')).toBe('{"r":[[2,-1]]}')
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

it('rewrites FROM and nothing else', () => {
  const sql = 'SELECT  a -- "t/1"\n  FROM "t/1",\n   \'t/2\'  WHERE a = \'FROM "t/1"\' '
  expect(rewriteFrom(sql, ['x/#', '$events/client_connected'])).toBe(
    'SELECT  a -- "t/1"\n  FROM "x/#", "$events/client_connected"  WHERE a = \'FROM "t/1"\' ',
  )
  expect(rewriteFrom('SELECT', ['x'])).toBeUndefined()
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

it.runIf(existsSync(shared))('answers what a real broker answered', { timeout: 60_000 }, async () => {
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
})

const { expression: arbitraryExpression } = fc.letrec<{ expression: string; condition: string }>((tie) => {
  const name = fc.constantFrom('a', 'payload', '"a b"', '"select"', 'payload.x[1]', 'a."b.c"[-1]', 'a[b.c]')
  const literal = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((one) => one.toFixed(3)),
    fc.constantFrom("'x'", "''", "'it''s -- no comment'", "'\\u6e29'", 'true'),
  )
  const leaf = fc.oneof(name, literal)
  const one = tie('expression')
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc
        .tuple(one, fc.constantFrom('+', '-', '*', '/', 'div', 'mod'), one)
        .map(([l, by, r]) => `(${l} ${by} ${r})`),
      fc.tuple(one, fc.constantFrom('+', '-', '*'), one).map(([l, by, r]) => `${l} ${by} ${r}`),
      one.map((of) => `-(${of})`),
      fc.array(one, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc
        .tuple(tie('condition'), one, one)
        .map(([when, gives, other]) => `str(case when ${when} then ${gives} else ${other} end)`),
    ),
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc
        .tuple(one, fc.constantFrom('=', '!=', '<>', '<', '>=', '=~'), one)
        .map(([l, by, r]) => `${l} ${by} ${r}`),
      fc
        .tuple(tie('condition'), fc.constantFrom('and', 'OR', '-- why\n and'), tie('condition'))
        .map(([l, by, r]) => `(${l}) ${by} ${r}`),
      tie('condition').map((of) => `not (${of})`),
      fc
        .tuple(one, fc.array(one, { minLength: 1, maxLength: 3 }))
        .map(([of, items]) => `${of} in (${items.join(',')})`),
    ),
  }
})

const arbitraryFields = fc
  .array(
    fc.tuple(arbitraryExpression, fc.constantFrom(' as r', ' AS r.s[1] -- said', ' r', ' as q\n-- and\n')),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((fields) => fields.map(([value, alias]) => `${value}${alias}\n`).join(','))

const arbitraryStatement = fc
  .tuple(arbitraryFields, arbitraryFields, arbitraryExpression, fc.boolean())
  .map(([fields, each, value, isSplit]) =>
    isSplit
      ? `FOREACH ${fields} DO ${each} INCASE ${value} > 1 FROM "t/#", '$events/client_connected'`
      : `SELECT *, ${fields} FROM "t/#", "x" WHERE -- if\n ${value} != 2`,
  )

function parsedOf(sql: string) {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(faultMessage(parsed.fault))
  return parsed.statement
}

/** Without the places in the text. */
const meaning = (statement: unknown) =>
  JSON.stringify(statement, (key, value: unknown) =>
    ['from', 'to', 'comments'].includes(key) ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  )
