import { monitoringIntegration as m } from '#features/settings/messages/monitoring.ts'

const datasource = { type: 'prometheus', uid: `\${datasource}` } as const
const gridColumns = 24

/** Returns a dashboard for import into Grafana: schema 39, for Grafana 10 and later. */
export function grafanaDashboard() {
  const panels: object[] = []
  let y = 0
  for (const [title, specs] of grafanaRows) {
    panels.push({
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: gridColumns, x: 0, y },
      panels: [],
    })
    y += 1
    const isStats = specs.every(({ kind }) => kind === 'stat')
    const [width, height, across] = isStats ? [3, 4, 8] : [8, 8, 3]
    for (const [at, spec] of specs.entries()) {
      const place = { h: height, w: width, x: (at % across) * width, y: y + Math.floor(at / across) * height }
      panels.push(buildPanel(spec, place))
    }
    y += Math.ceil(specs.length / across) * height
  }
  return {
    title: m.dashTitle,
    uid: 'brokerdeck-emqx',
    tags: ['emqx', 'mqtt'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: 'browser',
    refresh: '15s',
    time: { from: 'now-1h', to: 'now' },
    templating: { list: variables },
    annotations: { list: [] },
    panels: panels.map((panel, at) => ({ id: at + 1, ...panel })),
  }
}

const variables = [
  { name: 'datasource', label: m.dashSource, type: 'datasource', query: 'prometheus', refresh: 1 },
  {
    name: 'instance',
    label: m.dashInstance,
    type: 'query',
    datasource,
    query: { query: 'label_values(emqx_connections_count, instance)', refId: 'instance' },
    refresh: 2,
    multi: true,
    includeAll: true,
    current: { text: 'All', value: '$__all' },
  },
] as const

function buildPanel({ title, kind, unit, queries }: PanelSpec, gridPos: object): object {
  return {
    type: kind,
    title,
    datasource,
    gridPos,
    fieldConfig: { defaults: unit === 'd' ? { unit } : { unit, min: 0 }, overrides: [] },
    options:
      kind === 'stat'
        ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, colorMode: 'none' }
        : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource,
      expr,
      legendFormat: legend,
    })),
  }
}

interface Query {
  readonly expr: string
  readonly legend: string
}

interface PanelSpec {
  readonly title: string
  readonly kind: 'stat' | 'timeseries'
  /** The unit in Grafana's notation. */
  readonly unit: string
  readonly queries: readonly Query[]
}

const own = '{instance=~"$instance"}'
const byInstance = '{{instance}}'

const gauge = (title: string, metric: string): PanelSpec => ({
  title,
  kind: 'stat',
  unit: 'short',
  queries: [{ expr: `sum(${metric}${own})`, legend: '' }],
})

/** Creates a panel for a gauge of the whole cluster that every node reports. */
const createSharedPanel = (title: string, metric: string): PanelSpec => ({
  title,
  kind: 'stat',
  unit: 'short',
  queries: [{ expr: `max(${metric}${own})`, legend: '' }],
})

const rate = (metric: string, by = 'instance'): string =>
  `sum by (${by}) (rate(${metric}${own}[$__rate_interval]))`

const rates = (title: string, unit: string, metrics: readonly (readonly [string, string])[]): PanelSpec => ({
  title,
  kind: 'timeseries',
  unit,
  queries: metrics.map(([metric, legend]) => ({ expr: rate(metric), legend: `${byInstance} ${legend}` })),
})

const perNode = (title: string, unit: string, metric: string): PanelSpec => ({
  title,
  kind: 'timeseries',
  unit,
  queries: [{ expr: `${metric}${own}`, legend: byInstance }],
})

/** The panels of the dashboard, row by row. */
const grafanaRows: readonly (readonly [string, readonly PanelSpec[]])[] = [
  [
    m.rowNow,
    [
      gauge(m.panelConnections, 'emqx_connections_count'),
      gauge(m.panelLive, 'emqx_live_connections_count'),
      gauge(m.panelSessions, 'emqx_sessions_count'),
      gauge(m.panelSubscriptions, 'emqx_subscriptions_count'),
      createSharedPanel(m.panelTopics, 'emqx_topics_count'),
      createSharedPanel(m.panelRetained, 'emqx_retained_count'),
      createSharedPanel(m.panelNodes, 'emqx_cluster_nodes_running'),
    ],
  ],
  [
    m.rowTraffic,
    [
      rates(m.panelMessages, 'msgs', [
        ['emqx_messages_received', m.received],
        ['emqx_messages_sent', m.sent],
      ]),
      rates(m.panelBytes, 'Bps', [
        ['emqx_bytes_received', m.received],
        ['emqx_bytes_sent', m.sent],
      ]),
      rates(m.panelPackets, 'pps', [
        ['emqx_packets_publish_received', m.received],
        ['emqx_packets_publish_sent', m.sent],
      ]),
      rates(m.panelQos, 'msgs', [
        ['emqx_messages_qos0_received', 'QoS 0'],
        ['emqx_messages_qos1_received', 'QoS 1'],
        ['emqx_messages_qos2_received', 'QoS 2'],
      ]),
      rates(m.panelClients, 'ops', [
        ['emqx_client_connected', m.connected],
        ['emqx_client_disconnected', m.disconnected],
      ]),
      perNode(m.panelConnections, 'short', 'emqx_live_connections_count'),
    ],
  ],
  [
    m.rowLost,
    [
      rates(m.panelDropped, 'msgs', [
        ['emqx_messages_dropped', 'messages'],
        ['emqx_delivery_dropped', 'deliveries'],
      ]),
      rates(m.panelDelivery, 'msgs', [
        ['emqx_delivery_dropped_queue_full', 'queue_full'],
        ['emqx_delivery_dropped_expired', 'expired'],
        ['emqx_delivery_dropped_too_large', 'too_large'],
        ['emqx_delivery_dropped_qos0_msg', 'qos0_msg'],
        ['emqx_delivery_dropped_no_local', 'no_local'],
      ]),
      rates(m.panelRefused, 'ops', [
        ['emqx_packets_connack_error', 'CONNACK'],
        ['emqx_packets_connack_auth_error', 'CONNACK auth'],
        ['emqx_packets_publish_auth_error', 'PUBLISH auth'],
        ['emqx_packets_subscribe_auth_error', 'SUBSCRIBE auth'],
      ]),
      {
        title: m.panelReasons,
        kind: 'timeseries',
        unit: 'ops',
        queries: [{ expr: rate('emqx_client_disconnected_reason', 'reason'), legend: '{{reason}}' }],
      },
    ],
  ],
  [
    m.rowMachines,
    [
      perNode(m.panelCpu, 'percent', 'emqx_vm_cpu_use'),
      perNode(m.panelMemory, 'bytes', 'emqx_vm_used_memory'),
      {
        title: m.panelCertificates,
        kind: 'timeseries',
        unit: 'd',
        queries: [
          {
            expr: `min by (listener_type, listener_name) (emqx_cert_expiry_at${own} - time()) / 86400`,
            legend: '{{listener_type}}:{{listener_name}}',
          },
        ],
      },
    ],
  ],
]
