import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { expect, it } from 'vitest'
import { messagePath } from './message-path.ts'

const text = JSON.stringify({ event_type: 'message_publish', topic: 'a', payload: '{"t":1}', qos: 1 })

async function checksOf(where: string) {
  const sql = `SELECT * FROM "a" WHERE ${where}`
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(sql)
  return (await messagePath(sql, parsed.statement, text, 0))?.checks.map(({ is }) => is)
}

it('does not call what only the broker can tell a failure', async () => {
  expect(await checksOf("getenv('X') = 'y' and qos = 1")).toEqual(['unknown', 'unknown'])
  expect(await checksOf("qos = 1 and getenv('X') = 'y'")).toEqual(['true', 'unknown'])
  expect(await checksOf('int(payload.b) > 2')).toEqual(['fails'])
})
