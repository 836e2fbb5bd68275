import { createHash } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { expect } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { startDatabase, testWith } from '../../testing/database-servers.ts'

const salted = (password: string) => createHash('sha256').update(`${password}s1`).digest('hex')
const table = [
  'CREATE TABLE mqtt_user (username VARCHAR(100), password_hash VARCHAR(100), salt VARCHAR(10), is_superuser BOOLEAN)',
  `INSERT INTO mqtt_user VALUES ('alice', '${salted('secret')}', 's1', true), ('o''brien', '${salted('p')}', 's1', false)`,
]
const query = `SELECT password_hash, salt, is_superuser FROM mqtt_user WHERE username = '\${username}' LIMIT 1`
const common = { query, password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' }, pool_size: 2 }
/** This name would match every user if it became part of the statement. */
const injection = "x' OR '1'='1"

async function decides(backend: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const broker = await authenticatingBroker([
    { mechanism: 'password_based', backend, ...common, ...settings },
  ])
  expect(await broker.codeFor('alice', 'secret')).toBe(0)
  expect(await broker.codeFor('alice', 'wrong')).toBe(0x86)
  expect(await broker.codeFor('alice')).toBe(0x86)
  expect(await broker.codeFor("o'brien", 'p')).toBe(0)
  expect(await broker.codeFor('bob', 'secret')).toBe(0x87)
  expect(await broker.codeFor(injection, 'secret')).toBe(0x87)
  const { body } = await broker.ask('GET', `/authentication/password_based:${backend}/status`)
  expect(body).toMatchObject({
    status: 'connected',
    metrics: { total: 6, success: 2, failed: 2, nomatch: 2 },
    // A client without a password causes no query.
    resource_metrics: { matched: 5, success: 5, failed: 0 },
  })
}

testWith('postgresql')('PostgreSQL decides who comes in', async () => {
  const running = await startDatabase('postgresql')
  const { server } = running
  const connectionString = `postgresql://postgres@${server}/postgres`
  const fill = async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of table) await client.query(statement)
    await client.end()
    return true
  }
  // The port opens a little before the server accepts queries.
  await expect.poll(fill, { timeout: 10_000 }).toBe(true)
  const settings = { server, database: 'postgres', username: 'postgres' }
  await decides('postgresql', settings)
  await decides('postgresql', { ...settings, disable_prepared_statements: true })
})

testWith('mysql')('MySQL decides who comes in', async () => {
  const running = await startDatabase('mysql')
  const { server } = running
  const [host = '', port] = server.split(':')
  const client = await createConnection({ host, port: Number(port), user: 'root' })
  for (const statement of ['CREATE DATABASE mqtt', 'USE mqtt', ...table]) await client.query(statement)
  await client.end()
  const settings = { server, database: 'mqtt', username: 'emqx', password: 'mypw' }
  await decides('mysql', settings)
  const broker = await authenticatingBroker([
    { mechanism: 'password_based', backend: 'mysql', ...common, ...settings, database: 'nowhere' },
  ])
  const { body } = await broker.ask('GET', '/authentication/password_based:mysql/status')
  expect(body).toMatchObject({ status: 'disconnected' })
  expect(JSON.stringify(body)).toContain('Unknown database')
})
