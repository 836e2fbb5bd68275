import { type ReactNode, useId, useRef } from 'react'
import { moveFocus } from '#ui/move-focus.ts'
import classes from './tabs.module.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** A count beside the label. */
  readonly count?: string | undefined
}

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** The content of the chosen tab. */
  readonly children: ReactNode
}

/** Parts of one page, one at a time; the page keeps the choice in the URL. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classes['tabs']}
        onKeyDown={(event) => {
          if (event.key.length === 1 || list.current === null) return
          if (!moveFocus(list.current, '[role="tab"]', event.key)) return
          event.preventDefault()
          const reached = tabs.find((tab) => document.activeElement?.id === `${id}-${tab.id}`)
          if (reached !== undefined && reached.id !== value) onChange(reached.id)
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className={classes['tab']}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            // Not on focus: a dialog that asks before a form is left gives the focus back, and would be asked for again.
            onClick={() => tab.id !== value && onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={classes['count']}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={classes['panel']}>
        {children}
      </div>
    </>
  )
}
