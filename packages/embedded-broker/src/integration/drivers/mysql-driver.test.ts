import { type Connection, createConnection } from 'mysql2/promise'
import { expect, onTestFinished } from 'vitest'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { eventually } from '../../testing/eventually.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { mysqlDriver } from './mysql-driver.ts'

const document = (server: string, more: Readonly<Record<string, unknown>> = {}) => ({
  server,
  database: 'mqtt',
  username: 'root',
  pool_size: 2,
  resource_opts: { health_check_interval: '2s' },
  ...more,
})

async function clientOf(server: string): Promise<Connection> {
  const [host = '', port] = server.split(':')
  const client = await createConnection({ host, port: Number(port), user: 'root' })
  client.on('error', () => undefined)
  onTestFinished(() => client.destroy())
  return client
}

const rowAt = (n: number) =>
  rowOf({ id: `m${n}`, topic: "it's", qos: 1n, payload: `{"n":${n}}`, timestamp: 1000n })

testWith('mysql')(
  'Rows are inserted, one by one or a batch in one transaction; what is wrong is said',
  async () => {
    const { server } = await startDatabase('mysql')
    const client = await clientOf(server)
    await client.query('create database mqtt')
    await client.query(
      'create table mqtt.t_mqtt_msg(msgid varchar(64) primary key, topic text, qos int, payload text, arrived datetime) engine=innodb',
    )
    const running = await runningConnector(mysqlDriver, document(server))
    expect(running.connector.health).toEqual({ status: 'connected' })
    const single = await runningAction(running, {})
    expect(single.action.health).toEqual({ status: 'connected' })
    single.send(rowAt(0))
    await eventually(() => expect(single.metrics.figures).toMatchObject({ success: 1 }))
    const batched = await runningAction(running, {}, { batch_size: 5, batch_time: '1s', worker_pool_size: 1 })
    for (const n of [20, 21, 0, 22, 23]) batched.send(rowAt(n))
    await eventually(() => expect(batched.metrics.figures).toMatchObject({ success: 0, failed: 5 }))
    for (let n = 1; n <= 5; n++) batched.send(rowAt(n))
    await eventually(() => expect(batched.metrics.figures).toMatchObject({ success: 5 }))
    const [rows] = await client.query('select msgid, topic, qos, payload from mqtt.t_mqtt_msg order by msgid')
    expect(rows).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => ({ msgid: `m${n}`, topic: "it's", qos: 1, payload: `{"n":${n}}` })),
    )
    const missing = await runningAction(running, { sql: 'insert into nothing(a) values (${a})' })
    expect(missing.action.health).toMatchObject({ reason: '{unhealthy_target,undefined_table}' })
    const syntax = await runningAction(running, { sql: 'insrt into nothing values' })
    expect(syntax.action.health).toMatchObject({ reason: /^\{unhealthy_target,\{1064,<<"42000">>,/ })
    const unknown = await runningConnector(mysqlDriver, document(server, { database: 'nodb' }), {
      resource: 'connector:mysql:my',
    })
    expect(unknown.connector.health).toMatchObject({
      status: 'disconnected',
      reason:
        /^\{start_pool_failed,<<"connector:mysql:my">>,\{shutdown,#\{cause => \{1049,<<"42000">>,<<"Unknown database 'nodb'">>\},database => <<"nodb">>,host => "127.0.0.1",port => \d+,user => <<"root">>\}\}\}$/,
    })
  },
)

testWith('mysql')('What comes while the server is away arrives when it is back', async () => {
  const database = await startDatabase('mysql')
  const client = await clientOf(database.server)
  await client.query('create database mqtt')
  await client.query('create table mqtt.t(n int primary key) engine=innodb')
  const running = await runningConnector(mysqlDriver, document(database.server))
  const opts = { health_check_interval: '2s', request_ttl: 'infinity' }
  const { action, send, metrics } = await runningAction(
    running,
    { sql: 'insert into t(n) values (${n})' },
    opts,
  )
  await database.stop('SIGTERM')
  for (let n = 0n; n < 20n; n++) send(rowOf({ n }))
  await eventually(() => {
    running.clock.advance(2000)
    expect(action.health).toEqual({ status: 'disconnected', reason: 'Resource not operational' })
  })
  await database.startAgain()
  await eventually(() => {
    running.clock.advance(2000)
    expect(metrics.figures).toMatchObject({ success: 20, queuing: 0, inflight: 0, dropped: 0, failed: 0 })
  })
  const [rows] = await (await clientOf(database.server)).query('select count(*) as n from mqtt.t')
  expect(rows).toEqual([{ n: 20 }])
})
