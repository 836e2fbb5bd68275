import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './field-box.module.css'

interface FieldBoxProps {
  readonly hasFault?: boolean
  readonly isLocked?: boolean
  /** Grows with what it holds instead of being one line high. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** The frame of everything that is typed or chosen; it shows the focus of what is inside. */
export function FieldBox({ hasFault = false, isLocked = false, isTall = false, children }: FieldBoxProps) {
  return (
    <span
      className={classNames(classes['box'], isTall && classes['tall'])}
      data-fault={hasFault || undefined}
      data-locked={isLocked || undefined}
    >
      {children}
    </span>
  )
}
