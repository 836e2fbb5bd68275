import type { ReactNode } from 'react'
import classes from './state.module.css'

interface EmptyStateProps {
  readonly title: string
  /** What the thing is and how the first one comes about. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Nothing here, and why that is so. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action !== undefined && <div className={classes['actions']}>{action}</div>}
    </div>
  )
}
