import { version } from '../../broker/node-info.ts'
import type { BrokerNode } from '../../mqtt/cluster.ts'
import { doubleField, fixed64Field, messageField, textField, varintField } from './protobuf.ts'

/** opentelemetry/proto/metrics/v1/metrics.proto: what has been counted since `start`. */
const cumulative = 2

const attribute = (name: string, value: string): Buffer =>
  messageField(1, textField(1, name), messageField(2, textField(1, value)))

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000_000n

/** The figures of a node as an `ExportMetricsServiceRequest` of OTLP: gauges from its statistics, sums from its metrics. */
export function metricsRequest(node: BrokerNode, now: number): Buffer {
  const point = (value: number) =>
    messageField(
      1,
      fixed64Field(2, nanoseconds(node.startedAt)),
      fixed64Field(3, nanoseconds(now)),
      doubleField(4, value),
    )
  const gauges = Object.entries(node.stats()).map(([name, value]) =>
    messageField(2, textField(1, `emqx.${name}`), messageField(5, point(value))),
  )
  const sums = Object.entries(node.metrics()).map(([name, value]) =>
    messageField(
      2,
      textField(1, `emqx.${name}`),
      messageField(7, point(value), varintField(2, cumulative), varintField(3, 1)),
    ),
  )
  const resource = messageField(
    1,
    attribute('service.name', 'emqx'),
    attribute('service.version', version),
    attribute('service.instance.id', node.name),
  )
  const scope = messageField(1, textField(1, 'brokerdeck'))
  return messageField(1, resource, messageField(2, scope, ...gauges, ...sums))
}
