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

/** The broker reports the state of each node; this builds a state of the whole server from them. */
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

/** Describes external gRPC servers that the broker calls on events, in the order of the list. */
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
    // The server is read again, because the page may show old data and the request sends all settings.
    set: (isOn) => async (server) => {
      const now = await request(endpoints.get, toParams(server))
      return await request(
        endpoints.update,
        toExhookUpdateRequest({ ...toExhookSettings(now), enable: isOn }, now),
      )
    },
    enabling: m.enabling,
    disabling: m.disabling,
    // A hook server may refuse clients and messages, or let them pass.
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
 * Returns the trouble of a server that the broker's state does not show: the state stays `connected` when the server
 * is gone. `failed` is the number of calls that failed since the page was opened.
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

/** Shows the trouble as one word, where there is little room. */
function TroubleMark({ of }: { readonly of: Trouble | undefined }) {
  return (
    of !== undefined && (
      <Tooltip label={of.text} focusable>
        <Tag tone={of.kind}>{of.label}</Tag>
      </Tooltip>
    )
  )
}

/** Shows the trouble with the failed calls since the page was opened. */
function FailingSince({ server }: { readonly server: Exhook }) {
  const [first, setFirst] = useState(server.metrics.failed)
  // A restarted node counts from zero.
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
