import { type MonitorSample, monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { addUp } from '../../runtime/add-up.ts'
import { nodeOrRefuse } from '../nodes/nodes-api.ts'
import type { Bucket } from './monitor-buckets.ts'

type MonitorApiDeps = Pieces<'cluster' | 'monitor' | 'now'>

/**
 * This broker has no durable sessions, and no schema validation or message transformation, so their counters stay 0.
 */
const absentCounters = {
  persisted: 0,
  validation_succeeded: 0,
  validation_failed: 0,
  transformation_succeeded: 0,
  transformation_failed: 0,
} as const

const absentRates = {
  persisted_rate: 0,
  validation_succeeded_rate: 0,
  validation_failed_rate: 0,
  transformation_succeeded_rate: 0,
  transformation_failed_rate: 0,
} as const

function toSample({ time, sample }: Bucket, isCluster: boolean): MonitorSample {
  if (sample === undefined) return { time_stamp: time }
  const { time: _time, ...values } = sample
  return {
    time_stamp: time,
    ...values,
    ...(isCluster ? { subscriptions_ram: values.subscriptions } : {}),
    subscriptions_durable: 0,
    disconnected_durable_sessions: 0,
    ...absentCounters,
  }
}

function getCurrent(node: BrokerNode, { monitor }: MonitorApiDeps) {
  const stats = node.stats()
  const rates = monitor.rates(node)
  return {
    connections: stats['connections.count'] ?? 0,
    live_connections: stats['live_connections.count'] ?? 0,
    topics: stats['topics.count'] ?? 0,
    subscriptions: stats['subscriptions.count'] ?? 0,
    shared_subscriptions: stats['subscriptions.shared.count'] ?? 0,
    retained_msg_count: stats['retained.count'] ?? 0,
    received_msg_rate: rates.received,
    sent_msg_rate: rates.sent,
    dropped_msg_rate: rates.dropped,
    ...absentRates,
  }
}

const clusterWide = new Set(['topics', 'shared_subscriptions', 'retained_msg_count'])

export const monitorApi = apiResource({
  endpoints: monitor,
  uses: ['cluster', 'monitor', 'now'],
  handlers: {
    history({ query }, { monitor }) {
      return { status: 200, body: monitor.history(query.latest).map((bucket) => toSample(bucket, true)) }
    },

    nodeHistory({ params, query }, call) {
      const { name } = nodeOrRefuse(call, params.node)
      const buckets = call.monitor.history(query.latest, name)
      return { status: 200, body: buckets.map((bucket) => toSample(bucket, false)) }
    },

    async clear(_received, { monitor }) {
      await monitor.clear()
      return { status: 204, body: undefined }
    },

    current(_received, call) {
      const all = runningNodes(call.cluster).map((node) => getCurrent(node, call))
      const total = addUp(all, (name) => clusterWide.has(name))
      const sum = (name: keyof ReturnType<typeof getCurrent>) => total[name] ?? 0
      return {
        status: 200,
        body: {
          connections: sum('connections'),
          live_connections: sum('live_connections'),
          topics: sum('topics'),
          subscriptions: sum('subscriptions'),
          subscriptions_ram: sum('subscriptions'),
          subscriptions_durable: 0,
          disconnected_durable_sessions: 0,
          shared_subscriptions: sum('shared_subscriptions'),
          retained_msg_count: sum('retained_msg_count'),
          received_msg_rate: sum('received_msg_rate'),
          sent_msg_rate: sum('sent_msg_rate'),
          dropped_msg_rate: sum('dropped_msg_rate'),
          ...absentRates,
        },
      }
    },

    nodeCurrent({ params }, call) {
      const node = nodeOrRefuse(call, params.node)
      const uptime = Math.max(0, call.now() - node.startedAt)
      return { status: 200, body: { ...getCurrent(node, call), node_uptime: uptime } }
    },
  },
})
