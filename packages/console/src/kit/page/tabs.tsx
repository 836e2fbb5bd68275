import { type ReactNode, useId } from 'react'
import { TabBar, type TabBarProps } from './tab-bar.tsx'
import classes from './tabs.module.css'

interface TabsProps<Id extends string> extends TabBarProps<Id> {
  /** The content of the chosen tab. */
  readonly children: ReactNode
}

/** Parts of one page, one at a time; the page keeps the choice in the URL. */
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
