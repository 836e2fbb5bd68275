import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { controls as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import classes from './row-list.module.css'

interface RowListProps {
  readonly count: number
  /** The heads above the columns, each as wide as its cells; absent for a list of one column. */
  readonly heads?: readonly { readonly label: string; readonly className?: string }[]
  /** True if a row does not fit into a line: each row is then a block of labelled fields. */
  readonly isTall?: boolean
  readonly addLabel: string
  readonly isDisabled: boolean
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
  /** Present if the order of the rows matters. */
  readonly onMove?: ((at: number, to: number) => void) | undefined
  /** Draws a row; `next` goes on to a new row, from the last row. */
  readonly row: (at: number, next: () => void) => ReactNode
}

const controls = 'input, select, textarea'

/** A list of rows that can be added and removed. The focus goes to an added row, and stays near a removed row. */
export function RowList(props: RowListProps) {
  const { count, heads = [], isTall = false, addLabel, isDisabled, onAdd, onRemove, onMove, row } = props
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useRef<{ readonly row: number; readonly what: string }>(undefined)
  const { keys, forget, move: moveKey } = useRowKeys(count)
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
  const move = (at: number, by: -1 | 1) => {
    moveKey(at, at + by)
    focusNext.current = { row: at + by, what: by < 0 ? '[data-up]' : '[data-down]' }
    onMove?.(at, at + by)
  }
  return (
    <div
      ref={root}
      className={classNames(
        classes['rows'],
        isTall && classes['tall'],
        isDisabled && classes['locked'],
        onMove !== undefined && classes['ordered'],
      )}
    >
      {heads.length > 0 && count > 0 && !isTall && (
        <div className={classes['heads']} aria-hidden="true">
          {heads.map(({ label, className }) => (
            <span key={label} className={className}>
              {label}
            </span>
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
              {!isDisabled && onMove !== undefined && (
                <>
                  <IconButton
                    label={m.moveUp(at + 1)}
                    data-up=""
                    disabledReason={at === 0 ? m.isFirst : undefined}
                    onClick={() => move(at, -1)}
                  >
                    <IconArrowUp size={16} stroke={1.5} />
                  </IconButton>
                  <IconButton
                    label={m.moveDown(at + 1)}
                    data-down=""
                    disabledReason={at === count - 1 ? m.isLast : undefined}
                    onClick={() => move(at, 1)}
                  >
                    <IconArrowDown size={16} stroke={1.5} />
                  </IconButton>
                </>
              )}
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
        <Button size="small" data-add="" icon={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={add}>
          {addLabel}
        </Button>
      )}
    </div>
  )
}

interface RowKeys {
  readonly keys: readonly number[]
  readonly next: number
}

/**
 * Returns keys for rows without an identity: a row keeps its key and the state of its controls when another row goes.
 */
function useRowKeys(count: number) {
  const [state, setState] = useState<RowKeys>({ keys: [], next: 0 })
  const current = resizeKeys(state, count)
  if (current !== state) setState(current)
  return {
    keys: current.keys,
    forget: (at: number) => setState({ ...current, keys: current.keys.toSpliced(at, 1) }),
    move: (at: number, to: number) =>
      setState({
        ...current,
        keys: current.keys.toSpliced(at, 1).toSpliced(to, 0, ...current.keys.slice(at, at + 1)),
      }),
  }
}

/** Rows are added and removed at the end unless `forget` has removed a key elsewhere. */
function resizeKeys(state: RowKeys, count: number): RowKeys {
  const { keys, next } = state
  const missing = count - keys.length
  if (missing === 0) return state
  if (missing < 0) return { keys: keys.slice(0, count), next }
  return {
    keys: [...keys, ...Array.from({ length: missing }, (_none, at) => next + at)],
    next: next + missing,
  }
}
