import protobuf from 'protobufjs/light.js'
import { protobufMessage as message } from '../../backends/grpc.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { version } from '../nodes/node-info.ts'

/** The part of `opentelemetry/proto/metrics/v1/metrics.proto` that gauges and sums need. */
const root = protobuf.Root.fromJSON({
  nested: {
    ExportMetricsServiceRequest: message({ resource_metrics: ['ResourceMetrics', 1, 'repeated'] }),
    ResourceMetrics: message({ resource: ['Resource', 1], scope_metrics: ['ScopeMetrics', 2, 'repeated'] }),
    Resource: message({ attributes: ['KeyValue', 1, 'repeated'] }),
    KeyValue: message({ key: ['string', 1], value: ['AnyValue', 2] }),
    AnyValue: message({ string_value: ['string', 1] }),
    ScopeMetrics: message({ scope: ['Scope', 1], metrics: ['Metric', 2, 'repeated'] }),
    Scope: message({ name: ['string', 1] }),
    Metric: message({ name: ['string', 1], gauge: ['Gauge', 5], sum: ['Sum', 7] }),
    Gauge: message({ data_points: ['NumberDataPoint', 1, 'repeated'] }),
    Sum: message({
      data_points: ['NumberDataPoint', 1, 'repeated'],
      aggregation_temporality: ['uint32', 2],
      is_monotonic: ['bool', 3],
    }),
    NumberDataPoint: message({
      start_time_unix_nano: ['fixed64', 2],
      time_unix_nano: ['fixed64', 3],
      as_double: ['double', 4],
    }),
  },
})

/** A sum with this temporality counts from its start time on. */
const cumulative = 2

/** Converts milliseconds; a double is exact to 256 nanoseconds at present times. */
const toNanoseconds = (milliseconds: number) => Math.round(milliseconds) * 1_000_000

/**
 * Encodes the metrics of a node as an `ExportMetricsServiceRequest` of OTLP: gauges from its statistics, sums from
 * its metrics. `now` is in milliseconds.
 */
export function metricsRequest(node: BrokerNode, now: number): Buffer {
  const toPoints = (value: number) => [
    {
      start_time_unix_nano: toNanoseconds(node.startedAt),
      time_unix_nano: toNanoseconds(now),
      as_double: value,
    },
  ]
  const gauges = Object.entries(node.stats()).map(([name, value]) => ({
    name: `emqx.${name}`,
    gauge: { data_points: toPoints(value) },
  }))
  const sums = Object.entries(node.metrics()).map(([name, value]) => ({
    name: `emqx.${name}`,
    sum: { data_points: toPoints(value), aggregation_temporality: cumulative, is_monotonic: true },
  }))
  const attributes = Object.entries({
    'service.name': 'emqx',
    'service.version': version,
    'service.instance.id': node.name,
  }).map(([key, value]) => ({ key, value: { string_value: value } }))
  const type = root.lookupType('ExportMetricsServiceRequest')
  const request = type.fromObject({
    resource_metrics: [
      {
        resource: { attributes },
        scope_metrics: [{ scope: { name: 'brokerdeck' }, metrics: [...gauges, ...sums] }],
      },
    ],
  })
  return Buffer.from(type.encode(request).finish())
}
