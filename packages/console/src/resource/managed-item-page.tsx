import { type ReactNode, Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import { type Action, action } from '#acting/action.tsx'
import { describeError, getProblem } from '#api/errors.ts'
import { useGo, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { ItemButtons } from './item-buttons.tsx'
import { type Answer, fromListItem, type ReadOfEach } from './managed-list.ts'
import type { ManagedFigures, ManagedResource, WithPage } from './managed-resource.ts'
import { managed as m } from './messages.ts'
import { createMetricsHistory } from './metrics-history.ts'
import { MetricsPanel } from './metrics-panel.tsx'
import { EnableSwitch, StateByNode } from './state.tsx'

/** Returns the content of each tab, which is loaded when the tab is opened. */
type Contents<Item, Tab extends string> = Readonly<Record<Tab, (item: Item) => ReactNode>>

interface ManagedItemPageProps<Item, Name extends string, Tab extends string> {
  readonly resource: WithPage<Item, Name, Tab>
  /** The ID in the URL. */
  readonly id: string
  readonly content: Contents<Item, Tab>
}

/** Shows one item of a resource: its state, its counters, its settings, and its other tabs. */
export function ManagedItemPage<Item, Name extends string, Tab extends string>(
  props: ManagedItemPageProps<Item, Name, Tab>,
) {
  const { resource, id, content } = props
  const useItem = resource.page.read(id)
  if (useItem === undefined) return <Absent resource={resource} />
  return <Asked resource={resource} useItem={useItem} content={content} />
}

interface AskedProps<Item, Name extends string, Tab extends string>
  extends Omit<ManagedItemPageProps<Item, Name, Tab>, 'id'> {
  readonly useItem: () => Answer<Item>
}

function Asked<Item, Name extends string, Tab extends string>(props: AskedProps<Item, Name, Tab>) {
  const { resource, useItem, content } = props
  const { data, dataUpdatedAt, error, refetch, isFetching } = useItem()
  const problem = getProblem(error)
  const isGone = problem?.kind === 'rejected' && problem.status === 404
  if (data !== undefined && !isGone)
    return <Known resource={resource} item={data} readAt={dataUpdatedAt} content={content} />
  if (isGone || (error === null && !isFetching)) return <Absent resource={resource} />
  return (
    <Page {...toPageHead(resource)}>
      {error !== null && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </Page>
  )
}

function toPageHead({ address, words: { title } }: Pick<ManagedResource<never>, 'address' | 'words'>) {
  return { title, breadcrumbs: [{ to: address, label: title }] }
}

function Absent<Item, Name extends string>({
  resource,
}: Pick<ManagedItemPageProps<Item, Name, string>, 'resource'>) {
  const { absentTitle, absentText } = resource.page.words
  return (
    <Page {...toPageHead(resource)}>
      <EmptyState title={absentTitle}>{absentText}</EmptyState>
    </Page>
  )
}

interface ItemProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly item: Item
}

interface KnownProps<Item, Name extends string, Tab extends string>
  extends Omit<ManagedItemPageProps<Item, Name, Tab>, 'id'> {
  readonly item: Item
  /** The time of the response, in epoch milliseconds. */
  readonly readAt: number
}

const searchSchema = v.object({ tab: v.fallback(v.optional(v.string()), undefined) })

function Known<Item, Name extends string, Tab extends string>(props: KnownProps<Item, Name, Tab>) {
  const { resource, item, readAt, content } = props
  const { toId, formatName, formatLabel = formatName, metrics, page } = resource
  const [search] = useUrlSearch('*', searchSchema)
  const go = useGo()
  const [history] = useState(() => createMetricsHistory<Name>())
  const own = page.tabs
    .filter(({ when = () => true }) => when(item))
    .map(({ id, label }) => ({ id, label, content: content[id] }))
  const tabs =
    metrics === undefined
      ? own
      : [{ ...(metrics.tab ?? { id: 'overview', label: m.overview }), content: undefined }, ...own]
  const tab = tabs.find((one) => one.id === search.tab) ?? tabs[0]
  const shown =
    tab?.content === undefined ? (
      <Overview {...{ resource, item, readAt, history }} />
    ) : (
      <Suspense fallback={<Skeleton height={240} />}>{tab.content(item)}</Suspense>
    )
  return (
    <Page
      title={formatName(item)}
      heading={<Verbatim text={formatLabel(item)} />}
      mono={page.isMono ?? false}
      breadcrumbs={toPageHead(resource).breadcrumbs}
      badges={
        <>
          {page.badges?.(item)}
          <State {...{ resource, item, readAt, history }} />
        </>
      }
      summary={page.summary?.(item)}
      actions={
        <>
          <EnableSwitch resource={resource} item={item} note={m.enabled} />
          <ItemButtons resource={resource} item={item} />
        </>
      }
    >
      {page.notice?.(item)}
      {tabs.length === 1 ? (
        shown
      ) : (
        <Tabs
          label={page.words.tabs}
          tabs={tabs}
          value={tab?.id ?? ''}
          // The filters of one tab do not apply to another tab.
          onChange={(to) =>
            void go(
              page.address(toId(item), to === tabs[0]?.id ? undefined : own.find(({ id }) => id === to)?.id),
              { replace: true },
            )
          }
        >
          {shown}
        </Tabs>
      )}
    </Page>
  )
}

/** Returns the figures of an item, requested once for the whole page. If the item contains them, they have its time. */
function useFigures<Item, Name extends string>({ resource, item, readAt }: FiguresProps<Item, Name>) {
  const unknown: ReadOfEach<Item, ManagedFigures<Name> | undefined> = fromListItem(() => undefined)
  const answer = (resource.status?.read ?? unknown).useOne(item, 5)
  return answer.dataUpdatedAt === 0 && answer.data !== undefined
    ? { ...answer, dataUpdatedAt: readAt }
    : answer
}

interface FiguresProps<Item, Name extends string> extends ItemProps<Item, Name> {
  readonly readAt: number
}

type MetricsHistory<Name extends string> = ReturnType<typeof createMetricsHistory<Name>>

interface MetricsHistoryProps<Item, Name extends string> extends FiguresProps<Item, Name> {
  /** Takes the current counters and returns all samples since the page was opened. */
  readonly history: MetricsHistory<Name>
}

/** Shows the state of the cluster, and on request that of each node. */
function State<Item, Name extends string>(props: MetricsHistoryProps<Item, Name>) {
  const { data, dataUpdatedAt } = useFigures(props)
  const { history } = props
  const counts = data?.metrics?.cluster
  // The counters are recorded whichever tab is open, so that they have no gap when the user returns to them.
  useEffect(() => {
    if (counts !== undefined) history.add({ at: dataUpdatedAt, counts })
  }, [counts, history, dataUpdatedAt])
  if (data?.state === undefined) return null
  const { kind, word } = data.state
  return (
    <>
      <Status kind={kind} pill>
        {word}
      </Status>
      {data.state.nodes.length > 0 && (
        <StateByNode name={props.resource.formatName(props.item)} state={data.state} />
      )}
    </>
  )
}

/** Returns the action that resets the counters of an item after a confirmation. */
function resetting<Item, Name extends string>({
  formatName,
  metrics,
}: ManagedResource<Item, Name>): Action<Item> | undefined {
  if (metrics?.reset === undefined) return undefined
  return action<Item>(metrics.reset, {
    ask: (item) => ({
      title: m.resetTitle(formatName(item)),
      body: <p>{m.resetBody}</p>,
      action: m.reset,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.resetDone,
  })
}

function ResetButton<Item, Name extends string>({ resource, item }: ItemProps<Item, Name>) {
  const reset = resetting(resource)
  if (reset === undefined) return null
  return (
    <Button size="small" disabledReason={reset.findDisabledReason(item)} onClick={() => void reset.run(item)}>
      {m.reset}…
    </Button>
  )
}

/** Shows the counters of an item. */
function Overview<Item, Name extends string>(props: MetricsHistoryProps<Item, Name>) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useFigures(props)
  const { history, resource } = props
  if (resource.metrics === undefined) return null
  const { counters, rateDefinition } = resource.metrics
  const metrics = data?.metrics
  if (data !== undefined)
    return (
      <MetricsPanel
        figures={data}
        readAt={dataUpdatedAt}
        actions={<ResetButton {...props} />}
        samples={metrics === undefined ? [] : history.add({ at: dataUpdatedAt, counts: metrics.cluster })}
        {...{ counters, rateDefinition }}
      />
    )
  if (error === null) return <Skeleton />
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}
