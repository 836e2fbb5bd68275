import type { ReactNode } from 'react'
import { Definition } from './definition.tsx'
import classes from './figure-strip.module.css'
import { Tag } from './marks.tsx'
import { ui as figureWords } from './messages.ts'

interface FigureProps {
  readonly label: string
  readonly definition: string
  readonly scope?: string | undefined
  readonly sampledAt?: string | undefined
  /** The formatted value; undefined if it is unknown, which is shown as a dash. */
  readonly value: string | undefined
  readonly unit?: string | undefined
  readonly note?: ReactNode
  /** A sparkline of 84 × 26 pixels. */
  readonly sparkline?: ReactNode
  /** The age of the value, once it is too old to be trusted: "52 s". */
  readonly staleFor?: string | undefined
  /** Wraps the value in a link to the list that explains the value. */
  readonly link?: (value: ReactNode) => ReactNode
}

/** Shows one number with its label, unit, scope and age. */
export function Figure(props: FigureProps) {
  const { label, definition, scope, sampledAt, value, unit, note, sparkline, staleFor, link } = props
  const shown = (
    <>
      {value ?? '—'}
      {value !== undefined && unit !== undefined && <small className={classes['unit']}>{unit}</small>}
    </>
  )
  return (
    <dl className={classes['figure']}>
      <dt className={classes['label']}>
        <Definition definition={definition} scope={scope} sampledAt={sampledAt}>
          {label}
        </Definition>
        {staleFor !== undefined && <Tag tone="warn">{figureWords.stale(staleFor)}</Tag>}
      </dt>
      <dd className={classes['value']}>{link === undefined ? shown : link(shown)}</dd>
      <dd className={classes['note']}>{note}</dd>
      {sparkline !== undefined && <dd className={classes['spark']}>{sparkline}</dd>}
    </dl>
  )
}

/** Shows up to six figures in one panel, two per row on a phone. The children are `Figure` elements. */
export function FigureStrip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={classes['strip']} aria-label={label}>
      {children}
    </section>
  )
}
