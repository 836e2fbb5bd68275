import { metricNames } from '@brokerdeck/contract/monitoring/metric-names.ts'
import type { BrokerNode } from '../../mqtt/cluster.ts'
import { type FigureGroup, type FigureRow, kinds, plain } from './figure-group.ts'

/** Names that are not simply the metric with `emqx_` in front. */
const ownNames: Readonly<Record<string, string>> = {
  'packets.connect.received': 'emqx_packets_connect',
  'messages.dropped.await_pubrel_timeout': 'emqx_messages_dropped_expired',
}

/** Metrics that EMQX keeps to its API. */
const unexported = /^messages\.(persisted|transformation|validation)/

interface CounterGroup {
  readonly key: string
  readonly metrics: RegExp
  /** Exported by EMQX 5.8 and never counted, there or here. */
  readonly idle?: readonly string[]
  readonly more?: { readonly names: readonly string[]; rows(node: BrokerNode): readonly FigureRow[] }
}

/** A group of the counters that `GET /metrics` has too. */
export function counterGroup({ key, metrics, idle = [], more }: CounterGroup): FigureGroup {
  const names = metricNames
    .filter((metric) => metrics.test(metric) && !unexported.test(metric))
    .map((metric) => [metric, ownNames[metric] ?? exportedName(metric)] as const)
  const zeroes = Object.fromEntries(idle.map((name) => [name, 0]))
  return {
    key,
    kinds: kinds('counter', [...names.map(([, name]) => name), ...idle, ...(more?.names ?? [])]),
    across: 'added',
    isList: more !== undefined,
    rows(node) {
      const values = node.metrics()
      const exported = Object.fromEntries(names.map(([metric, name]) => [name, values[metric] ?? 0]))
      return [...plain({ ...exported, ...zeroes }), ...(more?.rows(node) ?? [])]
    },
  }
}

/** `messages.qos0.sent` → `emqx_messages_qos0_sent` */
export const exportedName = (name: string): string => `emqx_${name.replaceAll('.', '_')}`
