import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker({ edition: 'enterprise', clock: manualClock() })
  onTestFinished(() => broker.close())
  return broker
}

const key = { key: '-----BEGIN PUBLIC KEY-----', key_type: 'RSA_PEM', expires_at: 0 }
const exported = (deviceid: string, more = {}) => ({
  deviceid,
  blocked: false,
  project: 'p',
  location: 'l',
  registry: 'r',
  config: 'aGVsbG8=',
  keys: [key],
  ...more,
})
const refused = (message: string) => ({ status: 400, body: { code: 'BAD_REQUEST', message } })

it('imports devices, lists them by name, and replaces those that are there', async () => {
  const { ask } = await start()
  expect(await ask('GET', '/gcp_devices')).toMatchObject({
    body: { data: [], meta: { count: 0, limit: 100 } },
  })
  const all = [exported('d2'), exported('d1', { blocked: true })]
  expect(await ask('POST', '/gcp_devices', all)).toEqual({ status: 200, body: { imported: 2, errors: 0 } })
  await ask('POST', '/gcp_devices', [exported('d2', { config: '', project: 'other' })])
  const { body } = await ask('GET', '/gcp_devices')
  expect(body).toMatchObject({
    data: [
      { deviceid: 'd1', project: 'p', config: 'aGVsbG8=', keys: [key], created_at: expect.any(Number) },
      { deviceid: 'd2', project: 'other', config: '' },
    ],
    meta: { count: 2 },
  })
})

it('gives a device its configuration, as a retained message', async () => {
  const { ask, context } = await start()
  const client = await connectClient(context.cluster)
  onTestFinished(() => client.endAsync(true))
  const seen: string[] = []
  client.on('message', (topic, payload) => seen.push(`${topic} ${payload.toString()}`))
  expect(await ask('PUT', '/gcp_devices/d1', { config: 'aGVsbG8=' })).toEqual({
    status: 200,
    body: { deviceid: 'd1', project: '', location: '', registry: '', keys: [], config: 'aGVsbG8=' },
  })
  await client.subscribeAsync('/devices/+/config')
  await expect.poll(() => seen).toEqual(['/devices/d1/config hello'])
  expect(await ask('DELETE', '/gcp_devices/d1')).toEqual({ status: 204, body: '' })
  await expect.poll(() => seen).toEqual(['/devices/d1/config hello', '/devices/d1/config '])
  expect(context.cluster.retained('/devices/d1/config')).toEqual([])
  expect(await ask('GET', '/gcp_devices/d1')).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'device not found: d1' },
  })
  expect((await ask('DELETE', '/gcp_devices/d1')).status).toBe(204)
})

it('refuses in the words of the broker, and keeps nothing of it', async () => {
  const { ask } = await start()
  expect(await ask('POST', '/gcp_devices', [{ deviceid: 'd1' }])).toEqual(
    refused(
      '[{"reason":"required_field","path":"root.1.blocked","kind":"validation_error"},{"reason":"required_field","path":"root.1.config","kind":"validation_error"}]',
    ),
  )
  const wrong = [
    [exported('a/#'), 'invalid or missing field: deviceid'],
    [exported('a', { keys: [{ ...key, key_type: 'DSA' }] }), 'invalid key_type'],
    [exported('a', { config: 'no base 64' }), 'invalid field: config'],
  ] as const
  for (const [device, message] of wrong) {
    expect(await ask('POST', '/gcp_devices', [exported('b'), device])).toEqual(refused(message))
  }
  expect(await ask('PUT', '/gcp_devices/a', { config: '', keys: [{ ...key, key_type: 'x' }] })).toEqual(
    refused('invalid key_type'),
  )
  expect(await ask('GET', '/gcp_devices')).toMatchObject({ body: { data: [] } })
})
