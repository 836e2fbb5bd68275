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

/** A placeholder for content that is loading, in its final size. Set `aria-busy` on the region itself. */
export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  return <span className={classes['skeleton']} style={{ width, height }} aria-hidden="true" />
}

interface EmptyStateProps {
  readonly title: string
  /** A description of the missing things, and how to create the first. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shows that there is nothing here, and why. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action !== undefined && <div className={classes['actions']}>{action}</div>}
    </div>
  )
}

/** A failure described by the component that knows its kind. */
export interface ProblemView {
  readonly title: string
  readonly detail?: string | undefined
  /** The literal response of the broker, behind *details*. */
  readonly raw?: string | undefined
}

interface ErrorStateProps extends ProblemView {
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean
}

/** Shows what failed, why, and a button to retry. */
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
