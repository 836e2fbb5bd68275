import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './status.module.css'
import { type StatusKind, StatusShape } from './status-shape.tsx'

interface StatusProps {
  readonly kind: StatusKind
  /** The word: a status is never only a colour. */
  readonly children: ReactNode
  readonly pill?: boolean
}

/** Shape + colour + word. */
export function Status({ kind, children, pill = false }: StatusProps) {
  return (
    <span className={classNames(classes['status'], classes[kind], pill && classes['pill'])}>
      <StatusShape kind={kind} />
      {children}
    </span>
  )
}
