import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { read } from '#api/query.ts'
import { deleteRetained } from '#domain/broker-message/delete-retained.ts'
import { MessagePayload } from '#domain/broker-message/message-drawer.tsx'
import { askRetained, whyRetainedWithheld } from '#domain/broker-message/retained-message.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { publishAction } from '#domain/publish/open-publish.tsx'
import { isFigure } from '#features/diagnose/charts/numeric-paths.ts'
import { detail as m } from '#features/diagnose/messages/topic-explorer.ts'
import type {
  SelectedTopic,
  TopicHistoryEvent,
} from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import type { detailTabs, ExplorerSearch } from '#features/diagnose/topic-explorer/explorer-search.ts'
import type { ExplorerState, ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'
import { formatBytes, formatCompact, formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { Tabs } from '#kit/page/tabs.tsx'
import type { DataPath } from '#lib/data-tree/data-path.ts'
import { visibleText } from '#lib/visible-text.ts'
import { ActOnMatching } from '#resource/broker-list/act-on-matching.tsx'
import { allPages } from '#resource/broker-list/table-query.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { CapturedMessage } from './captured-message.tsx'
import { type Followed, FollowSwitch } from './follow-switch.tsx'
import { SubscribersPanel } from './subscribers-panel.tsx'
import { TopicHistoryPanel } from './topic-history-panel.tsx'
import classes from './topic-panel.module.css'

/** The chart is loaded lazily, because only this tab needs its code. */
const ChartPanel = lazy(async () => ({
  default: (await import('#features/diagnose/charts/chart-panel.tsx')).ChartPanel,
}))

interface TopicPanelProps {
  readonly topic: string
  readonly store: ExplorerStore
  readonly state: ExplorerState
  readonly search: ExplorerSearch
  readonly onChange: (change: Partial<Pick<ExplorerSearch, 'tab' | 'path'>>) => void
  readonly onCapture: (filter: string) => void
  readonly whyNoCapture: string | undefined
  /** Closes the panel; undefined if a surrounding element closes it. */
  readonly onClose: (() => void) | undefined
}

/** Shows everything that is known of one topic. */
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
            <TopicHistoryPanel store={store} topic={topic} selected={selected} followed={followed} />
          )}
          {search.tab === 'chart' && (
            <Suspense fallback={<Skeleton height={240} />}>
              <ChartPanel values={history} onPath={(path) => onChange({ path: JSON.stringify(path) })} />
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

interface MessagePanelProps {
  readonly store: ExplorerStore
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly followed: Followed
  readonly onDraw: (path: DataPath) => void
}

/** Shows the last message of a topic, as captured and as retained by the broker. */
function MessagePanel({ store, topic, selected, followed, onDraw }: MessagePanelProps) {
  const last = followed.history?.entries[0]
  const hasRetained = selected?.sources.includes('retained') === true && canAddress(topic)
  if (last === undefined && !hasRetained) {
    return <EmptyState title={m.noMessage}>{m.noMessageText}</EmptyState>
  }
  const pathAction = { label: m.drawAsChart, isFor: isFigure, onSelect: onDraw }
  return (
    <div className={classes['stack']}>
      {last !== undefined && (
        <>
          <div className={classes['title-row']}>
            <h3>{m.lastCaptured}</h3>
            <FollowSwitch followed={followed} />
          </div>
          <CapturedMessage store={store} topic={topic} entry={last} pathAction={pathAction} />
        </>
      )}
      {hasRetained && <Retained topic={topic} />}
    </div>
  )
}

function Retained({ topic }: { readonly topic: string }) {
  const query = useQuery({ ...read(retainer.getMessage, { params: { topic } }), gcTime: 0 })
  return (
    <>
      <h3>{m.retainedMessage}</h3>
      <MessagePayload topic={topic} query={query} whyWithheld={whyRetainedWithheld} />
    </>
  )
}

/** Shows what the sources know of a topic, one line each. */
function TopicSummary({ selected }: { readonly selected: SelectedTopic | undefined }) {
  if (selected === undefined) return <div className={classes['summary']} />
  const { id, sources, routes, retained, received, messages, topics, bytes, rate, hasChildren } = selected
  if (id === undefined) return <p className={classes['summary']}>{m.notThere}</p>
  if (sources.length === 0 && messages === 0) return <p className={classes['summary']}>{m.onlyLevel}</p>
  return (
    <dl className={classes['summary']}>
      {routes.length > 0 && <Line name={m.subscribed}>{routesInWords(routes)}</Line>}
      {retained !== undefined && (
        <Line name={m.retained}>
          <RelativeTime at={retained.publishedAt} /> {m.retainedBy(retained.qos)}{' '}
          <ClientLink clientid={retained.clientId} />
        </Line>
      )}
      {messages > 0 && (
        <Line name={m.captured}>
          {[
            ...(received > 0 ? [m.capturedHere(received, formatNumber(received))] : []),
            ...(hasChildren ? [m.capturedBranch(formatNumber(messages), formatNumber(topics))] : []),
            formatBytes(bytes),
            m.perSecond(formatRate(rate)),
          ].join(' · ')}
        </Line>
      )}
    </dl>
  )
}

function routesInWords(routes: SelectedTopic['routes']): string {
  const nodes = [...new Set(routes.map(({ node }) => visibleText(node, 80)))]
  const groups = [
    ...new Set(routes.flatMap(({ group }) => (group === undefined ? [] : [visibleText(group, 80)]))),
  ]
  return [
    m.subscribedOn(formatList(nodes)),
    ...(groups.length === 0 ? [] : [m.sharedBy(formatList(groups))]),
  ].join(' · ')
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface TopicActionsProps {
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly store: ExplorerStore
  readonly onCapture: (filter: string) => void
  readonly whyNoCapture: string | undefined
}

/** Above this number of cleared topics, the list is requested again instead of removing each topic. */
const many = 100

export function TopicActions(props: TopicActionsProps) {
  const { topic, selected, store, onCapture, whyNoCapture } = props
  const isBranch = selected?.hasChildren === true
  const branch = `${topic}/#`
  const publish = publishAction(topic)
  const clear = async (rows: readonly { readonly topic: string }[]) => {
    const gone = (await deleteRetained.run(rows)).map((row) => row.topic)
    if (gone.length === 0) return
    if (gone.length > many) store.loaders.retained.turn(true)
    else store.send({ kind: 'forget-retained', topics: gone })
  }
  return (
    <div className={classes['actions']}>
      <Button size="small" disabledReason={publish.disabledReason} onClick={publish.onSelect}>
        {publish.label}
      </Button>
      <Button size="small" disabledReason={whyNoCapture} onClick={() => onCapture(isBranch ? branch : topic)}>
        {isBranch ? m.captureBranch : m.captureTopic}
      </Button>
      {selected?.sources.includes('retained') === true && (
        <Button
          size="small"
          variant="danger"
          disabledReason={deleteRetained.findDisabledReason({ topic })}
          onClick={() => void clear([{ topic }])}
        >
          {m.clear}
        </Button>
      )}
      {isBranch && selected.below.includes('retained') && (
        <ActOnMatching
          key={branch}
          label={m.clearBranch}
          collect={(signal) => allPages((at) => askRetained(branch, at, signal))}
          noneMatch={m.noneRetained}
          onRows={clear}
        />
      )}
    </div>
  )
}

/** Holds the history still while the user reads it. */
function useFollowed(live: TopicHistoryEvent | undefined): Followed {
  const [held, setHeld] = useState<TopicHistoryEvent>()
  const since = held?.entries[0]?.seq
  return {
    history: held ?? live,
    isFollowing: held === undefined,
    newer: since === undefined ? 0 : (live?.entries.filter(({ seq }) => seq > since).length ?? 0),
    follow: (isFollowing) => setHeld(isFollowing ? undefined : live),
  }
}

type DetailTab = (typeof detailTabs)[number]
