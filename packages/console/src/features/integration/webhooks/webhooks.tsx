import { type ActionMetrics, actions as actionEndpoints } from '@brokerdeck/contract/integration/actions.ts'
import { actionResource } from '#features/integration/bridges/actions/actions.tsx'
import { bridgeColumns } from '#features/integration/bridges/bridge-parts.tsx'
import { type Bridge, bridgeState } from '#features/integration/bridges/bridge-state.ts'
import { webhooks as m, webhookMissing as parts } from '#features/integration/webhooks/messages/webhooks.ts'
import { formatList } from '#i18n/sentences.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { stateColumn } from '#resource/managed-columns.tsx'
import { makeManagedList, queryPerItem } from '#resource/managed-list.ts'
import { declareResource, type ManagedState } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import {
  isWebhookOn,
  listMissingWebhookParts,
  removeWebhook,
  resetWebhook,
  setWebhook,
  toHttpBridgeId,
  toWebhookName,
  useWebhook,
  useWebhooks,
  type Webhook,
} from './webhook-trio.ts'

/**
 * The broker has no state for a webhook: the state of its action is used, which covers the connector, too. The state
 * of an incomplete webhook names the missing parts, and its nodes show the state of the existing part; for a rule
 * alone the nodes have no state.
 */
function webhookState(webhook: Webhook, nodes: readonly string[] = []): ManagedState {
  const missing = listMissingWebhookParts(webhook)
  const { action, connector } = webhook
  if (missing.length === 0 && action !== undefined)
    return bridgeState({ ...action, enable: isWebhookOn(webhook) })
  // Without an action the rule cannot hand over to the action either, so `link` is not listed as missing as well.
  const named = missing.filter((part) => part !== 'link' || action !== undefined)
  const word = m.incompleteWithout(formatList(named.map((part) => parts[part])))
  const there = action ?? connector
  const without = nodes.map((node) => ({ node, status: '', kind: 'warn', word, reason: undefined }) as const)
  return {
    kind: 'warn',
    word,
    status: undefined,
    nodes: there === undefined ? without : bridgeState(there).nodes,
  }
}

const withBytes = (figures: ActionMetrics['metrics']) => ({
  ...figures,
  queuing_bytes: figures.queuing_bytes ?? 0,
})

/**
 * The webhooks, which post messages and events to an HTTP server: a connector, an action and a rule, handled as one.
 */
export const webhookResource = declareResource({
  toId: ({ id }: Webhook) => id,
  idField: 'id',
  formatName: toWebhookName,
  address: linkTo('webhooks'),
  list: makeManagedList(
    useWebhooks,
    (all) => all.filter((one) => listMissingWebhookParts(one).length === 0),
    {
      filters: [
        { kind: 'text', label: m.name, contains: 'name', isMain: true, mono: true },
        { kind: 'text', label: m.url, contains: 'url', isMain: true, mono: true },
      ],
      matches: (one, { name = '', url = '' }) =>
        one.id.includes(name) && (getConnectorUrl(one) ?? '').includes(url),
    },
  ),
  columns: [
    'name',
    stateColumn(webhookState),
    {
      ...bridgeColumns.reason,
      value: (one) => bridgeColumns.reason.value(whatFails(one)),
      cell: (one) => bridgeColumns.reason.cell(whatFails(one)),
    },
    verbatimColumn('url', m.url, getConnectorUrl, { width: 240, phone: 'line', sortable: true }),
    verbatimColumn('from', m.trigger, ({ rule }: Webhook) => rule?.from.join(', '), { width: 210 }),
    'enabled',
    'metrics',
    verbatimColumn('description', m.note, ({ rule }: Webhook) => rule?.description, {
      mono: false,
      width: 150,
    }),
  ],
  columnsKey: 'webhookTableColumns',
  exportName: 'webhooks',
  words: m,
  status: {
    read: queryPerItem(
      actionEndpoints.metrics,
      ({ id }: Webhook) => ({ params: { id: toHttpBridgeId(id) } }),
      ({ metrics, node_metrics }, webhook) => ({
        state: webhookState(
          webhook,
          node_metrics.map(({ node }) => node),
        ),
        metrics: {
          cluster: withBytes(metrics),
          nodes: node_metrics.map(({ node, metrics: counted }) => ({ node, metrics: withBytes(counted) })),
        },
      }),
      { atATime: 4 },
    ),
    isForSight: true,
  },
  metrics: {
    counters: actionResource.metrics?.counters ?? [],
    rateDefinition: m.rateDefinition,
    reset: resetWebhook,
  },
  enable: {
    isOn: isWebhookOn,
    set: (isWanted) => (webhook) => setWebhook(webhook, isWanted),
    enabling: m.enabling,
    disabling: m.disabling,
    interrupts: (_, isWanted) => (isWanted ? 'nothing' : 'data'),
  },
  remove: {
    deed: removeWebhook,
    consequence: () => m.removeBody,
    interrupts: (webhook) => (isWebhookOn(webhook) ? 'data' : 'nothing'),
  },
  page: {
    address: (name, tab) => linkTo('webhook', { name }, { tab }),
    read: (id) => () => useWebhook(id),
    summary: ({ rule }) =>
      rule !== undefined && rule.description !== '' && <Verbatim text={rule.description} wrap />,
    tabs: [
      { id: 'rule', label: m.rule, when: ({ rule }) => rule !== undefined },
      { id: 'settings', label: m.settings },
    ],
    words: m,
  },
})

const nothing: Bridge = { type: '', name: '', enable: false, description: '', status: '', node_status: [] }

/** A disconnected connector has a reason; its action only reports that the connector is disconnected. */
function whatFails(webhook: Webhook): Bridge {
  const { connector, action } = webhook
  const told = (connector?.status_reason ?? '') === '' ? action : connector
  return { ...(told ?? nothing), enable: isWebhookOn(webhook) }
}

function getConnectorUrl({ connector }: Webhook): string | undefined {
  return connector !== undefined && typeof connector['url'] === 'string' ? connector['url'] : undefined
}
