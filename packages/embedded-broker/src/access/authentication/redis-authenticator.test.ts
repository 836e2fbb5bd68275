import { createHash } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { freePort } from '../../testing/free-port.ts'
import { programOf, serverDirectory, startProcess } from '../../testing/server-process.ts'

const hash = (password: string, salt: string) =>
  createHash('sha256')
    .update(password + salt)
    .digest('hex')

async function filled(key: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const running = await startDatabase('redis')
  const [host = '', port] = running.server.split(':')
  const redis = new Redis({ host, port: Number(port), db: 1 })
  onTestFinished(() => redis.disconnect())
  await redis.hset(key, fields)
  await redis.config('SET', 'requirepass', 'redis pw')
  return running.server
}

const settings = (server: string, more: Readonly<Record<string, unknown>> = {}) => ({
  mechanism: 'password_based',
  backend: 'redis',
  redis_type: 'single',
  server,
  password: 'redis pw',
  database: 1,
  cmd: `HMGET mqtt_user:\${username} password_hash salt is_superuser`,
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  ...more,
})

testWith('redis')('Redis decides who comes in, and its figures are told', async () => {
  const user = { password_hash: hash('secret', 's1'), salt: 's1', is_superuser: '1' }
  const server = await filled('mqtt_user:al ice', user)
  const broker = await authenticatingBroker([settings(server)])
  expect(await broker.codeFor('al ice', 'secret')).toBe(0)
  expect(await broker.codeFor('al ice', 'wrong')).toBe(0x86)
  expect(await broker.codeFor('bob', 'secret')).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/password_based:redis/status')
  expect(body).toMatchObject({
    status: 'connected',
    metrics: { total: 3, success: 1, failed: 1, nomatch: 1 },
    resource_metrics: { matched: 3, success: 3, failed: 0 },
  })
})

testWith('redis')('HGETALL does as well; without its password Redis is told as gone, with why', async () => {
  const server = await filled('all:anna', { password_hash: hash('p', ''), other: 'x' })
  const whole = { cmd: `HGETALL all:\${username}` }
  const broker = await authenticatingBroker([settings(server, whole)])
  expect(await broker.codeFor('anna', 'p')).toBe(0)
  expect(await broker.codeFor('nobody', 'p')).toBe(0x87)
  const wrong = settings(server, { ...whole, password: 'wrong' })
  await broker.ask('PUT', '/authentication/password_based:redis', wrong)
  expect(await broker.codeFor('anna', 'p')).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/password_based:redis/status')
  expect(body).toMatchObject({ status: 'disconnected' })
  expect(JSON.stringify(body)).toMatch(/WRONGPASS|NOAUTH|invalid password/)
})

const program = programOf('redis-server') ?? 'redis-server'

async function startRedis(
  ...more: readonly string[]
): Promise<{ readonly redis: Redis; readonly port: number }> {
  const port = await freePort()
  const directory = serverDirectory(onTestFinished)
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory]
  await startProcess(program, [...place, ...more], port, { atEnd: onTestFinished })
  const redis = new Redis({ host: '127.0.0.1', port })
  onTestFinished(() => redis.disconnect())
  return { redis, port }
}

const plain = {
  mechanism: 'password_based',
  backend: 'redis',
  cmd: `HMGET user:\${username} password_hash`,
  password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
}

testWith('redis')('a cluster of Redis is asked where the key is', async () => {
  const { redis, port } = await startRedis('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1')
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await expect.poll(() => redis.cluster('INFO'), { timeout: 15_000 }).toContain('cluster_state:ok')
  await redis.hset('user:anna', { password_hash: 'p' })
  const settings = { ...plain, redis_type: 'cluster', servers: `127.0.0.1:${port}` }
  const broker = await authenticatingBroker([settings])
  expect(await broker.codeFor('anna', 'p')).toBe(0)
  expect(await broker.codeFor('anna', 'q')).toBe(0x86)
})

testWith('redis')('sentinels say which Redis is the master', async () => {
  const master = await startRedis()
  await master.redis.hset('user:anna', { password_hash: 'p' })
  const file = join(serverDirectory(onTestFinished), 'sentinel.conf')
  await writeFile(file, `sentinel monitor first 127.0.0.1 ${master.port} 1\n`, { mode: 0o666 })
  await chmod(file, 0o666)
  const port = await freePort()
  await startProcess(program, [file, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'], port, {
    atEnd: onTestFinished,
  })
  const settings = { ...plain, redis_type: 'sentinel', servers: `127.0.0.1:${port}`, sentinel: 'first' }
  const broker = await authenticatingBroker([settings])
  expect(await broker.codeFor('anna', 'p')).toBe(0)
  expect(await broker.codeFor('nobody', 'p')).toBe(0x87)
})
