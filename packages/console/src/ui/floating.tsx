import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import useTooltipClasses from './floating.module.css'

interface Overlay {
  /** What gets the focus when it opens. */
  readonly focusFirst: string
  /** Whether the focus going elsewhere closes it, too. */
  readonly closesOnBlur: boolean
}

/** Open or not, of something beside a button: focus goes in and comes back, a click outside closes. */
export function useOverlay({ focusFirst, closesOnBlur }: Overlay) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const inside = panel.current?.querySelector<HTMLElement>(focusFirst)
    // Without anything to use inside, the panel itself: Escape must reach it.
    ;(inside ?? panel.current)?.focus()
    const closeOutside = (event: Event) => {
      const target = event.target
      if (!(target instanceof Node) || target === document) return
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false)
    }
    const watched = closesOnBlur ? ['pointerdown', 'focusin'] : ['pointerdown']
    for (const name of watched) document.addEventListener(name, closeOutside)
    return () => {
      for (const name of watched) document.removeEventListener(name, closeOutside)
    }
  }, [isOpen, focusFirst, closesOnBlur])
  return {
    isOpen,
    anchor,
    panel,
    toggle: () => setOpen(!isOpen),
    close: () => {
      setOpen(false)
      anchor.current?.querySelector('button')?.focus()
    },
  }
}

interface FloatingProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly align?: 'start' | 'end' | 'center'
  /** Where it goes if there is room on both sides. */
  readonly side?: 'below' | 'above'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** As wide as what is in it, wherever it stood before: measured near an edge that has moved, it would be squeezed. */
const unplaced = { position: 'fixed', top: 0, left: 0, width: 'max-content', maxWidth: '100vw' } as const

/** What floats beside an anchor, in the overlays region: placed once, and again when it, the page or the window changes. */
export function Floating({ anchor, align = 'start', side = 'below', className, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      if (anchor.current === null || box.current === null) return
      const { width, height } = box.current.getBoundingClientRect()
      const viewport = { width: window.innerWidth, height: window.innerHeight }
      const { top, left } = placeFloating(
        anchor.current.getBoundingClientRect(),
        { width, height },
        viewport,
        align,
        side,
      )
      box.current.style.top = `${top}px`
      box.current.style.left = `${left}px`
    }
    place()
    // What is in it may come later, or grow.
    const resized = new ResizeObserver(place)
    if (box.current !== null) resized.observe(box.current)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [anchor, align, side])
  return createPortal(
    <div ref={box} className={className} style={unplaced}>
      {children}
    </div>,
    document.getElementById('overlays') ?? document.body,
  )
}

interface Box {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

interface Viewport {
  readonly width: number
  readonly height: number
}

const GAP = 6
const EDGE = 8

/** On the wanted side of its anchor, on the other one where there is room only there; never outside the window. */
export function placeFloating(
  anchor: Box,
  size: Pick<Box, 'width' | 'height'>,
  viewport: Viewport,
  align: 'start' | 'end' | 'center' = 'start',
  side: 'below' | 'above' = 'below',
): { top: number; left: number } {
  const below = anchor.top + anchor.height + GAP
  const above = anchor.top - GAP - size.height
  const fitsBelow = below + size.height <= viewport.height - EDGE
  const fitsAbove = above >= EDGE
  const isBelow = side === 'below' ? fitsBelow || !fitsAbove : !fitsAbove
  const top = isBelow ? Math.min(below, viewport.height - EDGE - size.height) : above
  const offset = { start: 0, end: anchor.width - size.width, center: (anchor.width - size.width) / 2 }[align]
  const left = Math.min(anchor.left + offset, viewport.width - EDGE - size.width)
  return { top: Math.max(EDGE, top), left: Math.max(EDGE, left) }
}

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
