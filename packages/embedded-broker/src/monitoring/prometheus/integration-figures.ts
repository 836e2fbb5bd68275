import { toResourceId } from '../../integration/connectors/resource-store.ts'
import type { Integrations } from '../../integration/integrations.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import type { Edition } from '../../runtime/edition.ts'
import { type FigureGroup, type FigureRow, kinds, plain } from './figure-group.ts'

/** The names of the API, in the order of the broker's text format. */
const ofRules = [
  'matched',
  'failed',
  'passed',
  'failed.exception',
  'failed.no_result',
  'actions.total',
  'actions.success',
  'actions.failed',
  'actions.failed.out_of_service',
  'actions.failed.unknown',
  'actions.discarded',
]
const ofActions = [
  'matched',
  'dropped',
  'success',
  'failed',
  'inflight',
  'received',
  'late_reply',
  'retried',
  'retried.success',
  'retried.failed',
  'dropped.resource_stopped',
  'dropped.resource_not_found',
  'dropped.queue_full',
  'dropped.other',
  'dropped.expired',
  'queuing',
]
/** The figures of the current state, which are gauges; all others are counters. */
const now: ReadonlySet<string> = new Set(['inflight', 'queuing'])

const toFigureName = (prefix: string, name: string) => `${prefix}_${name.replaceAll('.', '_')}`

/**
 * Returns the figures of `GET /prometheus/data_integration`: rules, actions and connectors with their counters.
 * Sources are not included, as in EMQX.
 */
export function integrationFigures(
  edition: Edition,
  integrations: Integrations,
  schemaCount: () => number,
): readonly FigureGroup[] {
  const overview = () => ({
    emqx_rules_count: integrations.rules.listCounters('').length,
    emqx_actions_count: integrations.actions.all().length,
    emqx_connectors_count: integrations.connectors.all().length,
    ...(edition === 'enterprise' ? { emqx_schema_registrys_count: schemaCount() } : {}),
  })
  return [
    {
      key: 'data_integration_overview',
      kinds: kinds('gauge', Object.keys(overview())),
      across: 'alike',
      rows: () => plain(overview()),
    },
    {
      ...each('rules', ofRules, []),
      rows: ({ name }) =>
        integrations.rules
          .listCounters(name)
          .map(({ id, isEnabled, counts }) =>
            row('rule', id, { enable: Number(isEnabled) }, counts, ofRules),
          ),
    },
    {
      ...each('actions', ofActions, ['status']),
      rows: ({ name }) =>
        integrations.actions.all().map((record) => {
          const id = toResourceId(record)
          const counts = integrations.figures('actions', id, name)
          return row('action', id, getState(integrations, 'actions', record, name), counts, ofActions)
        }),
    },
    {
      ...each('connectors', [], ['status']),
      rows: ({ name }: BrokerNode) =>
        integrations.connectors
          .all()
          .map((record) =>
            row(
              'connector',
              toResourceId(record),
              getState(integrations, 'connectors', record, name),
              {},
              [],
            ),
          ),
    },
  ]
}

function each(
  key: 'rules' | 'actions' | 'connectors',
  counted: readonly string[],
  further: readonly string[],
) {
  const prefix = `emqx_${key.slice(0, -1)}`
  const states = ['enable', ...further].map((name) => [`${prefix}_${name}`, 'gauge'] as const)
  const counts = counted.map(
    (name) => [toFigureName(prefix, name), now.has(name) ? 'gauge' : 'counter'] as const,
  )
  return {
    key,
    kinds: new Map([...states, ...counts]),
    across: 'added',
    isClusterWide: (name: string) => /_(enable|status)$/.test(name),
    isList: true,
  } as const
}

function getState(
  integrations: Integrations,
  kind: 'actions' | 'connectors',
  record: Parameters<Integrations['health']>[1],
  node: string,
) {
  const here = integrations.health(kind, record).find((one) => one.node === node)
  return { enable: Number(record.settings.enable), status: Number(here?.status === 'connected') }
}

function row(
  of: 'rule' | 'action' | 'connector',
  id: string,
  states: Readonly<Record<string, number>>,
  // EMQX also counts the results of retries separately; these results are not counted here.
  counts: Readonly<Record<string, number | undefined>>,
  counted: readonly string[],
): FigureRow {
  const told = counted.map((name) => [toFigureName(`emqx_${of}`, name), counts[name] ?? 0])
  const state = Object.entries(states).map(([name, value]) => [`emqx_${of}_${name}`, value])
  return { labels: { id }, values: Object.fromEntries([...state, ...told]) }
}
