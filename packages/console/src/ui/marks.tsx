import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import classes from './marks.module.css'

interface TagProps {
  readonly tone?: 'neutral' | 'warn' | 'bad' | 'ok' | 'accent'
  readonly children: ReactNode
}

/** A short remark beside something: "stale 52 s", "high", "expired". It is not a status. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={classNames(classes['tag'], classes[tone])}>{children}</span>
}

interface AmountProps {
  readonly value: number | null | undefined
  readonly format?: (value: number) => string
  readonly unit?: ReactNode
}

/** A number in a table or list: zero is dimmed, an unknown value is a dash. */
export function Amount({ value, format = formatNumber, unit }: AmountProps) {
  if (value === null || value === undefined || !Number.isFinite(value)) return <span className="dim">—</span>
  return (
    <span className={value === 0 ? 'dim' : undefined}>
      {format(value)}
      {unit !== undefined && <> {unit}</>}
    </span>
  )
}
