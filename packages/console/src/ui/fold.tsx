import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type ReactNode, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './fold.module.css'

interface FoldProps {
  readonly title: string
  /** A short summary of the content, beside the title. */
  readonly summary?: ReactNode
  /** Keeps the content open regardless of the user's choice, because something inside needs to be seen. */
  readonly mustOpen?: boolean
  /** The open state, if a parent component controls it. */
  readonly held?: { readonly isOpen: boolean; readonly onToggle: () => void }
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Hides content that is seldom needed behind a line with its title. The content is not rendered while it is closed. */
export function Fold({ title, summary, mustOpen = false, held, className, children }: FoldProps) {
  const [isOpenHere, setOpen] = useState(false)
  const isOpen = held?.isOpen ?? isOpenHere
  return (
    <details
      className={classNames(classes['fold'], className)}
      open={isOpen || mustOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        // The event also fires after a change of the `open` property, so only a difference is reported.
        if (held !== undefined && currentTarget.open !== held.isOpen) held.onToggle()
      }}
    >
      <summary className={classes['line']}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
        <span className={classes['title']}>{title}</span>
        {summary !== undefined && <span className={classes['summary']}>{summary}</span>}
      </summary>
      {(isOpen || mustOpen) && children}
    </details>
  )
}
