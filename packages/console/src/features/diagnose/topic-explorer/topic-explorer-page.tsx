import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { type CaptureDraft, emptyDraft } from '#domain/mqtt-link/capture/capture-draft.ts'
import { whyNoCapture } from '#domain/mqtt-link/capture/prepare-capture.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { openPublish } from '#domain/publish/open-publish.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { topicExplorer as m } from '../messages/topic-explorer.ts'
import { type ExplorerSearch, explorerSearchSchema, parseFigurePath } from './explorer-search.ts'
import { type ExplorerState, type ExplorerStore, explorerStore } from './explorer-store.ts'
import { SourcesPanel } from './sources/sources-panel.tsx'
import { startCapture } from './sources/start-capture.ts'
import classes from './topic-explorer-page.module.css'
import { TreePanel } from './tree/tree-panel.tsx'

/** What is known of one topic comes when one is chosen: the tree does not wait for it. */
const TopicPanel = lazy(async () => ({ default: (await import('./detail/topic-panel.tsx')).TopicPanel }))

export function TopicExplorerPage() {
  const { store, state } = useExplorer()
  const [search, change] = useUrlSearch(explorerSearchSchema)
  useToldSearch(store, search)
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
            <Link to={paths.topics()}>{m.topicsList}</Link>
          </span>
          <span className="small">
            <Link to={paths.retained()}>{m.retainedList}</Link>
          </span>
          <Button size="small" disabledReason={whyNoWrite()} onClick={() => openPublish(search.topic)}>
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

/** The explorer and what it knows now. */
function useExplorer(): { readonly store: ExplorerStore; readonly state: ExplorerState } {
  const [store] = useState(explorerStore)
  return { store, state: useSyncExternalStore(store.subscribe, store.get) }
}

/** What the link says, told to the worker. */
function useToldSearch(store: ExplorerStore, search: ExplorerSearch): void {
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
