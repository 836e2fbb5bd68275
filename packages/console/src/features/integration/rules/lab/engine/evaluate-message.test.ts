import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import { provideOwnJq } from '@brokerdeck/languages/testing/provide-jq.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bytesColumn } from '#features/integration/rules/lab/read-context.ts'
import { evaluateMessage, evaluateTwice, isChanged } from './evaluate-message.ts'
import type { LabOutcome } from './lab-command.ts'

const now = 1_780_000_000_000

function statement(sql: string): Statement {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(`no statement: ${sql}`)
  return parsed.statement
}

const message = (columns: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ event_type: 'message_publish', topic: 't/a', ...columns })

const outcomes: readonly [
  title: string,
  sql: string,
  columns: Record<string, unknown>,
  outcome: LabOutcome,
][] = [
  [
    'a result',
    'SELECT payload.x as x FROM "t/#"',
    { payload: '{"x":9007199254740993}' },
    { kind: 'passes', output: '{"x":9007199254740993}' },
  ],
  ['WHERE', 'SELECT * FROM "t/#" WHERE qos = 2', { qos: 1 }, { kind: 'no-result', why: 'condition' }],
  ['FROM', 'SELECT * FROM "other"', {}, { kind: 'no-result', why: 'source' }],
  [
    'no rows',
    'FOREACH payload.a DO item FROM "t/#"',
    { payload: '{"a":[]}' },
    { kind: 'no-result', why: 'empty' },
  ],
  [
    "a broker's function",
    `SELECT getenv('A') as a FROM "t/#"`,
    {},
    { kind: 'broker-only', functionName: 'getenv' },
  ],
  ['a fault of the message', 'SELECT * FROM "t/#"', { nothing: 1 }, { kind: 'unreadable' }],
]

test.each(outcomes)('tells %s', async (_title, sql, columns, outcome) => {
  expect(await evaluateMessage(statement(sql), message(columns), now)).toEqual(outcome)
})

test("tells a failure in the broker's words", async () => {
  const outcome = await evaluateMessage(statement(`SELECT abs('x') as a FROM "t/#"`), message({}), now)
  expect(outcome).toMatchObject({ kind: 'fails' })
  expect(outcome.kind === 'fails' && outcome.message).toContain('bad_sql_function_argument')
})

test('reads the bytes of a payload that is no text', async () => {
  const text = message({ [bytesColumn]: '/wA=' })
  expect(await evaluateMessage(statement(`SELECT bin2hexstr(payload) as hex FROM "t/#"`), text, now)).toEqual(
    {
      kind: 'passes',
      output: '{"hex":"FF00"}',
    },
  )
})

test('runs jq', async () => {
  provideOwnJq()
  const outcome = await evaluateMessage(
    statement(`SELECT jq('.a', payload) as a FROM "t/#"`),
    message({ payload: '{"a":1}' }),
    now,
  )
  expect(outcome).toEqual({ kind: 'passes', output: '{"a":[1]}' })
})

describe('what depends on time and place', () => {
  test('is found, whatever was made of it', async () => {
    const sql = `SELECT topic, timestamp as at, uuid_v4() as u, node, qos + 1 as q FROM "t/#"`
    const { varies } = await evaluateTwice(statement(sql), message({ qos: 1 }), now)
    expect([...varies].sort()).toEqual(['/at', '/node', '/u'])
  })

  test('is no change of a statement', async () => {
    const before = statement('SELECT uuid_v4() as u, qos FROM "t/#"')
    const same = statement('SELECT uuid_v4() as u, qos as qos FROM "t/#"')
    const other = statement('SELECT uuid_v4() as u, qos + 1 as qos FROM "t/#"')
    const text = message({ qos: 1 })
    const changed = async (after: Statement) =>
      await isChanged([before, after], await evaluateMessage(after, text, now), text, now)
    expect([await changed(same), await changed(other)]).toEqual([false, true])
  })
})

test('ends what never ends', async () => {
  // The clock is mocked: on a fast machine the step limit of the pattern is reached first, which counts as no match.
  let elapsedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += 5))
  onTestFinished(() => clock.mockRestore())
  const outcome = await evaluateMessage(
    statement(`SELECT regex_replace('${'a'.repeat(20_000)}', '(a+)+\\1\\1b', 'x') as a FROM "t/#"`),
    message({ payload: '{}' }),
    now,
  )
  expect(outcome).toEqual({ kind: 'limit', what: 'time' })
})
