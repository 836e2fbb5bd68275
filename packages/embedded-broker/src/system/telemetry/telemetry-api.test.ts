import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

const refused = (message: string) => ({ status: 400, body: { code: 'BAD_REQUEST', message } })

it('is off until it is wanted, tells what it would report, and is so after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-telemetry-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { ask, context, close } = await createTestBroker({ dataDir })
  expect(await ask('GET', '/telemetry/status')).toEqual({ status: 200, body: { enable: false } })
  expect(await ask('GET', '/telemetry/data')).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Telemetry is not enabled' },
  })
  expect(await ask('PUT', '/telemetry/status', { enable: false })).toEqual(
    refused('Telemetry status is already disabled'),
  )
  expect(await ask('PUT', '/telemetry/status', { enable: 'x' })).toEqual(
    refused(
      '{"value":"x","reason":"Unable to parse boolean value","path":"root.enable","kind":"validation_error"}',
    ),
  )
  expect(await ask('PUT', '/telemetry/status', { enable: false, foo: 1 })).toEqual(
    refused(
      '{"unmatched":"none","unknown":"foo","reason":"unknown_fields","path":"root","kind":"validation_error"}',
    ),
  )
  expect(await ask('PUT', '/telemetry/status', { enable: true })).toEqual({
    status: 200,
    body: { enable: true },
  })
  expect(await ask('PUT', '/telemetry/status', { enable: true })).toEqual(
    refused('Telemetry status is already enabled'),
  )
  await connectClient(context.cluster, { clientId: 'a' })
  expect((await ask('GET', '/telemetry/data')).body).toMatchObject({
    license: { edition: 'opensource' },
    num_clients: 1,
  })
  await close()
  const again = await createTestBroker({ dataDir })
  onTestFinished(() => again.close())
  expect((await again.ask('GET', '/telemetry/status')).body).toEqual({ enable: true })
})

it('is unknown to Enterprise', async () => {
  const broker = await createTestBroker({ edition: 'enterprise' })
  onTestFinished(() => broker.close())
  expect((await broker.ask('GET', '/telemetry/status')).status).toBe(404)
})
