import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { table as m } from '#kit/messages/page.ts'
import { useLatestSearch } from '#kit/page/link.tsx'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, Popover } from '#ui/overlays.tsx'
import type { Column, TableQuery, useChosenColumns } from './column.ts'
import { type ExportAll, ExportMenu, type ExportRead } from './export-menu.tsx'
import selectionBarClasses from './selection-bar.module.css'
import classes from './table-toolbar.module.css'

interface SelectionBarProps {
  readonly count: number
  readonly isPageSelected: boolean
  readonly onTogglePage: (selected: boolean) => void
  readonly onClear: () => void
  readonly children: ReactNode
}

/**
 * A separate 40 px row above the table, always present, so that choosing the first row moves nothing under the
 * pointer.
 */
export function SelectionBar({ count, isPageSelected, onTogglePage, onClear, children }: SelectionBarProps) {
  return (
    <div
      className={classNames(selectionBarClasses['bar'], count > 0 && selectionBarClasses['some'])}
      role="toolbar"
      aria-label={m.selection}
    >
      <Checkbox
        checked={isPageSelected}
        mixed={count > 0 && !isPageSelected}
        aria-label={m.selectPage}
        onChange={onTogglePage}
      />
      <span className={selectionBarClasses['count']} aria-live="polite">
        {count === 0 ? m.noneSelected : m.selected(count, formatNumber(count))}
      </span>
      {count > 0 && (
        <>
          {children}
          <Button size="small" variant="quiet" className={selectionBarClasses['clear']} onClick={onClear}>
            {m.clearSelection}
          </Button>
        </>
      )}
    </div>
  )
}

export type Density = 'normal' | 'compact'

const KEY = 'tableDensity'
const listeners = new Set<() => void>()

function read(): Density {
  return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'normal'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function store(density: Density): void {
  localStorage.setItem(KEY, density)
  for (const listener of listeners) listener()
}

/** Returns the density of every table, with row heights of 36 or 28 px, and a function that sets it. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  return [useSyncExternalStore(subscribe, read), store]
}

const refreshSeconds = [0, 5, 30] as const
type RefreshSeconds = (typeof refreshSeconds)[number]

export interface RefreshChoice {
  /** The chosen interval; 0 means only on request. */
  readonly chosen: RefreshSeconds
  readonly choose: (seconds: RefreshSeconds) => void
  /** The reason why the list does not refresh automatically now, whatever the choice. */
  readonly whyOff: string | undefined
  /** The polling interval for a query, in seconds; undefined means off. */
  readonly pollSeconds: number | undefined
}

const parseRefresh = (stored: string | null): RefreshSeconds | undefined =>
  refreshSeconds.find((seconds) => String(seconds) === stored)

/** Returns the refresh interval of a list, which the browser keeps for each list. */
export function useRefreshChoice(
  storeKey: string,
  fallback: RefreshSeconds,
  whyOff: string | undefined,
): RefreshChoice {
  const [chosen, setChosen] = useState(() => parseRefresh(localStorage.getItem(storeKey)) ?? fallback)
  return {
    chosen,
    choose: (seconds) => {
      setChosen(seconds)
      localStorage.setItem(storeKey, String(seconds))
    },
    whyOff,
    pollSeconds: whyOff !== undefined || chosen === 0 ? undefined : chosen,
  }
}

interface TableToolbarProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly query: TableQuery<Row>
  readonly chosen: ReturnType<typeof useChosenColumns<Row>>
  readonly columnsKey?: string
  readonly filters?: ReactNode
  readonly actions?: ReactNode
  readonly exportName?: string | undefined
  readonly exportAll?: ExportAll<Row>
  readonly exportRead?: ExportRead<Row>
  readonly refresh?: RefreshChoice
  readonly page?: string
}

/** The 44 px bar: filters at the left; refresh, columns and export at the right. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const {
    columns,
    rows,
    query,
    chosen,
    columnsKey,
    filters,
    actions,
    exportName,
    exportAll,
    exportRead,
    refresh,
    page,
  } = props
  const isBare =
    filters === undefined && actions === undefined && columnsKey === undefined && exportName === undefined
  if (page === undefined && isBare) return null
  return (
    <div className={classes['bar']}>
      {filters}
      <div className={classes['end']}>
        {actions}
        <IconButton
          label={m.refresh}
          variant="outlined"
          aria-busy={query.isFetching || undefined}
          onClick={query.refetch}
        >
          <IconRefresh size={16} stroke={1.5} className={query.isFetching ? classes['turning'] : undefined} />
        </IconButton>
        {refresh !== undefined && <RefreshMenu refresh={refresh} />}
        {columnsKey !== undefined && (
          <>
            <ListPopover
              label={m.views}
              icon={<IconBookmark size={16} stroke={1.5} aria-hidden />}
              shown={<ShownView />}
            >
              {(close) => <TableViews viewsKey={columnsKey} columns={chosen.shown} onApplied={close} />}
            </ListPopover>
            <ListPopover
              label={m.columns}
              icon={<IconColumns3 size={16} stroke={1.5} aria-hidden />}
              shown={
                <>
                  {m.columns}
                  <span className="dim">{chosen.shown.length}</span>
                </>
              }
            >
              {() => (
                <ColumnChooser
                  columns={columns}
                  shown={chosen.shown}
                  onChange={chosen.choose}
                  onReset={chosen.reset}
                />
              )}
            </ListPopover>
          </>
        )}
        {exportName !== undefined && (
          <ExportMenu
            name={exportName}
            columns={chosen.visible}
            rows={rows}
            {...(exportAll ? { exportAll } : {})}
            {...(exportRead ? { exportRead } : {})}
          />
        )}
      </div>
    </div>
  )
}

const TableViews = lazy(async () => ({ default: (await import('./table-views.tsx')).TableViews }))
const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser }))

interface ListPopoverProps {
  readonly label: string
  readonly icon: ReactNode
  /** The label on the button. */
  readonly shown: ReactNode
  readonly children: (close: () => void) => ReactNode
}

/** A popover for the settings of a list; its content is loaded when it opens. */
function ListPopover({ label, icon, shown, children }: ListPopoverProps) {
  return (
    <Popover
      label={label}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} size="small" icon={icon}>
          {shown}
        </Button>
      )}
    >
      {(close) => <Suspense>{children(close)}</Suspense>}
    </Popover>
  )
}

/** Shows the name that the URL gives the current view. */
function ShownView() {
  const { named } = useLatestSearch()
  return typeof named === 'string' ? visibleText(named, 16) : m.views
}

const name = (seconds: number) => (seconds === 0 ? m.refreshOff : m.refreshEvery(seconds))

/** Chooses how often the list refreshes automatically. */
function RefreshMenu({ refresh }: { readonly refresh: RefreshChoice }) {
  const { chosen, choose, whyOff } = refresh
  if (whyOff !== undefined) {
    return (
      <Button size="small" aria-label={m.refreshes(m.refreshOff)} disabledReason={whyOff}>
        {m.refreshOff}
      </Button>
    )
  }
  return (
    <Menu
      label={m.refreshItself}
      actions={refreshSeconds.map((seconds) => ({
        label: name(seconds),
        isChosen: seconds === chosen,
        onSelect: () => choose(seconds),
      }))}
    >
      {(trigger) => (
        <Button {...trigger} size="small" aria-label={m.refreshes(name(chosen))}>
          {name(chosen)}
        </Button>
      )}
    </Menu>
  )
}
