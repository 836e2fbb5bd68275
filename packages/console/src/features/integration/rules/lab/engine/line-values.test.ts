import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LineValue } from './lab-command.ts'
import { lineValues } from './line-values.ts'

const now = 1_780_000_000_000

/** The pattern backtracks at very many places until the time limit ends it. */
const endless = `regex_replace('${'a'.repeat(20_000)}', '(a+)+\\1\\1b', 'x')`

const message = JSON.stringify({
  event_type: 'message_publish',
  topic: 'plant/hz/line/4/event',
  qos: 1,
  clientid: '回流焊-02',
  payload: '{"line":"smt-4","severity":"warn","list":[{"t":1},{"t":9}]}',
})

async function valuesOf(sql: string, text = message): Promise<readonly LineValue[]> {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(`no statement: ${sql}`)
  return await lineValues(sql, parsed.statement, text, now)
}

const value = (line: number, text: string, ofItem = false) => ({ kind: 'value', line, text, ofItem })

describe('values of a statement at its lines', () => {
  it('are those of the message, at the end of each expression', async () => {
    const sql = `SELECT
  json_decode(payload) as body,
  body.line as line,
  body.sevrity as severity,
  nth(4, tokens(topic,
    '/')) as line_id,
  *, clientid
FROM
  "plant/hz/line/+/event",
  "$events/client_disconnected"
WHERE
  qos > 0 and
  regex_match(body.line, '^smt-')`
    expect(await valuesOf(sql)).toEqual([
      value(2, '{ line, severity, list }'),
      value(3, '"smt-4"'),
      {
        kind: 'undefined',
        line: 4,
        missing: { path: 'body.sevrity', near: 'severity', from: 62, part: 66, to: 74 },
      },
      value(6, '"4"'),
      value(7, '"回流焊-02"'),
      { kind: 'matches', line: 9 },
      { kind: 'truth', line: 11, is: true, text: '' },
      { kind: 'truth', line: 12, is: true, text: '1 > 0' },
      { kind: 'truth', line: 13, is: true, text: '' },
    ])
  })

  it('read what a field reads, not what it names', async () => {
    expect(await valuesOf('SELECT payload.line as payload FROM "#"')).toEqual([
      value(1, '"smt-4"'),
      { kind: 'matches', line: 1 },
    ])
  })

  it('go as far as the statement does, and say why not further', async () => {
    const sql = `SELECT\n qos,\n abs(topic) as bad,\n topic\nFROM "#"\nWHERE qos = 1`
    const [first, failed, ...rest] = await valuesOf(sql)
    expect(first).toEqual(value(2, '1'))
    expect(failed).toMatchObject({ kind: 'fails', line: 3 })
    expect(rest).toEqual([{ kind: 'matches', line: 5 }])
    expect(await valuesOf(`SELECT\n getenv('A') as a\nFROM "x"`)).toEqual([
      { kind: 'broker-only', line: 2, functionName: 'getenv' },
    ])
  })

  it('are of the first item in DO, and count in INCASE', async () => {
    const sql = `FOREACH payload.list\nDO item.t as t,\n topic\nINCASE item.t > 5\nFROM "#"\nWHERE qos = 0`
    expect(await valuesOf(sql)).toEqual([
      value(1, '[{…},{…}]'),
      value(2, '1', true),
      value(3, '"plant/hz/line/4/event"', true),
      { kind: 'items', line: 4, passed: 1, all: 2 },
      { kind: 'matches', line: 5 },
      { kind: 'truth', line: 6, is: false, text: '' },
      { kind: 'truth', line: 6, is: false, text: '1 = 0' },
    ])
  })

  it('are short, whatever a device sent, and none for a message that is none', async () => {
    const long = JSON.stringify({ event_type: 'message_publish', topic: 't', payload: 'x'.repeat(500_000) })
    const [found] = await valuesOf('SELECT payload FROM "t"', long)
    expect(found?.kind === 'value' && found.text.length).toBeLessThan(130)
    expect(await valuesOf('SELECT payload FROM "t"', '[]')).toEqual([])
  })

  it('end where a part never ends', async () => {
    expect(await valuesOf(`SELECT pad('x', 999999999999) as a FROM "#"`)).toHaveLength(2)
  })

  it('end after half a second in all where many parts never end', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    onTestFinished(() => clock.mockRestore())
    const parts = Array.from({ length: 9 }, (_, at) => `${endless} as a${at}`)
    expect(await valuesOf(`SELECT ${parts.join(', ')} FROM "#"`)).toEqual([{ kind: 'matches', line: 1 }])
    expect(now).toBeGreaterThan(500)
    expect(now).toBeLessThan(1_000)
  })

  it('come of any statement that there is', async () => {
    const field = fc.constantFrom(
      ...['qos', '*', 'payload.list[1].t as x', 'abs(topic)', "'a' as b", '1 = 1 as c', 'payload'],
      ...['case when qos > 1 then 1 end as d', 'bitsl(1, 3) as e', 'subbits(payload, 1, 3) as f'],
    )
    const where = fc.constantFrom(
      '',
      ' WHERE qos',
      ' WHERE not (qos = 1) or abs(topic) > 1',
      ' WHERE 1 in (1)',
    )
    const begin = fc.constantFrom(
      'SELECT ',
      'FOREACH payload.list as i DO ',
      'FOREACH qos INCASE i.t > 1 DO ',
    )
    await fc.assert(
      fc.asyncProperty(begin, fc.array(field, { minLength: 1 }), where, async (first, fields, last) => {
        const parsed = parseStatement(`${first}${fields.join(',\n')} FROM "#"${last}`)
        if ('fault' in parsed) return
        for (const one of await valuesOf(`${first}${fields.join(',\n')} FROM "#"${last}`))
          expect(one.line).toBeLessThanOrEqual(fields.length)
      }),
    )
  })
})
