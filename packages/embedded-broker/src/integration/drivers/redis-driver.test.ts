import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabase, testWith } from '../../testing/database-servers.ts'
import { eventually } from '../../testing/eventually.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { redisDriver } from './redis-driver.ts'

const document = (server: string, more: Readonly<Record<string, unknown>> = {}) => ({
  parameters: { redis_type: 'single', server, database: 0, pool_size: 1, ...more },
  resource_opts: { health_check_interval: '2s' },
})

function clientOf(server: string): Redis {
  const [host = '', port] = server.split(':')
  const redis = new Redis({ host, port: Number(port) })
  redis.on('error', () => undefined)
  onTestFinished(() => redis.disconnect())
  return redis
}

const push = { command_template: ['LPUSH', 'MSGS:${clientid}', '${payload}'] }

testWith('redis')('Rows become commands, one by one and in batches, bytes as they are', async () => {
  const { server } = await startDatabase('redis')
  const running = await runningConnector(redisDriver, document(server))
  expect(running.connector.health).toEqual({ status: 'connected' })
  const single = await runningAction(running, push)
  const bytes = new Uint8Array([0xff, 0, 1])
  single.send(rowOf({ clientid: 'a', payload: bytes }))
  const batched = await runningAction(running, push, {
    batch_size: 10,
    batch_time: '1s',
    worker_pool_size: 1,
  })
  for (let n = 0n; n < 25n; n++) batched.send(rowOf({ clientid: 'b b', payload: n }))
  await eventually(() => {
    running.clock.advance(1000)
    expect(batched.metrics.figures).toMatchObject({ success: 25, queuing: 0 })
  })
  const redis = clientOf(server)
  expect(await redis.lrangeBuffer('MSGS:a', 0, -1)).toEqual([Buffer.from(bytes)])
  expect((await redis.lrange('MSGS:b b', 0, -1)).reverse()).toEqual(
    Array.from({ length: 25 }, (_, n) => `${n}`),
  )
})

testWith('redis')('A command that Redis refuses has failed with what it said', async () => {
  const { server } = await startDatabase('redis')
  await clientOf(server).set('MSGS:a', 'no list')
  const running = await runningConnector(redisDriver, document(server))
  const { action, metrics } = await runningAction(running, push)
  const outcomes: unknown[] = []
  action.send(rowOf({ clientid: 'a', payload: 'x' }), 'a', (outcome) => outcomes.push(outcome))
  await eventually(() => expect(metrics.figures).toMatchObject({ failed: 1, inflight: 0, success: 0 }))
  expect(outcomes).toMatchObject([{ kind: 'failed', reason: /-WRONGTYPE/ }])
})

testWith('redis')(
  'A wrong password is said; what comes while Redis is away arrives when it is back',
  async () => {
    const database = await startDatabase('redis')
    const first = clientOf(database.server)
    await first.config('SET', 'requirepass', 'redispw')
    const wrong = await runningConnector(
      redisDriver,
      document(database.server, { password: 'no', username: 'x' }),
    )
    expect(wrong.connector.health).toEqual({
      status: 'disconnected',
      reason: '{unhealthy_target,<<"-WRONGPASS invalid username-password pair or user is disabled.\\r\\n">>}',
    })
    await first.config('SET', 'requirepass', '')
    const running = await runningConnector(redisDriver, document(database.server))
    const opts = { health_check_interval: '2s', request_ttl: 'infinity', worker_pool_size: 2 }
    const { action, send, metrics } = await runningAction(running, push, opts)
    await database.stop()
    await eventually(() => {
      running.clock.advance(2000)
      expect(action.health).toEqual({ status: 'disconnected', reason: 'Resource not operational' })
    })
    expect(running.connector.health).toMatchObject({ reason: /^(Connection refused|no_connection)$/ })
    for (let n = 0n; n < 30n; n++) send(rowOf({ clientid: 'c', payload: n }))
    expect(metrics.figures).toMatchObject({ matched: 30, dropped: 0, success: 0 })
    await database.startAgain()
    await eventually(() => {
      running.clock.advance(2000)
      expect(metrics.figures).toMatchObject({ success: 30, queuing: 0, inflight: 0, dropped: 0 })
    })
    const arrived = await clientOf(database.server).lrange('MSGS:c', 0, -1)
    expect(arrived.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  },
)

test('Who takes connections and says nothing, or nonsense, is not connected', async () => {
  const odd = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'))
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void odd.close())
  const address = odd.address()
  const port = typeof address === 'object' ? address?.port : 0
  const running = await runningConnector(redisDriver, document(`127.0.0.1:${port}`))
  expect(running.connector.isConnected).toBe(false)
})
