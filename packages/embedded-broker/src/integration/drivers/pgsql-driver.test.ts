import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { pgsqlDriver } from './pgsql-driver.ts'

const document = (server: string, more: Readonly<Record<string, unknown>> = {}) => ({
  server,
  database: 'postgres',
  username: 'postgres',
  password: '',
  pool_size: 2,
  resource_opts: { health_check_interval: '2s' },
  ...more,
})

/**
 * Connects a client as soon as the server accepts connections: on a busy disk this is more than 15 seconds after its
 * process has started.
 */
function clientOf(server: string): Promise<pg.Client> {
  const [host = '', port] = server.split(':')
  return eventually(async () => {
    const client = new pg.Client({ host, port: Number(port), user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }, 45_000)
}

const table =
  'create table t_mqtt_msg(msgid text primary key, topic text, qos int, payload text, arrived timestamptz)'
const insert = {
  sql: 'insert into t_mqtt_msg(msgid, topic, qos, payload) values (${id}, ${topic}, ${qos}, ${payload})',
}
const rowAt = (n: number) =>
  rowOf({ id: `m${n}`, topic: "it's", qos: 1n, payload: `{"n":${n}}`, timestamp: 1000n })

testWith('postgresql')('Rows are inserted, one by one or a batch in one transaction', async () => {
  const { server } = await startDatabase('postgresql')
  const client = await clientOf(server)
  await client.query(table)
  const running = await runningConnector(pgsqlDriver, document(server))
  expect(running.connector.health).toEqual({ status: 'connected' })
  const single = await runningAction(running, insert)
  expect(single.action.health).toEqual({ status: 'connected' })
  single.send(rowAt(0))
  await eventually(() => expect(single.metrics.figures).toMatchObject({ success: 1 }))
  const batched = await runningAction(running, {}, { batch_size: 5, batch_time: '1s', worker_pool_size: 1 })
  for (let n = 1; n <= 10; n++) batched.send(rowAt(n))
  await eventually(() => expect(batched.metrics.figures).toMatchObject({ success: 10 }))
  const { rows } = await client.query('select * from t_mqtt_msg order by length(msgid), msgid')
  expect(rows).toHaveLength(11)
  expect(rows[0]).toEqual({ msgid: 'm0', topic: "it's", qos: 1, payload: '{"n":0}', arrived: null })
  expect(rows[1].arrived).toEqual(new Date(1000))
  for (const n of [20, 21, 0, 22, 23]) batched.send(rowAt(n))
  await eventually(() => expect(batched.metrics.figures).toMatchObject({ success: 10, failed: 5 }))
  expect((await client.query("select 1 from t_mqtt_msg where msgid like 'm2_'")).rows).toEqual([])
})

testWith('postgresql')('A statement or a table that is wrong is said, and rows fail at once', async () => {
  const { server } = await startDatabase('postgresql')
  await clientOf(server)
  const running = await runningConnector(pgsqlDriver, document(server))
  const syntax = await runningAction(running, { sql: 'insrt into nothing values' })
  expect(syntax.action.health).toMatchObject({
    status: 'disconnected',
    reason:
      '{unhealthy_target,#{error_code => <<"42601">>,error_codename => syntax_error,severity => error}}',
  })
  const missing = await runningAction(running, insert)
  expect(missing.action.health).toMatchObject({ reason: '{unhealthy_target,undefined_table}' })
  missing.send(rowAt(1))
  expect(missing.metrics.figures).toMatchObject({ failed: 1, queuing: 0 })
})

testWith('postgresql')('An unknown database and a closed port are said as the broker says them', async () => {
  const { server } = await startDatabase('postgresql')
  await clientOf(server)
  const unknown = await runningConnector(pgsqlDriver, document(server, { database: 'nodb' }), {
    resource: 'connector:pgsql:pg',
  })
  expect(unknown.connector.health).toMatchObject({
    status: 'disconnected',
    reason:
      /^\{start_pool_failed,<<"connector:pgsql:pg">>,\{error,fatal,<<"3D000">>,invalid_catalog_name,<<"database \\"nodb\\" does not exist">>,\[\{file,<<"postinit.c">>\}/,
  })
  const absent = await runningConnector(pgsqlDriver, document(`127.0.0.1:${await freePort()}`))
  expect(absent.connector.health).toMatchObject({ reason: /,econnrefused\}$/ })
})

testWith('postgresql')(
  'What comes while PostgreSQL is away arrives when it is back, each row once',
  async () => {
    const database = await startDatabase('postgresql')
    await (await clientOf(database.server)).query(table)
    const running = await runningConnector(pgsqlDriver, document(database.server))
    const opts = { health_check_interval: '2s', request_ttl: 'infinity' }
    const { action, send, metrics } = await runningAction(running, insert, opts)
    for (let n = 0; n < 10; n++) send(rowAt(n))
    await eventually(() => expect(metrics.figures.success).toBe(10))
    await database.stop()
    for (let n = 10; n < 40; n++) send(rowAt(n))
    await eventually(() => {
      running.clock.advance(2000)
      expect(action.health).toEqual({ status: 'disconnected', reason: 'Resource not operational' })
    })
    await database.startAgain()
    await eventually(() => {
      running.clock.advance(2000)
      expect(metrics.figures).toMatchObject({ success: 40, queuing: 0, inflight: 0, dropped: 0, failed: 0 })
    })
    const { rows } = await (await clientOf(database.server)).query(
      'select count(*)::int as n from t_mqtt_msg',
    )
    expect(rows).toEqual([{ n: 40 }])
  },
)
