import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Floating, useOverlay } from './floating.tsx'
import overlay from './overlay.module.css'
import classes from './popover.module.css'

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
      <span ref={anchor} className={overlay['anchor']}>
        {trigger({ 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: toggle })}
      </span>
      {isOpen && (
        <Floating anchor={anchor} align={align} className={overlay['layer']}>
          <div
            ref={panel}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className={classNames(overlay['panel'], classes['popover'])}
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
