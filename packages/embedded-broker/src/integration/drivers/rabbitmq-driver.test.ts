import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { type Channel, connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { startRabbitmq, testWithRabbitmq } from '../../testing/rabbitmq-server.ts'
import { rowOf, runningAction, runningConnector, runningSource } from '../testing/running.ts'
import { rabbitmqDriver } from './rabbitmq-driver.ts'

const document = (address: string, more: Readonly<Record<string, unknown>> = {}) => {
  const [server, port] = address.split(':')
  return {
    server,
    port: Number(port),
    username: 'guest',
    password: 'guest',
    virtual_host: '/',
    pool_size: 2,
    resource_opts: { health_check_interval: '2s' },
    ...more,
  }
}

/** Opens a channel with retries, because the server accepts connections before it has started. */
function channelTo(address: string): Promise<Channel> {
  return eventually(async () => {
    const connection = await connect(`amqp://guest:guest@${address}`)
    onTestFinished(() => connection.close().catch(() => undefined))
    return connection.createChannel()
  })
}

testWithRabbitmq(
  'Rows are published and confirmed, queues are sources, and what is missing is said',
  async () => {
    const server = await startRabbitmq()
    const channel = await channelTo(server)
    await channel.assertExchange('e', 'topic')
    await channel.assertQueue('q')
    await channel.bindQueue('q', 'e', 'dev.#')
    const running = await runningConnector(rabbitmqDriver, document(server))
    expect(running.connector.health).toEqual({ status: 'connected' })
    const received: TermMap[] = []
    const { source, metrics: read } = await runningSource(running, { queue: 'q', no_ack: false }, (one) =>
      received.push(one),
    )
    expect(source.health).toEqual({ status: 'connected' })
    const parameters = { exchange: 'e', routing_key: 'dev.${clientid}', payload_template: '${payload}' }
    const { send, metrics } = await runningAction(running, parameters, { batch_size: 5, worker_pool_size: 1 })
    for (let n = 0n; n < 20n; n++) send(rowOf({ clientid: 'c1', payload: n }))
    await eventually(() => expect(metrics.figures).toMatchObject({ success: 20, failed: 0 }))
    await eventually(() => expect(received).toHaveLength(20))
    expect(read.figures).toMatchObject({ received: 20 })
    expect(received.map((one) => one.get('payload'))).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`))
    expect(received[0]?.get('routing_key')).toBe('dev.c1')
    const nowhere = await runningAction(running, { exchange: 'none', routing_key: 'r' })
    expect(nowhere.action.health).toMatchObject({ status: 'disconnected', reason: /no exchange 'none'/ })
    const empty = await runningSource(running, { queue: 'none' }, () => undefined)
    expect(empty.source.health).toMatchObject({ status: 'disconnected', reason: /no queue 'none'/ })
    expect(running.connector.isConnected).toBe(true)
    const wrong = await runningConnector(rabbitmqDriver, document(server, { password: 'no' }))
    expect(wrong.connector.health).toMatchObject({ reason: /auth_failure.*ACCESS_REFUSED/s })
  },
)

test('A server that is not there is said to be so', async () => {
  const running = await runningConnector(rabbitmqDriver, document(`127.0.0.1:${await freePort()}`))
  expect(running.connector.health).toEqual({
    status: 'disconnected',
    reason: '{start_pool_failed,<<"connector:it:x">>,econnrefused}',
  })
})
