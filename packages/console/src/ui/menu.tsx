import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Floating, useOverlay } from './floating.tsx'
import classes from './menu.module.css'
import { moveFocus } from './move-focus.ts'
import overlay from './overlay.module.css'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** Of actions of which one is in effect: whether it is this one. */
  readonly isChosen?: boolean
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

const ITEMS = '[role^="menuitem"]'

/** A menu of actions: arrows, Home, End and first letters move, Escape and Tab close and give the focus back. */
export function Menu({ label, actions, children }: MenuProps) {
  const { isOpen, anchor, panel, toggle, close } = useOverlay({ focusFirst: ITEMS, closesOnBlur: false })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (panel.current !== null && moveFocus(panel.current, ITEMS, event.key)) event.preventDefault()
  }
  const trigger = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: toggle,
  } as const
  return (
    <>
      <span ref={anchor} className={overlay['anchor']}>
        {children(trigger)}
      </span>
      {isOpen && (
        <Floating anchor={anchor} align="end" className={overlay['layer']}>
          <div
            ref={panel}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            className={classNames(overlay['panel'], classes['menu'])}
            onKeyDown={onKeyDown}
          >
            {actions.map((action) => (
              <button
                key={action.label}
                type="button"
                {...(action.isChosen === undefined
                  ? { role: 'menuitem' }
                  : { role: 'menuitemradio', 'aria-checked': action.isChosen })}
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
