import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './status.module.css'

export type StatusKind = 'ok' | 'warn' | 'bad' | 'off' | 'unknown' | 'connecting'

const cut = { stroke: 'var(--bg-surface)', strokeWidth: 1.4, strokeLinecap: 'round' } as const

const shapes = {
  ok: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  warn: (
    <>
      <path d="M6 .8 11.6 10.8H.4z" fill="currentColor" />
      <path d="M6 4.2v3M6 8.9v.1" {...cut} />
    </>
  ),
  bad: (
    <>
      <path d="M3.7.7h4.6l3 3v4.600l-3 3H3.700l-3-3V3.700z" fill="currentColor" />
      <path d="M4 4l4 4M8 4 4 8" {...cut} />
    </>
  ),
  off: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  unknown: (
    <circle
      cx="6"
      cy="6"
      r="4.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.2 2.2"
    />
  ),
  connecting: (
    <>
      <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.6" opacity=".3" />
      <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
} as const satisfies Record<StatusKind, unknown>

/** The shape alone, 12 px, hidden from assistive technology: a word must stand beside it. */
export function StatusShape({
  kind,
  coloured = false,
}: {
  readonly kind: StatusKind
  readonly coloured?: boolean
}) {
  return (
    <svg
      viewBox="0 0 12 12"
      aria-hidden="true"
      className={classNames(classes['shape'], coloured && classes[kind])}
    >
      {shapes[kind]}
    </svg>
  )
}

interface StatusProps {
  readonly kind: StatusKind
  /** The word of the status, which is never shown by colour alone. */
  readonly children: ReactNode
  readonly pill?: boolean
  /** True for a sentence that may need several lines. */
  readonly wraps?: boolean
}

/** Shows a status by shape, colour and word. */
export function Status({ kind, children, pill = false, wraps = false }: StatusProps) {
  const more = [pill && classes['pill'], wraps && classes['wraps']]
  return (
    <span className={classNames(classes['status'], classes[kind], ...more)}>
      <StatusShape kind={kind} />
      {children}
    </span>
  )
}
