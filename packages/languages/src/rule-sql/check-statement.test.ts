import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { provideOwnJq } from '../testing/provide-jq.ts'
import { checkStatement } from './check-statement.ts'
import type { Outcome } from './evaluate/run-statement.ts'
import { isBinary, isList, isMap, isNumber, type Term } from './evaluate/term.ts'
import { functionCatalogue, type ResultType } from './function-catalogue.ts'
import { parseStatement } from './parse-statement.ts'
import type { StatementProblem } from './statement-problem.ts'
import { readContext } from './test-context.ts'
import { testStatement } from './test-statement.ts'

beforeAll(provideOwnJq)

/** Returns the kind of each problem with the text that it is about. */
const found = (sql: string) =>
  checkStatement(sql).map(({ kind, from, to }) => `${kind}: ${sql.slice(from, to)}`)

const mended = (sql: string) =>
  checkStatement(sql).reduceRight(
    (text, { fix }) => (fix === undefined ? text : text.slice(0, fix.from) + fix.text + text.slice(fix.to)),
    sql,
  )

it.each([
  'SELECT *, payload.a.b[1] as x, x + 1 as y FROM "t/#" WHERE y > 1 and topic =~ \'t/+\'',
  'FOREACH payload.list as i DO i.n as n, n + 1 as m INCASE i.n > 1 FROM "t/#"',
  'FOREACH payload.list DO item.n as n, clientid INCASE item.n > 1 FROM "t/#" WHERE qos = 1',
  'SELECT reason, conn_props.a FROM "$events/client_disconnected", "$events/client_connected" WHERE false',
  'SELECT server, whatever FROM "$bridges/mqtt:in"',
  "SELECT getenv('HOME') as home, schema_decode('x', payload, 'y') as s, avro_encode('r', 1, 2) as v, metadata.rule_id, timestamp FROM \"t/+\", \"t/+/x\"",
  'SELECT case when qos > 1 then str(topic) else \'low\' end as q FROM "g/t"',
])('finds nothing wrong with %s', (sql) => {
  expect(found(sql).filter((one) => !one.startsWith('not-everywhere'))).toEqual([])
})

it.each([
  ['SELECT FROM "t"', ['fault: FROM']],
  ['SELECT pyload.a FROM "t"', ['unknown-column: pyload']],
  ['SELECT clientId as c FROM "t"', ['unknown-column: clientId']],
  ['SELECT upr(topic) as c FROM "t"', ['unknown-function: upr']],
  ['SELECT abs(1, 2) as c FROM "t"', ['argument-count: abs']],
  ['SELECT rtrim(clientid, 2) as c FROM "t"', ['argument-count: rtrim']],
  [
    'SELECT abs(\'1\') as a, lower(-1) as b, nth(1.5, payload.l) as c FROM "t"',
    ["argument-type: '1'", 'argument-type: -1', 'argument-type: 1.5'],
  ],
  ['SELECT b + 1 as a, qos as b FROM "t" WHERE a > 1', ['early-alias: b']],
  ['SELECT disconnected_at FROM "t/#"', ['other-event: disconnected_at']],
  ['SELECT reason FROM "t/#", "$events/client_disconnected"', ['not-everywhere: reason']],
  ['SELECT * FROM "$events/client_conected"', ['unknown-event: "$events/client_conected"']],
  ['SELECT * FROM "a/#/b", "a+/c"', ['impossible-filter: "a/#/b"', 'impossible-filter: "a+/c"']],
  [
    'SELECT * FROM "t/1", "t/#", "t/+", "t/1"',
    ['covered-source: "t/1"', 'covered-source: "t/+"', 'source-twice: "t/1"'],
  ],
  [
    'FOREACH payload.l as i DO x.a as b FROM "t" WHERE item = 1',
    ['unknown-column: x', 'unknown-column: item'],
  ],
  ['SELECT payload.list[inde] FROM "t"', ['unknown-column: inde']],
])('%s', (sql, problems) => {
  expect(found(sql)).toEqual(problems)
})

it('mends what was mistyped', () => {
  expect(mended('SELECT pyload.a as a, uper(clientId) as b FROM "t", "$events/client_conected"')).toBe(
    'SELECT payload.a as a, upper(clientid) as b FROM "t", "$events/client_connected"',
  )
})

it('mends events by what other versions call them, and no others', () => {
  const from =
    '"$events/client/connected", "$events/client_check_acl_complete", "$events/message/delivery_dropped"'
  expect(mended(`SELECT * FROM ${from}`)).toBe(
    'SELECT * FROM "$events/client_connected", "$events/client_check_authz_complete", "$events/delivery_dropped"',
  )
  for (const name of ['client_ping', 'client/ping', 'client_gone', 'session_created']) {
    const sql = `SELECT * FROM "$events/${name}"`
    expect(checkStatement(sql)).toMatchObject([{ kind: 'unknown-event', near: undefined }])
    expect(mended(sql)).toBe(sql)
  }
  const newer = [{ topic: '$events/client/connected', columns: ['clientid'] }]
  expect(checkStatement('SELECT * FROM "$events/client_connected"', { events: newer })).toMatchObject([
    { near: '$events/client/connected' },
  ])
})

it('offers once to take out of FROM what has no payload', () => {
  const sql = 'SELECT payload.a as a, payload.b as b, qos FROM "t", "$events/client_disconnected"'
  expect(checkStatement(sql).map(({ fix }) => fix?.removes)).toEqual([
    '$events/client_disconnected',
    undefined,
    undefined,
  ])
  expect(mended(sql)).toBe('SELECT payload.a as a, payload.b as b, qos FROM "t"')
})

it('takes out of FROM what is in it already', () => {
  const sql = 'SELECT qos -- "t/1"\n FROM "t/1", "t/#" , \'t/+\',"u", "u" WHERE qos = 1'
  expect(checkStatement(sql).map(({ fix }) => fix?.removes)).toEqual(['t/1', 't/+', 'u'])
  for (const { fix } of checkStatement(sql)) {
    const text = fix === undefined ? sql : sql.slice(0, fix.from) + fix.text + sql.slice(fix.to)
    expect(parseStatement(text)).toHaveProperty('statement.sources.length', 4)
  }
  expect(mended(sql)).toBe('SELECT qos -- "t/1"\n FROM "t/#","u" WHERE qos = 1')
})

it('says which events have a column, and the events of the connected broker rule', () => {
  const [problem] = checkStatement('SELECT reason_code FROM "t"')
  expect(problem).toMatchObject({ events: expect.arrayContaining(['$events/client_connack']) })
  const own = [{ topic: '$events/message_publish', columns: ['reason_code'] }]
  expect(checkStatement('SELECT reason_code FROM "t"', { events: own })).toEqual([])
})

it('hints at a filter that nothing of the broker matches, and at the one that was meant', () => {
  const topics = ['plant/+/state', 'plant/line-1/alarm', '$SYS/brokers/#']
  const quiet = (from: string) =>
    checkStatement(`SELECT * FROM ${from}`, { topics }).filter(({ kind }) => kind === 'quiet-filter')
  expect(quiet('"plant/+/+", "plant/line-1/#", "$events/client_connected"')).toEqual([])
  expect(quiet('"$bridges/mqtt:in", "a/#/b", "$SYS/brokers/x", "$share/g/oven"')).toEqual([])
  expect(quiet('"plnt/+/state", "oven"')).toEqual([
    expect.objectContaining({
      name: 'plnt/+/state',
      near: 'plant/+/state',
      fix: { from: 14, to: 28, text: '"plant/+/state"' },
    }),
    expect.objectContaining({ name: 'oven', near: undefined }),
  ])
  expect(checkStatement('SELECT * FROM "oven"', { topics: [] })).toEqual([])
  expect(checkStatement('SELECT * FROM "oven"', { topics: ['$SYS/brokers/version'] })).toEqual([])
})

it('takes shares out of FROM: a rule is no subscriber', () => {
  const sql = 'SELECT * FROM "$share/g/t/#", "$queue/u"'
  expect(found(sql)).toEqual(['shared-filter: "$share/g/t/#"', 'shared-filter: "$queue/u"'])
  expect(mended(sql)).toBe('SELECT * FROM "t/#", "u"')
})

it('hints once at a look into a payload that is no JSON', () => {
  const tried = (sql: string, payload: Term) =>
    checkStatement(sql, { sample: new Map([['payload', payload]]) }).map(({ from, to }) =>
      sql.slice(from, to),
    )
  const sql = 'SELECT payload, payload.a as a, payload.b as b FROM "t"'
  expect(tried(sql, 'T=21')).toEqual(['payload.a'])
  expect(tried(sql, new Uint8Array([255]))).toEqual(['payload.a'])
  expect(tried(sql, '{"a":1}')).toEqual([])
  expect(tried('SELECT payload FROM "t"', 'T=21')).toEqual([])
  expect(tried('FOREACH payload.list FROM "t"', '[1')).toEqual(['payload.list'])
})

it('says that a payload is no JSON exactly where the engine fails to look into it', async () => {
  const sql = 'SELECT payload.a as a FROM "t/#"'
  const payloads = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('', '1', '"a"', '{"a":1}', '[1]', '{a:1}'),
  )
  await fc.assert(
    fc.asyncProperty(payloads, async (payload) => {
      const isHinted = checkStatement(sql, { sample: new Map([['payload', payload]]) }).length > 0
      expect((await kindOf(sql, payload)) === 'failed').toBe(isHinted)
    }),
  )
})

const literals = { text: "'abc'", integer: '3', float: '1.5', boolean: 'true', list: '[1]' }
const isAboutTypes = ({ kind }: StatementProblem) => kind === 'argument-type'

it.each(functionCatalogue.map(({ name, example }) => ({ name, example })))(
  'what is said about the types of $name is what happens',
  async ({ example }) => {
    const sql = `SELECT ${example} as r FROM "t/#"`
    expect(checkStatement(sql)).toEqual([])
    const parsed = parseStatement(sql)
    const [field] = 'fault' in parsed ? [] : parsed.statement.fields
    const args = field?.kind === 'field' && field.value.kind === 'call' ? field.value.args : []
    for (const shown of args.keys()) {
      // Optional arguments are left out as well, which changes the meaning of the remaining arguments.
      const behind = sql.slice(args[shown]?.to, args.at(-1)?.to)
      for (const { from, to } of args.slice(0, shown + 1)) {
        for (const literal of Object.values(literals)) {
          const other = (sql.slice(0, from) + literal + sql.slice(to)).replace(behind, '')
          if (checkStatement(other).some(isAboutTypes)) expect(await kindOf(other), other).toBe('failed')
        }
      }
    }
  },
)

const optional = [
  ["hash('|', 'abc')", 'algorithm'],
  ["subbits('abcdefgh', 1, 32, '|')", 'type'],
  ["subbits('abcdefgh', 1, 32, 'integer', '|')", 'sign'],
  ["subbits('abcdefgh', 1, 32, 'integer', 'signed', '|')", 'order'],
  ["split('a/b', '/', '|')", 'how'],
  ["tokens('a,b', ',', '|')", 'option'],
  ["pad('7', 3, '|')", 'side'],
  ["pad('7', 3, '|', '0')", 'side'],
  ["replace('aba', 'a', 'x', '|')", 'where'],
  ["find('a/b', '/', '|')", 'where'],
  ["now_timestamp('|')", 'unit'],
  ["now_rfc3339('|')", 'unit'],
  ["unix_ts_to_rfc3339(0, '|')", 'unit'],
  ["rfc3339_to_unix_ts('1970-01-01T00:01:00Z', '|')", 'unit'],
  ["format_date('|', 'Z', '%H', 0)", 'unit'],
  ["date_to_unix_ts('|', '%Y-%m-%d %H:%M:%S', '1970-01-01 00:01:00')", 'unit'],
  ["date_to_unix_ts('|', 'Z', '%Y-%m-%d %H:%M:%S', '1970-01-01 00:01:00')", 'unit'],
  ["mongo_date(0, '|')", 'unit'],
] as const

it.each(optional)('takes only what the engine takes: %s', async (written, argument) => {
  const [name = ''] = written.split('(')
  const entry = functionCatalogue.find((one) => one.name === name)
  const options = entry?.args.find((one) => one.name === argument)?.options ?? []
  expect(options).not.toEqual([])
  const sqlWith = (text: string) => `SELECT ${written.replace('|', text)} as r FROM "t/#"`
  for (const option of options) {
    expect(found(sqlWith(option))).toEqual([])
    expect(await kindOf(sqlWith(option)), sqlWith(option)).toBe('result')
  }
  expect(found(sqlWith('foo'))).toEqual(["argument-option: 'foo'"])
  expect(await kindOf(sqlWith('foo'))).toBe('failed')
})

it('knows all arguments that can only be something', () => {
  const known = functionCatalogue.flatMap(({ name, args }) =>
    args.flatMap((one) => (one.options === undefined ? [] : [`${name} ${one.name}`])),
  )
  const tried = optional.map(([written, argument]) => `${written.split('(')[0]} ${argument}`)
  expect(new Set(tried)).toEqual(new Set(known))
})

it('offers what was meant instead', () => {
  const sql = "SELECT hash('sha265', payload) as a, pad('x', 3, 'trailling', '0') as b FROM \"t\""
  expect(mended(sql)).toBe(sql.replace('sha265', 'sha256').replace('trailling', 'trailing'))
  expect(checkStatement('SELECT now_timestamp(\'foo\') as t FROM "t"')).toMatchObject([
    { name: 'now_timestamp', given: 'foo', options: ['second', 'millisecond', 'microsecond', 'nanosecond'] },
  ])
})

const isOf: Readonly<Record<ResultType, (term: Term) => boolean>> = {
  any: () => true,
  integer: (term) => typeof term === 'bigint',
  float: (term) => typeof term === 'number',
  number: isNumber,
  text: isBinary,
  boolean: (term) => typeof term === 'boolean',
  list: isList,
  map: isMap,
}

it.each(functionCatalogue.filter(({ group }) => group !== 'broker' && group !== 'event'))(
  'gives what it says: $name',
  async ({ name, example }) => {
    // An example may show a function inside another function: the result of the outer function is checked.
    const outer = functionCatalogue.find((one) => one.name === example.split('(')[0])
    const outcome = await outcomeOf(`SELECT ${example} as r FROM "t/#"`)
    const value = outcome?.kind === 'result' ? outcome.rows[0]?.get('r') : undefined
    expect(isOf[outer?.gives ?? 'any'](value), `${name}: ${String(value)}`).toBe(true)
  },
)

async function kindOf(sql: string, payload?: string): Promise<string> {
  return (await outcomeOf(sql, payload))?.kind ?? 'fault'
}

async function outcomeOf(sql: string, payload = '{"a":1,"list":[1,2,3]}'): Promise<Outcome | undefined> {
  const given: readonly (readonly [string, Term])[] = [
    ['event_type', 'message_publish'],
    ['payload', payload],
    ['topic', 't/a'],
  ]
  const context = readContext(new Map(given))
  const parsed = parseStatement(sql)
  if ('fault' in context || 'fault' in parsed) return undefined
  const around = { now: () => 0, node: 'emqx@127.0.0.1', ruleId: 'r', messageId: () => '0' }
  return await testStatement(parsed.statement, context, around)
}
