import { freemem, totalmem } from 'node:os'
import { metricNames } from '@brokerdeck/contract/monitoring/metric-names.ts'
import { statNames } from '@brokerdeck/contract/monitoring/stats.ts'
import type { BrokerNode, Cluster } from '../../mqtt/node/cluster.ts'
import { type FigureGroup, type FigureRow, kinds, plain } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'

/** Names that differ from the metric's name with `emqx_` in front. */
const ownNames: Readonly<Record<string, string>> = {
  'packets.connect.received': 'emqx_packets_connect',
  'messages.dropped.await_pubrel_timeout': 'emqx_messages_dropped_expired',
}

/** Metrics that EMQX shows only in its API. */
const unexported = /^messages\.(persisted|transformation|validation)/

/** Converts `messages.qos0.sent` to `emqx_messages_qos0_sent`. */
const toExportedName = (name: string): string => `emqx_${name.replaceAll('.', '_')}`

const twoDigits = (value: number): number => Math.round(value * 100) / 100

/** Statistics of the whole cluster, which every node knows. */
const clusterWide =
  /^emqx_(cluster_sessions|delayed|durable_subscriptions|retained|subscriptions_shared|topics)_/

const stats: FigureGroup = {
  key: 'stats',
  // Durable subscriptions stay 0, because this broker has no durable sessions.
  kinds: kinds(
    'gauge',
    [...statNames, 'durable_subscriptions'].flatMap((stat) => [
      toExportedName(`${stat}.count`),
      toExportedName(`${stat}.max`),
    ]),
  ),
  across: 'added',
  isClusterWide: (name) => clusterWide.test(name),
  rows(node) {
    const entries = Object.entries(node.stats()).map(
      ([stat, value]) => [toExportedName(stat), value] as const,
    )
    return plain({
      emqx_durable_subscriptions_count: 0,
      emqx_durable_subscriptions_max: 0,
      ...Object.fromEntries(entries),
    })
  },
}

function nodeFigures(cluster: Cluster): FigureGroup {
  return {
    key: 'cluster',
    kinds: kinds('gauge', ['emqx_cluster_nodes_running', 'emqx_cluster_nodes_stopped']),
    across: 'named',
    rows() {
      const running = cluster.nodes.filter((node) => node.isRunning).length
      return plain({
        emqx_cluster_nodes_running: running,
        emqx_cluster_nodes_stopped: cluster.nodes.length - running,
      })
    },
  }
}

/** Returns no group in Community, which has no license. */
function licenseFigures({ licenseExpiry }: FigureSource): readonly FigureGroup[] {
  if (licenseExpiry === undefined) return []
  return [
    {
      key: 'license',
      kinds: kinds('gauge', ['emqx_license_expiry_at']),
      across: 'alike',
      rows: () => plain({ emqx_license_expiry_at: licenseExpiry }),
    },
  ]
}

/** Returns the figures of `GET /prometheus/stats`. */
export function brokerFigures(source: FigureSource): readonly FigureGroup[] {
  return [
    stats,
    machineFigures(source),
    nodeFigures(source.cluster),
    counterGroup({ key: 'packets', metrics: /^(packets|bytes)\./ }),
    counterGroup({ key: 'messages', metrics: /^messages\./, idle: ['emqx_messages_retained'] }),
    counterGroup({ key: 'delivery', metrics: /^delivery\./ }),
    counterGroup({
      key: 'client',
      metrics: /^client\./,
      more: {
        names: ['emqx_client_disconnected_reason'],
        rows: (node) => source.disconnects.rows(node.name),
      },
    }),
    counterGroup({ key: 'session', metrics: /^session\./ }),
    counterGroup({ key: 'acl', metrics: /^authorization\./ }),
    counterGroup({ key: 'authn', metrics: /^authentication\./ }),
    { key: 'olp', kinds: new Map(), across: 'added', rows: () => [] },
    {
      key: 'certs',
      kinds: kinds('gauge', ['emqx_cert_expiry_at']),
      across: 'alike',
      isList: true,
      rows: () => source.certificates(),
    },
    ...licenseFigures(source),
    {
      key: 'cluster_rpc',
      kinds: kinds('counter', ['emqx_conf_sync_txid']),
      across: 'named',
      rows: () => plain({ emqx_conf_sync_txid: source.configChanges() }),
    },
  ]
}

/**
 * Returns the figures of the machine, which are the same for all nodes. Erlang's figures stay 0: this broker has no
 * mailboxes and no scheduler queues.
 */
function machineFigures(source: FigureSource): FigureGroup {
  return {
    key: 'metrics',
    kinds: kinds('gauge', [
      'emqx_vm_cpu_use',
      'emqx_vm_cpu_idle',
      'emqx_vm_run_queue',
      'emqx_vm_process_messages_in_queues',
      'emqx_vm_total_memory',
      'emqx_vm_used_memory',
      'emqx_vm_mnesia_tm_mailbox_size',
      'emqx_vm_broker_pool_max_mailbox_size',
    ]),
    across: 'each',
    rows() {
      const use = source.cpuUse()
      return plain({
        emqx_vm_cpu_use: twoDigits(use),
        emqx_vm_cpu_idle: twoDigits(100 - use),
        emqx_vm_run_queue: 0,
        emqx_vm_process_messages_in_queues: 0,
        emqx_vm_total_memory: totalmem(),
        emqx_vm_used_memory: totalmem() - freemem(),
        emqx_vm_mnesia_tm_mailbox_size: 0,
        emqx_vm_broker_pool_max_mailbox_size: 0,
      })
    },
  }
}

interface CounterGroup {
  readonly key: string
  readonly metrics: RegExp
  /** Metrics that EMQX 5.8 exports but never counts; they stay 0 here as well. */
  readonly idle?: readonly string[]
  readonly more?: { readonly names: readonly string[]; rows(node: BrokerNode): readonly FigureRow[] }
}

/** Creates a group of counters that `GET /metrics` contains as well. */
function counterGroup({ key, metrics, idle = [], more }: CounterGroup): FigureGroup {
  const names = metricNames
    .filter((metric) => metrics.test(metric) && !unexported.test(metric))
    .map((metric) => [metric, ownNames[metric] ?? toExportedName(metric)] as const)
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
