import type { ReactNode } from 'react'
import classes from './definition.module.css'
import { useTooltip } from './floating.tsx'
import { ui as m } from './messages.ts'

interface DefinitionProps {
  readonly children: ReactNode
  /** What the word or figure means. */
  readonly definition: string
  /** Node, cluster, since when. */
  readonly scope?: string | undefined
  /** A clock time, already formatted. */
  readonly sampledAt?: string | undefined
}

/** A label that says what it means on hover and focus: dotted underline. */
export function Definition({ children, definition, scope, sampledAt }: DefinitionProps) {
  const { trigger, tooltip } = useTooltip<HTMLButtonElement>(
    <>
      {definition}
      {scope !== undefined && <span className={classes['more']}>{scope}</span>}
      {sampledAt !== undefined && <span className={classes['more']}>{m.sampledAt(sampledAt)}</span>}
    </>,
  )
  return (
    <>
      <button type="button" {...trigger} className={classes['label']}>
        {children}
      </button>
      {tooltip}
    </>
  )
}
