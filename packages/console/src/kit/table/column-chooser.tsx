import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Popover } from '#ui/popover.tsx'
import { toggleColumn } from './chosen-columns.ts'
import type { Column } from './column.ts'
import classes from './column-chooser.module.css'
import { m } from './messages.ts'

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
}

function ColumnGroup({ title, group, columns, shown, onChange }: ColumnGroupProps) {
  const id = useId()
  const [refused, setRefused] = useState<string>()
  if (group.length === 0) return null
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['title']}>{title}</legend>
      {group.map((column) => (
        <label key={column.id} htmlFor={`${id}-${column.id}`} className={classes['option']}>
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
      ))}
      {refused !== undefined && (
        <p role="alert" className={classes['refusal']}>
          {m.atLeastOne}
        </p>
      )}
    </fieldset>
  )
}

/** Which columns to show: found by name, at least one stays. */
export function ColumnChooser(props: ColumnChooserProps) {
  const { columns, shown, onReset } = props
  const [sought, setSought] = useState('')
  const found = columns.filter((column) => column.header.toLowerCase().includes(sought.trim().toLowerCase()))
  return (
    <Popover
      label={m.columns}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} size="small" icon={<IconColumns3 size={16} stroke={1.5} aria-hidden />}>
          {m.columns}
          <span className="dim">{shown.length}</span>
        </Button>
      )}
    >
      {() => (
        <div className={classes['chooser']}>
          <label className={classes['search']}>
            <IconSearch size={16} stroke={1.5} aria-hidden />
            <input
              type="search"
              placeholder={m.findColumn}
              aria-label={m.findColumn}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
            />
          </label>
          <div className={classes['options']}>
            <ColumnGroup {...props} title={m.shown} group={found.filter(({ id }) => shown.includes(id))} />
            <ColumnGroup {...props} title={m.hidden} group={found.filter(({ id }) => !shown.includes(id))} />
            {found.length === 0 && <p className={classes['none']}>{m.noSuchColumn}</p>}
          </div>
          <div className={classes['foot']}>
            <Button size="small" variant="quiet" onClick={onReset}>
              {m.reset}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}
