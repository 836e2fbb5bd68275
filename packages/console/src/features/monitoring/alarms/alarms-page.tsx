import { useNavigate } from '@tanstack/react-router'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { ActivePanel } from './active-panel.tsx'
import { type AlarmTab, alarmsSearchSchema, alarmTabs } from './alarms-search.ts'
import { HistoryPanel } from './history-panel.tsx'
import { m } from './messages.ts'

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
