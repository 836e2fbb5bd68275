import { monitoringIntegration as m } from '../messages/monitoring.ts'
import { grafanaRows, type PanelSpec } from './grafana-rows.ts'

const datasource = { type: 'prometheus', uid: `\${datasource}` } as const
const gridColumns = 24

/** A dashboard as Grafana imports it: schema 39, of Grafana 10 and later. */
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
      panels.push(panelOf(spec, place))
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

function panelOf({ title, kind, unit, queries }: PanelSpec, gridPos: object): object {
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
