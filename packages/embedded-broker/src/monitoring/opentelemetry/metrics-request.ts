import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { version } from '../nodes/node-info.ts'

/** opentelemetry/proto/metrics/v1/metrics.proto: a sum with this temporality counts from `start` on. */
const cumulative = 2

const attribute = (name: string, value: string): Buffer =>
  messageField(1, textField(1, name), messageField(2, textField(1, value)))

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000_000n

/**
 * Encodes the metrics of a node as an `ExportMetricsServiceRequest` of OTLP: gauges from its statistics, sums from
 * its metrics.
 */
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

/** Encodes the few types of the protobuf wire format (version 3) that metrics need. */

const varint = 0

const eightBytes = 1

const lengthPrefixed = 2

function varintBytes(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}

const key = (field: number, wireType: number): Buffer => varintBytes(field * 8 + wireType)

const varintField = (field: number, value: number): Buffer =>
  Buffer.concat([key(field, varint), varintBytes(value)])

function fixed64Field(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return Buffer.concat([key(field, eightBytes), bytes])
}

function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return Buffer.concat([key(field, eightBytes), bytes])
}

function messageField(field: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([key(field, lengthPrefixed), varintBytes(body.length), body])
}

const textField = (field: number, value: string): Buffer => messageField(field, Buffer.from(value, 'utf8'))
