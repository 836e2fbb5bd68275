import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { lazy, Suspense } from 'react'
import { formatCompact } from '#i18n/format-number.ts'
import { Tabs } from '#kit/page/tabs.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { DetailTab, ExplorerSearch } from '../explorer-search.ts'
import type { ExplorerState, ExplorerStore } from '../explorer-store.ts'
import { HistoryPanel } from './history-panel.tsx'
import { MessagePanel } from './message-panel.tsx'
import { m } from './messages.ts'
import { SubscribersPanel } from './subscribers-panel.tsx'
import { TopicActions } from './topic-actions.tsx'
import classes from './topic-panel.module.css'
import { TopicSummary } from './topic-summary.tsx'
import { useFollowed } from './use-followed.ts'

/** With the chart machine, which only this tab needs. */
const ChartPanel = lazy(async () => ({ default: (await import('./chart-panel.tsx')).ChartPanel }))

interface TopicPanelProps {
  readonly topic: string
  readonly store: ExplorerStore
  readonly state: ExplorerState
  readonly search: ExplorerSearch
  readonly onChange: (change: Partial<Pick<ExplorerSearch, 'tab' | 'path'>>) => void
  readonly onCapture: (filter: string) => void
  readonly whyNoCapture: string | undefined
  /** Undefined where something around it closes it. */
  readonly onClose: (() => void) | undefined
}

/** Everything that is known of one topic. */
export function TopicPanel(props: TopicPanelProps) {
  const { topic, store, state, search, onChange, onCapture, whyNoCapture, onClose } = props
  const { view } = state
  const selected = view?.selected?.topic === topic ? view.selected : undefined
  const followed = useFollowed(state.history?.topic === topic ? state.history : undefined)
  const { history } = followed
  const kept = selected?.kept ?? 0
  const tabs: readonly { readonly id: DetailTab; readonly label: string; readonly count?: string }[] = [
    { id: 'message', label: m.message },
    { id: 'history', label: m.history, ...(kept === 0 ? {} : { count: formatCompact(kept) }) },
    { id: 'chart', label: m.chart },
    { id: 'subscribers', label: m.subscribers },
  ]
  return (
    <section className={classes['panel']} aria-label={m.topic}>
      <div className={classes['head']}>
        <h2 className={classes['title']}>
          <Verbatim text={topic} mono />
        </h2>
        <CopyButton text={topic} name={m.topic} />
        {onClose !== undefined && (
          <IconButton label={m.close} onClick={onClose}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={classes['body']}>
        <TopicSummary selected={selected} />
        <TopicActions {...{ topic, selected, store, onCapture, whyNoCapture }} />
        <Tabs label={m.tabs} tabs={tabs} value={search.tab} onChange={(tab) => onChange({ tab })}>
          {search.tab === 'message' && (
            <MessagePanel
              store={store}
              topic={topic}
              selected={selected}
              followed={followed}
              onDraw={(path) => onChange({ tab: 'chart', path: JSON.stringify(path) })}
            />
          )}
          {search.tab === 'history' && (
            <HistoryPanel store={store} topic={topic} selected={selected} followed={followed} />
          )}
          {search.tab === 'chart' && (
            <Suspense fallback={<Skeleton height={240} />}>
              <ChartPanel history={history} onPath={(path) => onChange({ path: JSON.stringify(path) })} />
            </Suspense>
          )}
          {search.tab === 'subscribers' && (
            <SubscribersPanel topic={topic} selected={selected} routes={state.routes} />
          )}
        </Tabs>
      </div>
    </section>
  )
}
