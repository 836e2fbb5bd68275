import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './tag.module.css'

interface TagProps {
  readonly tone?: 'neutral' | 'warn' | 'bad' | 'ok' | 'accent'
  readonly children: ReactNode
}

/** A short remark beside a thing: "stale 52 s", "high", "expired". Not a status. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={classNames(classes['tag'], classes[tone])}>{children}</span>
}
