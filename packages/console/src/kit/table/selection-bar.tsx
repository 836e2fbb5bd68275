import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { table as m } from '../messages/page.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  readonly count: number
  readonly isPageSelected: boolean
  readonly onTogglePage: (selected: boolean) => void
  readonly onClear: () => void
  readonly children: ReactNode
}

/** A 40 px row of its own above the table, always there: choosing the first row moves nothing under the pointer. */
export function SelectionBar({ count, isPageSelected, onTogglePage, onClear, children }: SelectionBarProps) {
  return (
    <div
      className={classNames(classes['bar'], count > 0 && classes['some'])}
      role="toolbar"
      aria-label={m.selection}
    >
      <Checkbox
        checked={isPageSelected}
        mixed={count > 0 && !isPageSelected}
        aria-label={m.selectPage}
        onChange={onTogglePage}
      />
      <span className={classes['count']} aria-live="polite">
        {count === 0 ? m.noneSelected : m.selected(count, formatNumber(count))}
      </span>
      {count > 0 && (
        <>
          {children}
          <Button size="small" variant="quiet" className={classes['clear']} onClick={onClear}>
            {m.clearSelection}
          </Button>
        </>
      )}
    </div>
  )
}
