import {
  type LatencyKind,
  type SlowSubsConfig,
  slowSubscriptions,
} from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { parseDuration } from '@brokerdeck/contract/duration.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { action, to, useSending } from '#acting/action.tsx'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { slowSubscriptions as m } from '../messages/topic-metrics.ts'
import { formatLatency } from './format-latency.ts'
import { SlowListPanel } from './slow-list-panel.tsx'

const ways: Record<LatencyKind, string> = {
  whole: m.wholeWords,
  internal: m.internalWords,
  response: m.responseWords,
}

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

const measure = action<SlowSubsConfig>(
  to(slowSubscriptions.putSettings, (settings) => ({ body: { ...settings, enable: true } })),
  { told: () => m.turnedOn },
)

/** In place of the list while nothing is measured: what it would be, and how it comes about. */
function MeasuringOff({ settings }: { readonly settings: SlowSubsConfig }) {
  const { isSending, run } = useSending(measure)
  return (
    <Panel label={m.label}>
      <EmptyState
        title={m.offTitle}
        action={
          <Button
            variant="primary"
            isBusy={isSending}
            disabledReason={whyNoWrite()}
            onClick={() => void run(settings)}
          >
            {m.turnOn}
          </Button>
        }
      >
        {m.offText(measuringRule(settings))}
      </EmptyState>
    </Panel>
  )
}

/** What a row of the list says, in one sentence. */
function measuringRule(settings: SlowSubsConfig): string {
  const threshold = parseDuration(settings.threshold)
  const expire = parseDuration(settings.expire_interval)
  if (threshold === undefined || expire === undefined) return m.ruleUnreadable
  const top = formatNumber(settings.top_k_num)
  const over = threshold % 1000 === 0 ? formatDuration(threshold) : formatLatency(threshold)
  return m.rule(over, ways[settings.stats_type], top, formatDuration(expire))
}
