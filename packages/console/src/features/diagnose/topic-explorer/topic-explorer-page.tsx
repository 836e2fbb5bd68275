import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { whyNoPublish } from '#api/query.ts'
import { type CaptureDraft, emptyDraft } from '#domain/mqtt-link/capture/capture-draft.ts'
import { whyNoCapture } from '#domain/mqtt-link/capture/prepare-capture.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { openPublish } from '#domain/publish/open-publish.tsx'
import { topicExplorer as m, tree as treeWords } from '#features/diagnose/messages/topic-explorer.ts'
import type { ExplorerView } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import { treeLimits } from '#features/diagnose/topic-explorer/model/topic-tree.ts'
import { CaptureCell } from '#features/diagnose/topic-explorer/sources/capture-cell.tsx'
import { SourceCell } from '#features/diagnose/topic-explorer/sources/source-cell.tsx'
import sourcesPanelClasses from '#features/diagnose/topic-explorer/sources/sources-panel.module.css'
import { startCapture } from '#features/diagnose/topic-explorer/sources/start-capture.ts'
import listClasses from '#features/diagnose/topic-explorer/tree/tree-list.module.css'
import { TreeList } from '#features/diagnose/topic-explorer/tree/tree-list.tsx'
import treePanelClasses from '#features/diagnose/topic-explorer/tree/tree-panel.module.css'
import { TreeTools } from '#features/diagnose/topic-explorer/tree/tree-tools.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { Link, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import { type ExplorerSearch, explorerSearchSchema, parseFigurePath } from './explorer-search.ts'
import { type ExplorerState, type ExplorerStore, explorerStore } from './explorer-store.ts'
import classes from './topic-explorer-page.module.css'

/** The panel of a topic is loaded when a topic is chosen, so the tree does not wait for it. */
const TopicPanel = lazy(async () => ({
  default: (await import('#features/diagnose/topic-explorer/detail/topic-panel.tsx')).TopicPanel,
}))

export function TopicExplorerPage() {
  const { store, state } = useExplorer()
  const [search, change] = useUrlSearch('topicExplorer', explorerSearchSchema)
  useReportedSearch(store, search)
  const isPhone = useIsPhone()
  const place = useDirectPlace()
  const [draft, setDraft] = useState(() => emptyDraft(store.get().view?.capture.filters[0] ?? ''))
  const changeDraft = useCallback(
    (changed: Partial<CaptureDraft>) => setDraft((before) => ({ ...before, ...changed })),
    [],
  )
  const { view, failure } = state
  const close = () => change({ topic: undefined, path: undefined, tab: undefined })
  const capture = (filter: string) => {
    changeDraft({ filter })
    if (isPhone) close()
    void startCapture(store, { ...draft, filter }, place)
  }
  const detail = search.topic !== undefined && (
    <Suspense fallback={<Skeleton height={240} />}>
      <TopicPanel
        key={search.topic}
        topic={search.topic}
        store={store}
        state={state}
        search={search}
        onChange={change}
        onCapture={capture}
        whyNoCapture={whyNoCapture(draft)}
        onClose={isPhone ? undefined : close}
      />
    </Suspense>
  )
  return (
    <Page
      title={m.title}
      {...(view === undefined ? {} : { summary: m.summary(view.topics, formatNumber(view.topics)) })}
      actions={
        <>
          <span className="small">
            <Link to={linkTo('topics')}>{m.topicsList}</Link>
          </span>
          <span className="small">
            <Link to={linkTo('retained')}>{m.retainedList}</Link>
          </span>
          <Button size="small" disabledReason={whyNoPublish()} onClick={() => openPublish(search.topic)}>
            {m.publish}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorState title={m.failed} detail={m.failedText} raw={failure} />}
      <SourcesPanel store={store} state={state} draft={draft} onDraft={changeDraft} />
      <div
        className={classes['split']}
        data-has-detail={(!isPhone && search.topic !== undefined) || undefined}
      >
        <TreePanel
          store={store}
          state={state}
          search={search}
          onChange={change}
          onSelect={(topic) => change({ topic, ...(topic === search.topic ? {} : { path: undefined }) })}
        />
        {!isPhone && detail}
      </div>
      {isPhone && search.topic !== undefined && (
        <DrawerShell title={visibleText(search.topic, 80)} isOpen onClose={close} size={720}>
          {detail}
        </DrawerShell>
      )}
    </Page>
  )
}

/** Returns the explorer's store and its present state. */
function useExplorer(): { readonly store: ExplorerStore; readonly state: ExplorerState } {
  const [store] = useState(explorerStore)
  return { store, state: useSyncExternalStore(store.subscribe, store.get) }
}

/** Sends the state of the link to the worker. */
function useReportedSearch(store: ExplorerStore, search: ExplorerSearch): void {
  const { topic, q, show, sort, path } = search
  useEffect(() => store.send({ kind: 'search', text: q, show }), [store, q, show])
  useEffect(() => store.send({ kind: 'arrange', by: sort }), [store, sort])
  useEffect(() => {
    const steps = parseFigurePath(path)
    store.send({
      kind: 'select',
      ...(topic === undefined ? {} : { topic }),
      ...(steps === undefined ? {} : { path: [...steps] }),
    })
  }, [store, topic, path])
}

interface SourcesPanelProps {
  readonly store: ExplorerStore
  readonly state: ExplorerState
  readonly draft: CaptureDraft
  readonly onDraft: (change: Partial<CaptureDraft>) => void
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** Shows the sources of the tree, each by itself. */
function SourcesPanel({ store, state, draft, onDraft }: SourcesPanelProps) {
  return (
    <section className={sourcesPanelClasses['panel']} aria-label={m.sources}>
      <SourceCell
        name={m.routes}
        meaning={m.routesMeaning}
        icon={<IconSitemap {...icon} />}
        state={state.routes}
        loader={store.loaders.routes}
      />
      <SourceCell
        name={m.retained}
        meaning={m.retainedMeaning}
        icon={<IconBookmark {...icon} />}
        state={state.retained}
        loader={store.loaders.retained}
      />
      <CaptureCell store={store} view={state.view} draft={draft} onChange={onDraft} />
    </section>
  )
}

interface TreePanelProps {
  readonly store: ExplorerStore
  readonly state: ExplorerState
  readonly search: ExplorerSearch
  readonly onChange: (change: Partial<Pick<ExplorerSearch, 'q' | 'show' | 'sort'>>) => void
  readonly onSelect: (topic: string) => void
}

/** Shows the tree with its tools. */
function TreePanel({ store, state, search, onChange, onSelect }: TreePanelProps) {
  const { view, routes, retained } = state
  const isEmpty = view !== undefined && view.rowCount === 0
  const isFilling = routes.isLoading || retained.isLoading
  return (
    <section className={treePanelClasses['panel']} aria-label={treeWords.tree}>
      <TreeTools store={store} search={search} found={view?.found} onChange={onChange} />
      <div className={listClasses['head']} aria-hidden="true">
        <span className={treePanelClasses['indented']}>{treeWords.topic}</span>
        <span />
        <span>{treeWords.lastValue}</span>
        <span className={listClasses['figure']}>{treeWords.messages}</span>
        <span className={listClasses['figure']}>{treeWords.rate}</span>
      </div>
      {(view === undefined || (isEmpty && isFilling)) && (
        <div
          className={treePanelClasses['waiting']}
          role="status"
          aria-label={treeWords.loading}
          aria-busy="true"
        >
          <Skeleton height={280} />
        </div>
      )}
      {isEmpty && !isFilling && <Nothing search={search} />}
      <TreeList store={store} view={view} selected={search.topic} onSelect={onSelect} />
      {view !== undefined && <Footer view={view} />}
    </section>
  )
}

function Nothing({ search: { q, show } }: { readonly search: ExplorerSearch }) {
  if (q !== '') return <EmptyState title={treeWords.noneFound}>{treeWords.noneFoundText}</EmptyState>
  return (
    <EmptyState title={treeWords.emptyTitle}>
      {show === 'all' ? treeWords.emptyText : treeWords.nothingShown}
    </EmptyState>
  )
}

function Footer({ view: { topics, nodes, unplaced } }: { readonly view: ExplorerView }) {
  const limit = formatNumber(treeLimits.nodes)
  return (
    <div className={treePanelClasses['footer']}>
      {unplaced > 0 ? (
        <Status kind="warn">{treeWords.full(limit, formatNumber(unplaced))}</Status>
      ) : (
        <span>{treeWords.counts(formatNumber(topics), formatNumber(nodes), limit)}</span>
      )}
      <span className={treePanelClasses['keys']}>{treeWords.keys}</span>
    </div>
  )
}
