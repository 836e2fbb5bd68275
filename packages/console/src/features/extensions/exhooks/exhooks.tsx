import { type Exhook, exhooks as endpoints } from '@brokerdeck/contract/extensions/exhooks.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { useState } from 'react'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { exhooks as m } from '#features/extensions/messages/exhooks.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { fromListItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource, type ManagedFigures, toPosition } from '#resource/managed-resource.ts'
import { toManagedState } from '#resource/state.tsx'
import { linkTo } from '#routes/routes.ts'
import { Tooltip } from '#ui/floating.tsx'
import { Amount, Tag } from '#ui/marks.tsx'
import { Status } from '#ui/status.tsx'
import { toExhookSettings, toExhookUpdateRequest } from './exhook-document.ts'

const toParams = ({ name }: Pick<Exhook, 'name'>) => ({ params: { name } })
const pollSeconds = 5

type Figures = Exhook['metrics']
type Counter = 'succeed' | 'failed'

const toCounts = ({ succeed, failed, rate, max_rate }: Figures) => ({
  succeed,
  failed,
  rate,
  rate_max: max_rate,
})

/** The broker tells the state of each node; one for all of them is made here. */
function toFigures({ metrics, node_metrics, node_status }: Exhook): ManagedFigures<Counter> {
  const [status = 'unknown', ...others] = new Set(node_status.map((one) => one.status))
  return {
    state: toManagedState({ status: others.length === 0 ? status : 'inconsistent', node_status }),
    metrics: {
      cluster: toCounts(metrics),
      nodes: node_metrics.map(({ node, metrics: counted }) => ({ node, metrics: toCounts(counted) })),
    },
  }
}

const checks: ReadonlySet<string> = new Set(['client.authenticate', 'client.authorize', 'message.publish'])

/** Somebody's gRPC servers that are called about what happens, the first in the list first. */
export const exhookResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('exhooks'),
  list: wholeList(endpoints.list, {}, (servers) => servers, { pollSeconds }),
  columns: [
    'name',
    'status',
    'nodes',
    verbatimColumn('url', m.url, ({ url }: Exhook) => url, { width: 220, phone: 'line' }),
    {
      id: 'hooks',
      header: m.hooks,
      definition: m.hooksDefinition,
      value: ({ hooks }) => hooks.length,
      cell: ({ hooks }) => <Amount value={hooks.length} />,
      align: 'end',
      width: 80,
    },
    {
      id: 'failed_action',
      header: m.failedAction,
      value: ({ failed_action }) => failed_action,
      cell: ({ failed_action }) => (failed_action === 'deny' ? m.deny : m.ignore),
      width: 90,
    },
    'metrics',
    'problems',
    'enabled',
  ],
  columnsKey: 'exhookTableColumns',
  exportName: 'exhooks',
  words: m,
  status: { read: fromListItem(toFigures), definition: m.stateDefinition, isForSight: true },
  metrics: {
    counters: [
      { name: 'succeed', label: m.succeed, definition: m.succeedDefinition, color: 'c2' },
      { name: 'failed', label: m.failed, definition: m.failedDefinition, color: 'c4' },
    ],
    rateDefinition: m.rateDefinition,
  },
  problems: (server, seen) => (
    <TroubleMark
      of={findTrouble(
        server,
        (seen?.now.metrics?.cluster.failed ?? 0) - (seen?.first.metrics?.cluster.failed ?? 0),
      )}
    />
  ),
  enable: {
    isOn: ({ enable }) => enable,
    // Read once more: what the page showed may be old, and everything is sent.
    set: (isOn) => async (server) => {
      const now = await request(endpoints.get, toParams(server))
      return await request(
        endpoints.update,
        toExhookUpdateRequest({ ...toExhookSettings(now), enable: isOn }, now),
      )
    },
    enabling: m.enabling,
    disabling: m.disabling,
    // A server may refuse clients and messages, or let them pass.
    interrupts: () => 'data',
  },
  order: {
    move: toPosition(endpoints.move, (server, position) => ({ ...toParams(server), body: { position } })),
    definition: m.orderDefinition,
  },
  remove: {
    deed: send(endpoints.remove, toParams),
    interrupts: ({ enable }) => (enable ? 'data' : 'nothing'),
    consequence: ({ hooks }) =>
      joinSentences(m.removeBody, hooks.some(({ name }) => checks.has(name)) && m.removeChecks),
  },
  page: {
    address: (name, tab) => linkTo('exhook', { name }, { tab }),
    read: readOne(
      endpoints.get,
      (name) => toParams({ name }),
      (server) => server,
      { pollSeconds },
    ),
    summary: (server) => <FailingSince key={server.name} server={server} />,
    tabs: [
      { id: 'hooks', label: m.hooks },
      { id: 'settings', label: m.settings },
    ],
    words: m,
  },
})

interface Trouble {
  readonly kind: 'warn' | 'bad'
  readonly label: string
  readonly text: string
}

/**
 * What is wrong, as far as the broker's state does not say it: it stays connected when the server is gone. `failed` counts
 * the calls that failed since somebody looks.
 */
function findTrouble(server: Exhook, failed: number): Trouble | undefined {
  const { enable, node_status, failed_action, auto_reconnect } = server
  const states = new Set(node_status.map(({ status }) => status))
  if (!enable) return undefined
  if (states.has('disconnected') || states.has('error'))
    return { kind: 'bad', label: m.disconnectedLabel, text: m.disconnectedText }
  if (states.has('connecting')) {
    const every = formatDuration(parseDuration(String(auto_reconnect)))
    return { kind: 'warn', label: m.connectingLabel, text: m.connectingText(every) }
  }
  if (failed <= 0) return undefined
  const shown = formatNumber(failed)
  const text = failed_action === 'deny' ? m.failingDeny(failed, shown) : m.failingIgnore(failed, shown)
  return { kind: 'bad', label: m.failingLabel, text }
}

/** In a word where there is no room for more. */
function TroubleMark({ of }: { readonly of: Trouble | undefined }) {
  return (
    of !== undefined && (
      <Tooltip label={of.text} focusable>
        <Tag tone={of.kind}>{of.label}</Tag>
      </Tooltip>
    )
  )
}

/** The same, counted since its page was opened. */
function FailingSince({ server }: { readonly server: Exhook }) {
  const [first, setFirst] = useState(server.metrics.failed)
  // A node that started again counts from zero.
  if (server.metrics.failed < first) setFirst(server.metrics.failed)
  const trouble = findTrouble(server, server.metrics.failed - first)
  return (
    trouble !== undefined && (
      <Status kind={trouble.kind} wraps>
        {trouble.text}
      </Status>
    )
  )
}
