import { slowSubscriptions } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MeasuringOff } from './measuring-off.tsx'
import { measuringRule } from './measuring-rule.ts'
import { m } from './messages.ts'
import { SlowListPanel } from './slow-list-panel.tsx'

export function SlowSubscriptionsPage() {
  const navigate = useNavigate()
  const { data: settings, error, refetch, isFetching } = useQuery(read(slowSubscriptions.getSettings, {}))
  return (
    <Page
      title={m.title}
      summary={settings?.enable === true ? measuringRule(settings) : m.settingsSummary}
      actions={
        <Button size="small" onClick={() => void navigate({ to: paths.slowSubscriptionsSettings() })}>
          {m.settings}
        </Button>
      }
    >
      {settings === undefined ? (
        <Panel label={m.label}>
          {error === null ? (
            <div role="status" aria-label={m.loading} aria-busy="true">
              <Skeleton height={240} />
            </div>
          ) : (
            <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
          )}
        </Panel>
      ) : settings.enable ? (
        <SlowListPanel />
      ) : (
        <MeasuringOff settings={settings} />
      )}
    </Page>
  )
}
