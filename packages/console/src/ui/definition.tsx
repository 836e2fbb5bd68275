import type { ReactNode } from 'react'
import classes from './definition.module.css'
import { useTooltip } from './floating.tsx'
import { ui as m } from './messages.ts'

interface DefinitionProps {
  readonly children: ReactNode
  /** The meaning of the word or figure. */
  readonly definition: string
  /** The scope: a node, the cluster, or the time since when it applies. */
  readonly scope?: string | undefined
  /** A clock time, already formatted. */
  readonly sampledAt?: string | undefined
}

/** A label with a dotted underline that shows its definition on hover and focus. */
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
