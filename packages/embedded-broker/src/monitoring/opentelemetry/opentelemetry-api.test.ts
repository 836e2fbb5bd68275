import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

async function start(edition: 'community' | 'enterprise' = 'enterprise') {
  const clock = manualClock()
  const broker = await createTestBroker({ edition, clock })
  onTestFinished(() => broker.close())
  return { broker, clock }
}

/** Starts a collector that accepts OTLP messages, or refuses them. */
async function startCollector(status: () => string) {
  const taken: { readonly path: string; readonly key: unknown; readonly message: Buffer }[] = []
  const server = createServer()
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const frame = Buffer.concat(chunks)
      taken.push({
        path: String(headers[':path']),
        key: headers['x-key'],
        message: frame.subarray(5, 5 + frame.readUInt32BE(1)),
      })
      stream.on('wantTrailers', () =>
        stream.sendTrailers({ 'grpc-status': status(), 'grpc-message': 'full' }),
      )
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.end(Buffer.alloc(5))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { taken, endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

/** Other alarms are left out, because the machine may have alarms of its own. */
const exportAlarms = (broker: TestBroker) =>
  broker.context.alarms.active().filter(({ name }) => name === 'opentelemetry_export_failed')

it('exports the metrics of each node by OTLP, and raises an alarm while they are not taken', async () => {
  const { broker, clock } = await start()
  let status = '0'
  const { taken, endpoint } = await startCollector(() => status)
  const exporter = { endpoint, headers: { 'x-key': 'k' } }
  const on = { exporter, metrics: { enable: true, interval: '10s' } }
  expect((await broker.ask('PUT', '/opentelemetry', on)).status).toBe(200)
  clock.advance(10_000)
  await eventually(() => expect(taken).toHaveLength(2))
  expect(taken[0]).toMatchObject({
    path: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
    key: 'k',
  })
  const messages = taken.map(({ message }) => message.toString('latin1')).join('')
  for (const text of [
    'emqx@127.0.0.1',
    'emqx2@127.0.0.2',
    'emqx.connections.count',
    'emqx.packets.received',
  ]) {
    expect(messages).toContain(text)
  }
  status = '8'
  await eventually(() => {
    clock.advance(10_000)
    expect(exportAlarms(broker)).toMatchObject([
      { name: 'opentelemetry_export_failed', message: 'The figures are not taken: gRPC 8: full' },
    ])
  })
  await broker.ask('PUT', '/opentelemetry', {})
  expect(exportAlarms(broker)).toEqual([])
})

it('fills in what is not sent, and refuses what it cannot do', async () => {
  const { broker } = await start()
  const before = await broker.ask('GET', '/opentelemetry')
  expect(before.body).toMatchObject({
    exporter: { endpoint: 'http://localhost:4317', ssl_options: { enable: false } },
    traces: { enable: false, filter: { trace_mode: 'legacy', e2e_tracing_options: { sample_ratio: '10%' } } },
    logs: { level: 'warning' },
  })
  expect(await broker.ask('PUT', '/opentelemetry', { traces: { enable: true } })).toMatchObject({
    status: 400,
    body: { message: 'The embedded broker exports metrics only, neither traces nor logs' },
  })
  expect(await broker.ask('PUT', '/opentelemetry', { logs: { level: 'loud' } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('"path":"root.logs.level"') },
  })
  expect(await broker.ask('GET', '/opentelemetry')).toEqual(before)
})

it('keeps lists of what is always followed', async () => {
  const { broker } = await start()
  expect((await broker.ask('POST', '/opentelemetry/whitelist/clientid', ['a', 'b'])).status).toBe(204)
  expect((await broker.ask('GET', '/opentelemetry/whitelist/clientid')).body).toEqual(['a', 'b'])
  const many = Array.from({ length: 31 }, (_, at) => `t/${at}`)
  expect((await broker.ask('POST', '/opentelemetry/whitelist/topic', many)).status).toBe(400)
  expect((await broker.ask('GET', '/opentelemetry/whitelist/topic')).body).toEqual([])
  expect((await broker.ask('DELETE', '/opentelemetry/whitelist/clientid')).status).toBe(204)
  expect((await broker.ask('GET', '/opentelemetry/whitelist/clientid')).body).toEqual([])
  expect((await broker.ask('GET', '/opentelemetry/whitelist/colour')).status).toBe(400)
})

it('keeps settings and lists over a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-telemetry-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const first = await createTestBroker({ edition: 'enterprise', dataDir })
  await first.ask('PUT', '/opentelemetry', { exporter: { endpoint: 'http://collector:4317' } })
  await first.ask('PUT', '/prometheus', { push_gateway: { url: 'http://gateway:9091' } })
  await first.ask('POST', '/opentelemetry/whitelist/topic', ['a/#'])
  await first.close()
  const second = await createTestBroker({ edition: 'enterprise', dataDir })
  onTestFinished(() => second.close())
  expect((await second.ask('GET', '/opentelemetry')).body).toMatchObject({
    exporter: { endpoint: 'http://collector:4317' },
  })
  expect((await second.ask('GET', '/prometheus')).body).toMatchObject({
    push_gateway: { url: 'http://gateway:9091' },
  })
  expect((await second.ask('GET', '/opentelemetry/whitelist/topic')).body).toEqual(['a/#'])
})

it('is not there in Community', async () => {
  const { broker } = await start('community')
  expect((await broker.ask('GET', '/opentelemetry')).status).toBe(404)
})
