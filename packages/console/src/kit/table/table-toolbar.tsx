import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { table as m } from '../messages/page.ts'
import type { Column } from './column.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { type ExportAll, ExportMenu, type ExportRead } from './export-menu.tsx'
import type { TableQuery } from './table-query.ts'
import classes from './table-toolbar.module.css'
import type { useChosenColumns } from './use-chosen-columns.ts'
import { type RefreshChoice, refreshSeconds } from './use-refresh-choice.ts'

interface TableToolbarProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly query: TableQuery<Row>
  readonly chosen: ReturnType<typeof useChosenColumns<Row>>
  readonly columnsKey?: string
  readonly filters?: ReactNode
  readonly actions?: ReactNode
  readonly exportName?: string
  readonly exportAll?: ExportAll<Row>
  readonly exportRead?: ExportRead<Row>
  readonly refresh?: RefreshChoice
  readonly fit?: 'page' | 'part'
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
    fit = 'page',
  } = props
  const isBare =
    filters === undefined && actions === undefined && columnsKey === undefined && exportName === undefined
  if (fit === 'part' && isBare) return null
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
          <ColumnChooser
            columns={columns}
            shown={chosen.shown}
            onChange={chosen.choose}
            onReset={chosen.reset}
          />
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

const name = (seconds: number) => (seconds === 0 ? m.refreshOff : m.refreshEvery(seconds))

/** How often the list asks again by itself. */
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
