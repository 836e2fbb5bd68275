import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Floating } from './floating.tsx'
import useTooltipClasses from './tooltip.module.css'

const OPEN_DELAY = 250

/**
 * A tooltip on hover and focus that stays while the pointer is on it and goes with Escape (WCAG 1.4.13).
 * Spread `trigger` on the element, render `tooltip` beside it. `content` undefined: no tooltip.
 */
export function useTooltip<Element extends HTMLElement>(
  content: ReactNode | ((element: Element | null) => ReactNode),
  /** What becomes of it when its element is pressed; nothing unless given. */
  whenPressed?: 'goes' | 'opens',
) {
  const anchor = useRef<Element>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const isPressed = useRef(false)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    if (delay === 0) setOpen(open)
    else timer.current = setTimeout(() => setOpen(open), delay)
  }
  const shown = isOpen ? (typeof content === 'function' ? content(anchor.current) : content) : undefined
  const isShown = shown !== undefined && shown !== null && shown !== ''
  const trigger = {
    ref: anchor,
    'aria-describedby': isShown ? id : undefined,
    onMouseEnter: () => isPressed.current || change(true, OPEN_DELAY),
    onMouseLeave: () => {
      isPressed.current = false
      change(false, 80)
    },
    onFocus: () => isPressed.current || change(true, 0),
    onBlur: () => {
      isPressed.current = false
      change(false, 0)
    },
    // Whoever pressed it knows what it is, and what it opens must not be covered; what is off says why.
    onPointerDown: () => {
      if (whenPressed === undefined) return
      isPressed.current = whenPressed === 'goes'
      change(whenPressed === 'opens', 0)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isShown) return
      event.stopPropagation()
      change(false, 0)
    },
  }
  const tooltip = isShown ? (
    // A label comes before what it is about: below, the note would cover what is clicked next.
    <Floating anchor={anchor} side="above" className={useTooltipClasses['layer']}>
      <div
        id={id}
        role="tooltip"
        className={useTooltipClasses['tooltip']}
        onMouseEnter={() => change(true, 0)}
        onMouseLeave={() => change(false, 80)}
      >
        {shown}
      </div>
    </Floating>
  ) : null
  return { trigger, tooltip }
}

interface TooltipProps {
  readonly label: ReactNode
  readonly children: ReactNode
  /** For content that takes no focus itself. */
  readonly focusable?: boolean
  readonly className?: string | undefined
}

/** A note on hover and focus around any content. Buttons have their own `tooltip` property. */
export function Tooltip({ label, children, focusable = false, className }: TooltipProps) {
  const { trigger, tooltip } = useTooltip<HTMLSpanElement>(label)
  return (
    <>
      <span {...trigger} className={className} {...(focusable ? { tabIndex: 0, role: 'note' } : {})}>
        {children}
      </span>
      {tooltip}
    </>
  )
}
