import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { alarms as m } from '../messages/alarms.ts'
import { activeColumns } from './alarm-columns.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { useDeactivate } from './use-deactivate.ts'

/** They come and go by themselves. */
const pollSeconds = 15

const alarmTabs = ['active', 'history'] as const

/** `page` belongs to the list of a tab, which reads it by itself; another tab starts at its first page. */
const alarmsSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(alarmTabs)), undefined),
  page: v.fallback(v.optional(v.string()), undefined),
})

const labels: Record<AlarmTab, string> = { active: m.active, history: m.history }

/** What the nodes complain about, and what they did. */
export function AlarmsPage() {
  const navigate = useNavigate()
  const [{ tab = 'active' }, setSearch] = useUrlSearch(alarmsSearchSchema)
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        <Button size="small" onClick={() => void navigate({ to: paths.alarmSettings() })}>
          {m.settings}
        </Button>
      }
    >
      <Tabs
        label={m.title}
        tabs={alarmTabs.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'active' ? undefined : next, page: undefined })}
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
  const { place, setPlace } = useListSearch([])
  const { page, limit } = place
  const result = useQuery(
    read(alarms.list, { query: { activated: true, page, limit } }, { keepsPrevious: true, pollSeconds }),
  )
  const deactivation = useDeactivate()
  return (
    <>
      <DataTable
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
