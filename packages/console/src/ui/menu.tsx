import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Floating } from './floating.tsx'
import classes from './menu.module.css'
import { moveFocus } from './move-focus.ts'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** Stays in reach of the keyboard and shows the reason under its name. */
  readonly disabledReason?: string | undefined
  readonly onSelect: () => void
}

interface MenuProps {
  readonly label: string
  readonly actions: readonly MenuAction[]
  /** The button; it gets what a menu button needs. */
  readonly children: (trigger: {
    readonly 'aria-haspopup': 'menu'
    readonly 'aria-expanded': boolean
    readonly onClick: () => void
  }) => ReactNode
}

const ITEMS = '[role="menuitem"]'

/** A menu of actions: arrows, Home, End and first letters move, Escape and Tab close and give the focus back. */
export function Menu({ label, actions, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    anchor.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector<HTMLElement>(ITEMS)?.focus()
    const closeOutside = (event: PointerEvent) => {
      const target = event.target
      if (!(target instanceof Node)) return
      if (!list.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (list.current !== null && moveFocus(list.current, ITEMS, event.key)) event.preventDefault()
  }
  const trigger = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
  } as const
  return (
    <>
      <span ref={anchor} className={classes['anchor']}>
        {children(trigger)}
      </span>
      {isOpen && (
        <Floating anchor={anchor} align="end" className={classes['layer']}>
          <div
            ref={list}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            className={classes['menu']}
            onKeyDown={onKeyDown}
          >
            {actions.map((action) => (
              <button
                key={action.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={classNames(classes['item'], action.danger && classes['danger'])}
                aria-disabled={action.disabledReason !== undefined || undefined}
                onClick={() => {
                  if (action.disabledReason !== undefined) return
                  close()
                  action.onSelect()
                }}
              >
                {action.icon}
                <span>
                  {action.label}
                  {action.disabledReason !== undefined && (
                    <span className={classes['reason']}>{action.disabledReason}</span>
                  )}
                </span>
              </button>
            ))}
          </div>
        </Floating>
      )}
    </>
  )
}
