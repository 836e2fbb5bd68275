import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { action, send, useActionSending } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { alarms as m } from '#features/monitoring/messages/alarms.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useGo, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'
import { activeColumns, historyColumns } from './alarm-columns.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'

/** Alarms are raised and end without any user action, so the lists are polled. */
const pollSeconds = 15

const alarmTabs = ['active', 'history'] as const

const alarmsSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(alarmTabs)), undefined),
})

/** Clears the search parameters of the other list: its page, columns, view and sort. */
const withoutList = { page: undefined, columns: undefined, named: undefined, sort: undefined }

const labels: Record<AlarmTab, string> = { active: m.active, history: m.history }

/** Shows the active alarms of the nodes and the history of ended alarms. */
export function AlarmsPage() {
  const go = useGo()
  const [{ tab = 'active' }, setSearch] = useUrlSearch('alarms', alarmsSearchSchema)
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        <Button size="small" onClick={() => void go(linkTo('alarmSettings'))}>
          {m.settings}
        </Button>
      }
    >
      <Tabs
        label={m.title}
        tabs={alarmTabs.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        // The parameters chosen for one list do not apply to the other list, so they are dropped.
        onChange={(next) => setSearch({ tab: next === 'active' ? undefined : next, ...withoutList })}
      >
        {tab === 'active' ? <ActivePanel /> : <HistoryPanel />}
      </Tabs>
    </Page>
  )
}

type AlarmTab = (typeof alarmTabs)[number]

function ActivePanel() {
  const [shown, setShown] = useState<Alarm>()
  const [columns] = useState(() => activeColumns(setShown))
  const { place, setPlace } = useListSearch('alarms', [])
  const { page, limit } = place
  const result = useQuery(
    read(alarms.list, { query: { activated: true, page, limit } }, { keepsPrevious: true, pollSeconds }),
  )
  const deactivation = useDeactivate()
  return (
    <>
      <DataTable
        page="alarms"
        label={m.activeLabel}
        columns={columns}
        columnsKey="activeAlarmsColumns"
        rowKey={({ node, name }) => JSON.stringify([node, name])}
        rowLabel={({ name, node }) => m.alarmOf(name, node)}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={(alarm) => [{ label: m.explain, onSelect: () => setShown(alarm) }, deactivation(alarm)]}
        exportName="active-alarms"
        empty={<EmptyState title={m.noneActive}>{m.noneActiveText}</EmptyState>}
      />
      {shown !== undefined && <AlarmDrawer alarm={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function HistoryPanel() {
  const [shown, setShown] = useState<Alarm>()
  const [columns] = useState(() => historyColumns(setShown))
  const { place, setPlace } = useListSearch('alarms', [])
  const { page, limit } = place
  const result = useQuery(
    read(alarms.list, { query: { activated: false, page, limit } }, { keepsPrevious: true }),
  )
  return (
    <>
      <DataTable
        page="alarms"
        label={m.historyLabel}
        columns={columns}
        columnsKey="pastAlarmsColumns"
        rowKey={({ node, name, activate_at: from, deactivate_at: to }) =>
          JSON.stringify([node, name, from, to])
        }
        rowLabel={({ name, node }) => m.alarmOf(name, node)}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={(alarm) => [{ label: m.explain, onSelect: () => setShown(alarm) }]}
        actions={<ClearButton count={result.data?.meta.count ?? result.data?.data.length} />}
        exportName="past-alarms"
        empty={<EmptyState title={m.nonePast}>{m.nonePastText}</EmptyState>}
      />
      {shown !== undefined && <AlarmDrawer alarm={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

const clearHistory = action<number | undefined>(
  send(alarms.clear, () => ({})),
  {
    findDisabledReason: (count) => (count === 0 ? m.nothingToClear : undefined),
    ask: (count = 0) => ({
      title: m.clearTitle,
      body: m.clearBody(count, formatNumber(count)),
      action: m.clear,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.cleared,
  },
)

function ClearButton({ count }: { readonly count: number | undefined }) {
  const { isSending, run } = useActionSending(clearHistory)
  return (
    <Button
      size="small"
      variant="danger"
      isBusy={isSending}
      disabledReason={clearHistory.findDisabledReason(count)}
      onClick={() => void run(count)}
    >
      {m.clearAsk}
    </Button>
  )
}

/** Behind a load balancer, the next request may be handled by another node. */
const clusterPollSeconds = 15

const deactivate = action<Alarm>(
  send(alarms.deactivate, ({ name }) => ({ body: { name } })),
  {
    ask: ({ name, node }) => ({
      title: m.deactivateTitle(visibleText(name, 80)),
      body: m.deactivateBody(visibleText(node, 80)),
      action: m.deactivate,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.deactivated,
  },
)

/**
 * Returns the menu item that deactivates an alarm. The request names the alarm and not the node, and the node that
 * receives the request ends its own alarm of that name. So the item is enabled only for alarms of the responding
 * node.
 */
function useDeactivate(): (alarm: Alarm) => MenuAction {
  const self = useQuery(read(cluster.get, {}, { pollSeconds: clusterPollSeconds })).data?.self
  return (alarm) => {
    const isElsewhere = self !== undefined && self !== alarm.node
    const elsewhere = isElsewhere
      ? m.otherNode(visibleText(alarm.node, 80), visibleText(self, 80))
      : undefined
    return {
      label: m.deactivateAsk,
      danger: true,
      disabledReason: deactivate.findDisabledReason(alarm) ?? elsewhere,
      onSelect: () => void deactivate.run(alarm),
    }
  }
}
