import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { mongodbLikeServer } from '../../testing/mongodb-like-server.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { mongodbDriver } from './mongodb-driver.ts'

const document = (server: string) => ({
  parameters: { mongo_type: 'single', server, w_mode: 'unsafe' },
  database: 'mqtt',
  srv_record: false,
  pool_size: 2,
  topology: { connect_timeout_ms: '1s' },
  resource_opts: { health_check_interval: '2s' },
})

test('Rows become documents of a collection that a template names; what is no document has failed', async () => {
  const kept = { 'mqtt.dev': [], 'mqtt.c': [] }
  const running = await runningConnector(mongodbDriver, document(await mongodbLikeServer(kept)))
  expect(running.connector.health).toEqual({ status: 'connected' })
  const parameters = { collection: '${place}', payload_template: '{"n":${n},"who":"${clientid}"}' }
  const { send, metrics } = await runningAction(running, parameters)
  send(rowOf({ place: 'dev', n: 1n, clientid: 'a' }))
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1 }))
  expect(kept['mqtt.dev']).toMatchObject([{ n: 1, who: 'a' }])
  const whole = await runningAction(running, { collection: 'c' }, { batch_size: 10, worker_pool_size: 1 })
  for (let n = 0n; n < 5n; n++) whole.send(rowOf({ n, payload: 'x' }))
  await eventually(() => expect(whole.metrics.figures).toMatchObject({ success: 5 }))
  expect(kept['mqtt.c']).toHaveLength(5)
  expect(kept['mqtt.c']).toContainEqual(expect.objectContaining({ n: 3, payload: 'x' }))
  send(rowOf({ place: 'dev', n: 'no json', clientid: 'a' }))
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1, failed: 1 }))
})

test('A server that is not there is said to be so, and what comes meanwhile arrives when it is', async () => {
  const port = await freePort()
  const running = await runningConnector(mongodbDriver, {
    ...document(`127.0.0.1:${port}`),
    // The health check ends before the library gives up after 5 seconds.
    resource_opts: { health_check_interval: '2s', start_timeout: '3s' },
  })
  expect(running.connector.health).toEqual({
    status: 'disconnected',
    reason: '{start_pool_failed,<<"connector:it:x">>,{connect_failed,econnrefused}}',
  })
  const { send, metrics } = await runningAction(running, { collection: 'c' }, { request_ttl: 'infinity' })
  for (let n = 0n; n < 5n; n++) send(rowOf({ n }))
  expect(metrics.figures).toMatchObject({ queuing: 5, success: 0 })
  const kept = { 'mqtt.c': [] }
  await mongodbLikeServer(kept, port)
  await eventually(() => {
    running.clock.advance(2000)
    expect(metrics.figures).toMatchObject({ success: 5, queuing: 0 })
  })
  expect(kept['mqtt.c']).toHaveLength(5)
})
