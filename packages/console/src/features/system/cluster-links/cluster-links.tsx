import {
  type ClusterLink,
  type ClusterLinkMetrics,
  clusterLinks as endpoints,
} from '@brokerdeck/contract/system/cluster-links.ts'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { clusterLinks as m } from '#features/system/messages/cluster-links.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { queryPerItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { toManagedState } from '#resource/state.tsx'
import { linkTo } from '#routes/routes.ts'
import { Status } from '#ui/status.tsx'
import { linkBody, toLinkSettings } from './cluster-link-document.ts'

const toParams = ({ name }: ClusterLink) => ({ params: { name } })

const toCounts = ({ forwarding, router }: ClusterLinkMetrics) => ({ ...forwarding, routes: router.routes })

/** The broker reports a disabled link as disconnected, so disabled links are mapped to `disabled`. */
function stateOfLink({ enable, status, node_status }: ClusterLink) {
  const toShownState = (told: string) => (enable ? told : 'disabled')
  const state = toManagedState({
    status: toShownState(status),
    node_status: node_status.map((one) => ({
      node: one.node,
      status: toShownState(one.status),
      status_reason: enable ? one.reason : undefined,
    })),
  })
  return { ...state, status }
}

/** The links to other clusters from which messages are fetched, as a list resource. */
export const clusterLinkResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('clusterLinks'),
  list: wholeList(endpoints.list, {}, (links) => links, { pollSeconds: 5 }),
  columns: [
    'name',
    'status',
    'nodes',
    verbatimColumn('server', m.server, ({ server }: ClusterLink) => server, { width: 200, phone: 'line' }),
    verbatimColumn(
      'topics',
      m.topics,
      ({ topics }: ClusterLink) => (topics.length === 0 ? m.noTopics : topics.join(', ')),
      {
        fields: [{ id: 'topics', value: ({ topics }) => topics.join(', ') }],
        width: 200,
        phone: 'pair',
      },
    ),
    'metrics',
    'enabled',
  ],
  columnsKey: 'clusterLinkTableColumns',
  exportName: 'cluster-links',
  words: m,
  status: {
    read: queryPerItem(
      endpoints.metrics,
      toParams,
      ({ metrics, node_metrics }, link) => ({
        state: stateOfLink(link),
        metrics: {
          cluster: toCounts(metrics),
          nodes: node_metrics.map(({ node, metrics: counted }) => ({ node, metrics: toCounts(counted) })),
        },
      }),
      { atATime: 4 },
    ),
    definition: m.stateDefinition,
    isForSight: true,
  },
  metrics: {
    counters: [
      { name: 'matched', label: m.matched, definition: m.matchedDefinition, color: 'c1' },
      { name: 'success', label: m.success, definition: m.successDefinition, color: 'c2' },
      { name: 'failed', label: m.failed, definition: m.failedDefinition, color: 'c4' },
      { name: 'dropped', label: m.dropped, definition: m.droppedDefinition, color: 'c3' },
      { name: 'retried', label: m.retried, definition: m.retriedDefinition, isExtra: true },
      { name: 'inflight', label: m.inflight, definition: m.inflightDefinition, isExtra: true },
      { name: 'queuing', label: m.queuing, definition: m.queuingDefinition, isExtra: true },
      { name: 'routes', label: m.routes, definition: m.routesDefinition, isExtra: true },
    ],
    rateDefinition: m.rateDefinition,
    reset: send(endpoints.resetMetrics, toParams),
  },
  enable: {
    isOn: ({ enable }) => enable,
    // The link is read again, because the page may be outdated and the update sends all settings.
    set: (enable) => async (link) => {
      const now = await request(endpoints.get, toParams(link))
      return await request(endpoints.update, {
        ...toParams(link),
        body: linkBody({ ...toLinkSettings(now), enable }),
      })
    },
    enabling: m.enabling,
    disabling: m.disabling,
    interrupts: (_, isOn) => (isOn ? 'nothing' : 'data'),
  },
  remove: {
    deed: send(endpoints.remove, toParams),
    consequence: () => m.removeBody,
    interrupts: ({ enable }) => (enable ? 'data' : 'nothing'),
  },
  page: {
    address: (name, tab) => linkTo('clusterLink', { name }, { tab }),
    isMono: true,
    read: readOne(
      endpoints.get,
      (name) => ({ params: { name } }),
      (link) => link,
      { pollSeconds: 5 },
    ),
    summary: ({ enable, server, status }) =>
      enable &&
      status !== 'connected' && (
        <Status kind="off" wraps>
          {m.checkWhenDown(visibleText(server))}
        </Status>
      ),
    tabs: [{ id: 'settings', label: m.settings }],
    words: m,
  },
})
