import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { m } from './messages.ts'
import classes from './row-list.module.css'
import { useRowKeys } from './use-row-keys.ts'

interface RowListProps {
  readonly count: number
  /** Above the columns; none for a list of one column. */
  readonly heads?: readonly string[]
  /** Too much for a line: each row is a block of labelled fields. */
  readonly isTall?: boolean
  readonly addLabel: string
  readonly isDisabled: boolean
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
  /** `next` goes on to a new row, from the last one. */
  readonly row: (at: number, next: () => void) => ReactNode
}

const controls = 'input, select, textarea'

/** Rows that can be added and taken away. The focus goes to what was added, and stays near what was taken away. */
export function RowList(props: RowListProps) {
  const { count, heads = [], isTall = false, addLabel, isDisabled, onAdd, onRemove, row } = props
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useRef<{ readonly row: number; readonly what: string }>(undefined)
  const { keys, forget } = useRowKeys(count)
  useEffect(() => {
    const next = focusNext.current
    if (next === undefined) return
    focusNext.current = undefined
    const rows = root.current?.querySelectorAll(':scope > ul > li') ?? []
    const target = rows[Math.min(next.row, rows.length - 1)]?.querySelector<HTMLElement>(next.what)
    const add = root.current?.querySelector<HTMLElement>(':scope > button')
    ;(target ?? add)?.focus()
  })
  const add = () => {
    focusNext.current = { row: count, what: controls }
    onAdd()
  }
  const remove = (at: number) => {
    forget(at)
    focusNext.current = { row: at, what: '[data-remove]' }
    onRemove(at)
  }
  return (
    <div
      ref={root}
      className={classNames(classes['rows'], isTall && classes['tall'], isDisabled && classes['locked'])}
    >
      {heads.length > 0 && count > 0 && !isTall && (
        <div className={classes['heads']} aria-hidden="true">
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      )}
      {count > 0 && (
        <ul className={classes['list']}>
          {keys.map((key, at) => (
            <li key={key} className={classes['row']}>
              <div className={classes['cells']}>
                {row(at, () => at === count - 1 && !isDisabled && add())}
              </div>
              {!isDisabled && (
                <IconButton label={m.removeRow(at + 1)} data-remove="" onClick={() => remove(at)}>
                  <IconTrash size={16} stroke={1.5} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {count === 0 && isDisabled && <p className={classes['none']}>{m.none}</p>}
      {!isDisabled && (
        <Button size="small" icon={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={add}>
          {addLabel}
        </Button>
      )}
    </div>
  )
}
