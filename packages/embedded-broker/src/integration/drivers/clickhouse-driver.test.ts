import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { clickhouseDriver, fillSql } from './clickhouse-driver.ts'

test.each([
  ["VALUES ('${payload}', ${at})", "VALUES ('it\\'s \\\\', 5)"],
  ["VALUES (${payload}, '${at}', ${ok}, ${f})", "VALUES ('it\\'s \\\\', '5', 1, 1.5)"],
  ["VALUES ('\\'${at}\\'', ${gone}, '${gone}')", "VALUES ('\\'5\\'', 'undefined', 'undefined')"],
])('%s', (template, sql) => {
  expect(fillSql(template, rowOf({ payload: "it's \\", at: 5n, ok: true, f: 1.5 }))).toBe(sql)
  expect(fillSql('${gone}', rowOf({}), true)).toBe('NULL')
})

test('What a device sends never ends a text of the statement', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '\\', '\n', ';', 'a', ')', '\0') })
  fc.assert(
    fc.property(text, (payload) => {
      const sql = fillSql("('${p}', ${p})", rowOf({ p: payload }))
      expect(sql).toMatch(/^\('(?:[^'\\]|\\.)*', '(?:[^'\\]|\\.)*'\)$/s)
    }),
  )
})

test('A server that is not there is said to be so', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const { connector } = await runningConnector(clickhouseDriver, { url, database: 'default' })
  expect(connector.health).toEqual({
    status: 'disconnected',
    reason: '{start_pool_failed,<<"connector:it:x">>,{error,econnrefused}}',
  })
})

testWith('clickhouse')(
  'Rows arrive in a real ClickHouse, in batches; who is not let in and which table is missing is said',
  async () => {
    const server = await startDatabase('clickhouse')
    const url = `http://${server.server}`
    const query = async (sql: string) => (await fetch(url, { method: 'POST', body: sql })).text()
    await query('CREATE TABLE messages (data String, arrived UInt64) ENGINE = Memory')
    const running = await runningConnector(clickhouseDriver, { url, database: 'default' })
    expect(running.connector.health).toEqual({ status: 'connected' })
    const options = { batch_size: 10, batch_time: '1s', worker_pool_size: 1 }
    const { send, metrics } = await runningAction(running, {}, options)
    for (let n = 0n; n < 30n; n++) send(rowOf({ payload: `it's "${n}" \\`, timestamp: n }))
    await eventually(() => expect(metrics.figures).toMatchObject({ success: 30, failed: 0 }))
    expect(await query('SELECT count(), sum(arrived), min(data) FROM messages')).toBe(
      '30\t435\tit\\\'s "0" \\\\\n',
    )
    const lost = await runningAction(running, { sql: 'INSERT INTO nope(a) VALUES (${n})' })
    lost.send(rowOf({ n: 1n }))
    await eventually(() => expect(lost.metrics.figures).toMatchObject({ success: 0, failed: 1 }))
    const [stranger, absent] = [
      { url, database: 'default', username: 'default', password: 'wrong' },
      { url, database: 'nodb' },
    ]
    const [unknown, none] = [
      await runningConnector(clickhouseDriver, stranger),
      await runningConnector(clickhouseDriver, absent),
    ]
    expect(unknown.connector.health).toMatchObject({ reason: /Code: 193.*Wrong password/ })
    expect(none.connector.health).toMatchObject({ reason: /Database nodb doesn't exist/ })
  },
)

testWith('clickhouse')('What was sent while the server is away arrives when it is back', async () => {
  const server = await startDatabase('clickhouse')
  const url = `http://${server.server}`
  const query = async (sql: string) => (await fetch(url, { method: 'POST', body: sql })).text()
  await query('CREATE TABLE kept (n UInt64) ENGINE = Log')
  const running = await runningConnector(clickhouseDriver, { url, database: 'default' })
  const { send, metrics } = await runningAction(
    running,
    { sql: 'INSERT INTO kept VALUES (${n})' },
    { request_ttl: 'infinity' },
  )
  await server.stop()
  for (let n = 1n; n <= 5n; n++) send(rowOf({ n }))
  await server.startAgain()
  await eventually(async () => {
    await running.clock.advance(15_000)
    expect(metrics.figures).toMatchObject({ success: 5, failed: 0 })
  })
  expect(await query('SELECT count(), sum(n) FROM kept')).toBe('5\t15\n')
})
