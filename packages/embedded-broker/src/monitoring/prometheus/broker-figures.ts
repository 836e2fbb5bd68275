import { statNames } from '@brokerdeck/contract/monitoring/stats.ts'
import type { Cluster } from '../../mqtt/cluster.ts'
import { type FigureGroup, kinds, plain } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'
import { machineFigures } from './machine-figures.ts'
import { counterGroup, exportedName } from './metric-figures.ts'

/** Known to every node as a whole. */
const clusterWide =
  /^emqx_(cluster_sessions|delayed|durable_subscriptions|retained|subscriptions_shared|topics)_/

const stats: FigureGroup = {
  key: 'stats',
  // There are no durable sessions here, so no subscriptions of theirs.
  kinds: kinds(
    'gauge',
    [...statNames, 'durable_subscriptions'].flatMap((stat) => [
      exportedName(`${stat}.count`),
      exportedName(`${stat}.max`),
    ]),
  ),
  across: 'added',
  isClusterWide: (name) => clusterWide.test(name),
  rows(node) {
    const entries = Object.entries(node.stats()).map(([stat, value]) => [exportedName(stat), value] as const)
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

/** Community has no license, so no such group. */
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

/** What `GET /prometheus/stats` tells. */
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
