import { type ReactNode, useId, useRef } from 'react'
import { moveFocus } from '#ui/overlays.tsx'
import classes from './tabs.module.css'

interface TabsProps<Id extends string> extends TabBarProps<Id> {
  /** The content of the chosen tab. */
  readonly children: ReactNode
}

/** Parts of a page, shown one at a time; the page keeps the choice in the URL. */
export function Tabs<Id extends string>({ children, ...bar }: TabsProps<Id>) {
  const id = useId()
  const tabId = (tab: Id) => `${id}-${tab}`
  const panelId = () => `${id}-panel`
  return (
    <>
      <TabBar {...bar} tabId={tabId} panelId={panelId} />
      <div role="tabpanel" id={panelId()} aria-labelledby={tabId(bar.value)} className={classes['panel']}>
        {children}
      </div>
    </>
  )
}

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** A count beside the label. */
  readonly count?: string | undefined
  /** The meaning of a dot beside the label; undefined without a dot. */
  readonly mark?: string | undefined
}

interface TabBarProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** Content after the last tab: a button that adds a tab. */
  readonly end?: ReactNode
}

interface ConnectedTabBarProps<Id extends string> extends TabBarProps<Id> {
  /** Returns the id of a tab, which labels its panel. */
  readonly tabId: (id: Id) => string
  readonly panelId: (id: Id) => string
}

/** The tabs without their panels, for components that render the panels themselves. */
export function TabBar<Id extends string>(props: ConnectedTabBarProps<Id>) {
  const { label, tabs, value, onChange, end, tabId, panelId } = props
  const list = useRef<HTMLDivElement>(null)
  return (
    <div className={classes['bar']}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classes['tabs']}
        onKeyDown={(event) => {
          if (event.key.length === 1 || list.current === null) return
          if (!moveFocus(list.current, '[role="tab"]', event.key)) return
          event.preventDefault()
          const reached = tabs.find((tab) => document.activeElement?.id === tabId(tab.id))
          if (reached !== undefined && reached.id !== value) onChange(reached.id)
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(tab.id)}
            className={classes['tab']}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? panelId(tab.id) : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            // Focus alone does not change the tab: a dialog that asks before a form is left gives the focus back, and
            // would open again.
            onClick={() => tab.id !== value && onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={classes['count']}>{tab.count}</span>}
            {tab.mark !== undefined && (
              <span className={classes['mark']} title={tab.mark}>
                <span className="visually-hidden">{tab.mark}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {end !== undefined && <div className={classes['end']}>{end}</div>}
    </div>
  )
}
