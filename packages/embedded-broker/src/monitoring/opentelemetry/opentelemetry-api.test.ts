import { mkdtemp, rm } from 'node:fs/promises'
import { createSecureServer, createServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import protobuf from 'protobufjs'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { type KeyPair, selfSigned } from '../../certificates/self-signed.ts'
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
async function startCollector(status: () => string, tls?: KeyPair) {
  const taken: { readonly path: string; readonly key: unknown; readonly message: Buffer }[] = []
  const server = tls === undefined ? createServer() : createSecureServer({ ...tls })
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
  const scheme = tls === undefined ? 'http' : 'https'
  return { taken, endpoint: `${scheme}://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

/** The definition of OTLP, apart from the one of the broker: names and numbers of `metrics.proto`. */
const definition = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; } }
  message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
  message Scope { string name = 1; }
  message Metric { string name = 1; oneof data { Gauge gauge = 5; Sum sum = 7; } }
  message Gauge { repeated NumberDataPoint data_points = 1; }
  message Sum {
    repeated NumberDataPoint data_points = 1;
    AggregationTemporality aggregation_temporality = 2;
    bool is_monotonic = 3;
  }
  enum AggregationTemporality {
    AGGREGATION_TEMPORALITY_UNSPECIFIED = 0;
    AGGREGATION_TEMPORALITY_DELTA = 1;
    AGGREGATION_TEMPORALITY_CUMULATIVE = 2;
  }
  message NumberDataPoint {
    fixed64 start_time_unix_nano = 2;
    fixed64 time_unix_nano = 3;
    oneof value { double as_double = 4; }
  }
`).root

const pointsSchema = v.object({
  dataPoints: v.array(v.object({ asDouble: v.number(), timeUnixNano: v.number() })),
})
const requestSchema = v.object({
  resourceMetrics: v.tuple([
    v.object({
      resource: v.object({ attributes: v.array(v.unknown()) }),
      scopeMetrics: v.tuple([
        v.object({
          metrics: v.array(
            v.object({
              name: v.string(),
              gauge: v.optional(pointsSchema),
              sum: v.optional(
                v.object({
                  ...pointsSchema.entries,
                  aggregationTemporality: v.string(),
                  isMonotonic: v.boolean(),
                }),
              ),
            }),
          ),
        }),
      ]),
    }),
  ]),
})

function decodeRequest(message: Buffer) {
  const type = definition.lookupType('Request')
  return v.parse(requestSchema, type.toObject(type.decode(message), { longs: Number, enums: String }))
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
  for (const [at, { message }] of taken.entries()) {
    const request = decodeRequest(message)
    const [{ resource, scopeMetrics }] = request.resourceMetrics
    expect(resource.attributes).toContainEqual({
      key: 'service.instance.id',
      value: { stringValue: ['emqx@127.0.0.1', 'emqx2@127.0.0.2'][at] },
    })
    const find = (name: string) => scopeMetrics[0].metrics.find((metric) => metric.name === name)
    expect(find('emqx.connections.count')?.gauge?.dataPoints).toMatchObject([{ asDouble: 0 }])
    expect(find('emqx.packets.received')?.sum).toMatchObject({
      aggregationTemporality: 'AGGREGATION_TEMPORALITY_CUMULATIVE',
      isMonotonic: true,
      dataPoints: [{ asDouble: 0, timeUnixNano: clock.now() * 1e6 }],
    })
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

it('exports over TLS only to a collector whose certificate it can verify', async () => {
  const { broker, clock } = await start()
  const known = selfSigned('collector', ['localhost'], ['127.0.0.1'], Date.now())
  const stranger = selfSigned('stranger', ['localhost'], ['127.0.0.1'], Date.now())
  const { taken, endpoint } = await startCollector(() => '0', known)
  const exportTo = (cacertfile: string) =>
    broker.ask('PUT', '/opentelemetry', {
      exporter: { endpoint, ssl_options: { enable: true, verify: 'verify_peer', cacertfile } },
      metrics: { enable: true, interval: '10s' },
    })
  expect((await exportTo(stranger.cert)).status).toBe(200)
  await eventually(() => {
    clock.advance(10_000)
    expect(exportAlarms(broker)).toMatchObject([
      { message: expect.stringMatching(/gRPC 14: .*self.signed certificate/i) },
    ])
  })
  expect(taken).toEqual([])
  expect((await exportTo(known.cert)).status).toBe(200)
  await eventually(() => {
    clock.advance(10_000)
    expect(taken.length).toBeGreaterThan(0)
    expect(exportAlarms(broker)).toEqual([])
  })
  expect(decodeRequest(taken[0]?.message ?? Buffer.alloc(0)).resourceMetrics).toHaveLength(1)
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
