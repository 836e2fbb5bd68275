import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTestBroker } from '../../testing/test-broker.ts'

it('creates a listener whose port is taken on another node, and says which node does not follow', async () => {
  const broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0 })
  onTestFinished(() => broker.close())
  const other = createServer().listen(0, '127.0.0.2')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const listener = { id: 'tcp:half', type: 'tcp', bind: port }
  expect(await broker.ask('POST', '/listeners/tcp:half', listener)).toMatchObject({ status: 200 })
  const { body } = await broker.ask('GET', '/listeners?type=tcp')
  expect(body).toMatchObject([{}, { id: 'tcp:half', status: { running: 'inconsistent' } }])
  const node = 'emqx2@127.0.0.2'
  expect((await broker.ask('GET', '/alarms')).body).toMatchObject({
    data: [{ name: 'cluster_rpc_apply_failed', node, message: expect.stringContaining('eaddrinuse') }],
  })
  // EMQX would wait here until the node is unblocked; decision 0013 explains why this broker does not wait.
  expect(await broker.ask('PUT', '/configs/alarm', { size_limit: 500 })).toMatchObject({ status: 200 })
  const figures = await broker.ask('GET', '/prometheus/stats?mode=all_nodes_unaggregated')
  const applied = String(figures.body).match(/(?<=emqx_conf_sync_txid\S* )\d+/g)
  expect(applied).toHaveLength(2)
  expect(new Set(applied).size).toBe(1)
  await new Promise((resolve) => other.close(resolve))
  expect(await broker.ask('POST', '/listeners/tcp:half/start')).toMatchObject({ status: 200 })
  expect((await broker.ask('GET', '/alarms')).body).toMatchObject({ data: [] })
})

it('leaves in effect what stands beside a listener that cannot open, in the words of EMQX', async () => {
  const broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0 })
  onTestFinished(() => broker.close())
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const taken = typeof address === 'object' && address !== null ? address.port : 0
  const response = await broker.app.inject({
    method: 'PUT',
    url: '/api/v5/configs',
    headers: { authorization: `Bearer ${broker.login()}`, 'content-type': 'text/plain' },
    payload: `alarm.size_limit = 500\nlisteners.tcp.late.bind = ${taken}\nmqtt.max_inflight = 7`,
  })
  expect(response.statusCode).toBe(400)
  const { errors } = JSON.parse(response.payload)
  expect(errors).toContain(
    "Can't merge the new configurations!\nRoot key: listeners\nReason: {failed_to_start,",
  )
  expect(errors).toContain('eaddrinuse')
  const { config } = broker.context
  expect(config.document('alarm')).toMatchObject({ size_limit: 500 })
  expect(config.document('mqtt')).toMatchObject({ max_inflight: 7 })
  expect(await broker.ask('GET', '/listeners/tcp:late')).toMatchObject({ status: 404 })
})
