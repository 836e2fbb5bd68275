import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useId, useState } from 'react'
import { table as m } from '#kit/messages/page.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { MoveHandle } from '#ui/move-handle.tsx'
import { takeFocus } from '#ui/overlays.tsx'
import { type Column, moveColumn, toggleColumn } from './column.ts'
import classes from './column-chooser.module.css'
import popover from './list-popover.module.css'

type Choosable = Pick<Column<never>, 'id' | 'header' | 'always' | 'isExtra'>

interface ColumnChooserProps {
  readonly columns: readonly Choosable[]
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
  readonly onReset: () => void
}

interface ColumnGroupProps extends ColumnChooserProps {
  readonly title: string
  readonly group: readonly Choosable[]
  /** True if each column of the group can be moved. */
  readonly isOrdered?: boolean
}

function ColumnGroup({ title, group, isOrdered = false, columns, shown, onChange }: ColumnGroupProps) {
  const id = useId()
  const [refused, setRefused] = useState<string>()
  if (group.length === 0) return null
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['title']}>{title}</legend>
      <ul>
        {group.map((column, at) => (
          <li key={column.id} className={popover['row']}>
            <label htmlFor={`${id}-${column.id}`} className={classes['option']}>
              <Checkbox
                id={`${id}-${column.id}`}
                checked={shown.includes(column.id)}
                disabled={column.always === true}
                onChange={() => {
                  const next = toggleColumn(shown, column.id, columns)
                  setRefused(next === undefined ? column.id : undefined)
                  if (next !== undefined) onChange(next)
                }}
              />
              {column.header}
              {column.always && <span className={classes['always']}>{m.always}</span>}
            </label>
            {isOrdered && (
              <MoveHandle
                name={column.header}
                at={at}
                count={group.length}
                onMove={(to) => onChange(moveColumn(shown, column.id, to))}
              />
            )}
          </li>
        ))}
      </ul>
      {refused !== undefined && (
        <p role="alert" className={classes['refusal']}>
          {m.atLeastOne}
        </p>
      )}
    </fieldset>
  )
}

/** Chooses the shown columns and their order: columns can be searched by name, and at least one stays. */
export function ColumnChooser(props: ColumnChooserProps) {
  const { columns, shown, onReset } = props
  const [sought, setSought] = useState('')
  const isFound = (column: Choosable) => column.header.toLowerCase().includes(sought.trim().toLowerCase())
  const chosen = shown.flatMap((id) => columns.find((column) => column.id === id) ?? []).filter(isFound)
  const others = columns.filter((column) => !shown.includes(column.id)).filter(isFound)
  return (
    <div className={classes['chooser']}>
      <label className={classes['search']}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <input
          ref={takeFocus}
          type="search"
          placeholder={m.findColumn}
          aria-label={m.findColumn}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </label>
      <div className={classes['options']}>
        {/* The order can change only while all columns are listed: a search hides the positions. */}
        <ColumnGroup {...props} title={m.shown} group={chosen} isOrdered={chosen.length === shown.length} />
        <ColumnGroup {...props} title={m.hidden} group={others} />
        {chosen.length + others.length === 0 && <p className={classes['none']}>{m.noSuchColumn}</p>}
      </div>
      <div className={classes['foot']}>
        <Button size="small" variant="quiet" onClick={onReset}>
          {m.reset}
        </Button>
      </div>
    </div>
  )
}
