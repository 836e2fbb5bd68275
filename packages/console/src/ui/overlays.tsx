import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Floating, useOverlay } from './floating.tsx'
import classes from './overlays.module.css'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** True if the action is in effect, in a menu in which one of several actions is in effect. */
  readonly isChosen?: boolean
  /** The reason why the action is disabled: it stays reachable by keyboard and shows the reason under its name. */
  readonly disabledReason?: string | undefined
  readonly onSelect: () => void
}

interface MenuProps {
  readonly label: string
  readonly actions: readonly MenuAction[]
  /** Renders the button with the properties that a menu button needs. */
  readonly children: (trigger: {
    readonly 'aria-haspopup': 'menu'
    readonly 'aria-expanded': boolean
    readonly onClick: () => void
  }) => ReactNode
}

const ITEMS = '[role^="menuitem"]'

/**
 * A menu of actions: arrows, Home, End and first letters move the focus, Escape and Tab close the menu and return the
 * focus.
 */
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
      <span ref={anchor} className={classes['anchor']}>
        {children(trigger)}
      </span>
      {isOpen && (
        <Floating anchor={anchor} align="end" className={classes['layer']}>
          <div
            ref={panel}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            className={classNames(classes['panel'], classes['menu'])}
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

interface PopoverProps {
  readonly label: string
  readonly align?: 'start' | 'end'
  readonly trigger: (trigger: {
    readonly 'aria-haspopup': 'dialog'
    readonly 'aria-expanded': boolean
    readonly onClick: () => void
  }) => ReactNode
  readonly children: (close: () => void) => ReactNode
}

const FOCUSABLE = 'input, select, button, a[href], [tabindex="0"]'

/** A small dialog beside its button, not modal: Escape, a click outside or leaving it by Tab closes it. */
export function Popover({ label, align = 'start', trigger, children }: PopoverProps) {
  const { isOpen, anchor, panel, toggle, close } = useOverlay({ focusFirst: FOCUSABLE, closesOnBlur: true })
  return (
    <>
      <span ref={anchor} className={classes['anchor']}>
        {trigger({ 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: toggle })}
      </span>
      {isOpen && (
        <Floating anchor={anchor} align={align} className={classes['layer']}>
          <div
            ref={panel}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className={classNames(classes['panel'], classes['popover'])}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              close()
            }}
          >
            {children(close)}
          </div>
        </Floating>
      )}
    </>
  )
}

/** Moves the focus inside a list as its keyboard pattern requires; returns whether the key had an effect. */
export function moveFocus(container: HTMLElement, selector: string, key: string): boolean {
  const items = [...container.querySelectorAll<HTMLElement>(selector)]
  const { activeElement } = document
  const current = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key]
  let target: HTMLElement | undefined
  if (step !== undefined) target = items.at((current + step + items.length) % items.length)
  else if (key === 'Home') target = items.at(0)
  else if (key === 'End') target = items.at(-1)
  else if (key.length === 1) {
    const ordered = [...items.slice(current + 1), ...items.slice(0, current + 1)]
    target = ordered.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
  }
  target?.focus()
  return target !== undefined
}

/** Takes the focus when used as the `ref` of a control that is loaded after its panel has opened and focused itself. */
export function takeFocus(control: HTMLElement | null): void {
  control?.focus()
}
