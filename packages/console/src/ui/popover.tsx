import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Floating } from './floating.tsx'
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
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    anchor.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    panel.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
    const closeOutside = (event: Event) => {
      const target = event.target
      if (!(target instanceof Node) || target === document) return
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])
  return (
    <>
      <span ref={anchor} className={classes['anchor']}>
        {trigger({ 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })}
      </span>
      {isOpen && (
        <Floating anchor={anchor} align={align} className={classes['layer']}>
          <div
            ref={panel}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className={classes['panel']}
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
