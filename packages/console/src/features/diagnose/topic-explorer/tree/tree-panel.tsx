import { formatNumber } from '#i18n/format-number.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { tree as m } from '../../messages/topic-explorer.ts'
import type { ExplorerView } from '../engine/explorer-event.ts'
import type { ExplorerSearch } from '../explorer-search.ts'
import type { ExplorerState, ExplorerStore } from '../explorer-store.ts'
import { treeLimits } from '../model/topic-tree.ts'
import listClasses from './tree-list.module.css'
import { TreeList } from './tree-list.tsx'
import classes from './tree-panel.module.css'
import { TreeTools } from './tree-tools.tsx'

interface TreePanelProps {
  readonly store: ExplorerStore
  readonly state: ExplorerState
  readonly search: ExplorerSearch
  readonly onChange: (change: Partial<Pick<ExplorerSearch, 'q' | 'show' | 'sort'>>) => void
  readonly onSelect: (topic: string) => void
}

/** The tree with what belongs around it. */
export function TreePanel({ store, state, search, onChange, onSelect }: TreePanelProps) {
  const { view, routes, retained } = state
  const isEmpty = view !== undefined && view.rowCount === 0
  const isFilling = routes.isLoading || retained.isLoading
  return (
    <section className={classes['panel']} aria-label={m.tree}>
      <TreeTools store={store} search={search} found={view?.found} onChange={onChange} />
      <div className={listClasses['head']} aria-hidden="true">
        <span className={classes['indented']}>{m.topic}</span>
        <span />
        <span>{m.lastValue}</span>
        <span className={listClasses['figure']}>{m.messages}</span>
        <span className={listClasses['figure']}>{m.rate}</span>
      </div>
      {(view === undefined || (isEmpty && isFilling)) && (
        <div className={classes['waiting']} role="status" aria-label={m.loading} aria-busy="true">
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
  if (q !== '') return <EmptyState title={m.noneFound}>{m.noneFoundText}</EmptyState>
  return <EmptyState title={m.emptyTitle}>{show === 'all' ? m.emptyText : m.nothingShown}</EmptyState>
}

function Footer({ view: { topics, nodes, unplaced } }: { readonly view: ExplorerView }) {
  const limit = formatNumber(treeLimits.nodes)
  return (
    <div className={classes['footer']}>
      {unplaced > 0 ? (
        <Status kind="warn">{m.full(limit, formatNumber(unplaced))}</Status>
      ) : (
        <span>{m.counts(formatNumber(topics), formatNumber(nodes), limit)}</span>
      )}
      <span className={classes['keys']}>{m.keys}</span>
    </div>
  )
}
