import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type ReactNode, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './fold.module.css'

interface FoldProps {
  readonly title: string
  /** What is inside, in a few words, beside the title. */
  readonly summary?: ReactNode
  /** Open whatever a person did: something inside needs to be seen. */
  readonly mustOpen?: boolean
  /** Where somebody else knows whether it is open. */
  readonly held?: { readonly isOpen: boolean; readonly onToggle: () => void }
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Something that is seldom needed, behind a line that says what it is. Closed, its content is not drawn. */
export function Fold({ title, summary, mustOpen = false, held, className, children }: FoldProps) {
  const [isOpenHere, setOpen] = useState(false)
  const isOpen = held?.isOpen ?? isOpenHere
  return (
    <details
      className={classNames(classes['fold'], className)}
      open={isOpen || mustOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        // It also tells what it was told.
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
