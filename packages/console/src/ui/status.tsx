import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './status.module.css'
import { type StatusKind, StatusShape } from './status-shape.tsx'

interface StatusProps {
  readonly kind: StatusKind
  /** The word: a status is never only a colour. */
  readonly children: ReactNode
  readonly pill?: boolean
  /** Of a sentence that may need several lines. */
  readonly wraps?: boolean
}

/** Shape + colour + word. */
export function Status({ kind, children, pill = false, wraps = false }: StatusProps) {
  const more = [pill && classes['pill'], wraps && classes['wraps']]
  return (
    <span className={classNames(classes['status'], classes[kind], ...more)}>
      <StatusShape kind={kind} />
      {children}
    </span>
  )
}
