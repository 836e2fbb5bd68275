import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ui as m } from './messages.ts'
import classes from './states.module.css'
import { StatusShape } from './status.tsx'
import { Verbatim } from './verbatim.tsx'

interface SkeletonProps {
  readonly width?: number | string
  readonly height?: number | string
}

/** Holds the place of what is loading, in its final size. Mark the region itself `aria-busy`. */
export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  return <span className={classes['skeleton']} style={{ width, height }} aria-hidden="true" />
}

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

/** A failure put into words by whoever knows its kind. */
export interface ProblemView {
  readonly title: string
  readonly detail?: string | undefined
  /** What the broker said, to the letter; behind *details*. */
  readonly raw?: string | undefined
}

interface ErrorStateProps extends ProblemView {
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean
}

/** What failed, why, and the way to try again. */
export function ErrorState({ title, detail, raw, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className={classes['state']} role="alert">
      <p className={classes['title']}>
        <StatusShape kind="bad" coloured />
        {title}
      </p>
      {detail !== undefined && <div className={classes['text']}>{detail}</div>}
      {raw !== undefined && raw !== '' && (
        <details className={classes['details']}>
          <summary>{m.details}</summary>
          <pre className={classes['raw']}>
            <Verbatim text={raw} wrap />
          </pre>
        </details>
      )}
      {onRetry !== undefined && (
        <div className={classes['actions']}>
          <Button size="small" onClick={onRetry} isBusy={isRetrying}>
            {m.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
