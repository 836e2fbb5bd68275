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
  /** The selector of the element that gets the focus when the overlay opens. */
  readonly focusFirst: string
  /** True if the overlay also closes when the focus moves elsewhere. */
  readonly closesOnBlur: boolean
}

/** Manages an overlay beside a button: the focus moves into it and comes back, and a click outside closes it. */
export function useOverlay({ focusFirst, closesOnBlur }: Overlay) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const inside = panel.current?.querySelector<HTMLElement>(focusFirst)
    // Without a focusable element inside, the panel itself gets the focus, so that Escape reaches it.
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
  /** The preferred side, if there is room on both sides. */
  readonly side?: 'below' | 'above'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * The natural width of the content, whatever the previous position: measured near a window edge that has moved, it
 * would be squeezed.
 */
const unplaced = { position: 'fixed', top: 0, left: 0, width: 'max-content', maxWidth: '100vw' } as const

/**
 * Places content beside an anchor, in the overlays region: once, and again when the content, the page or the window
 * changes.
 */
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
    // The content may be loaded later, or grow.
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

/**
 * Places the box on the preferred side of its anchor, on the other side if there is room only there; never outside
 * the window.
 */
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
 * Provides a tooltip on hover and focus that stays while the pointer is on it and closes on Escape (WCAG 1.4.13).
 * Spread `trigger` on the element and render `tooltip` beside it. There is no tooltip if `content` is undefined.
 */
export function useTooltip<Element extends HTMLElement>(
  content: ReactNode | ((element: Element | null) => ReactNode),
  /** Tells whether pressing the element closes or opens the tooltip; without it, pressing has no effect. */
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
    // The tooltip closes on a press, so that it does not cover what the press opens; the tooltip of a disabled
    // element opens with the reason.
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
    // A label stands above its content, so a tooltip below the label would cover what is clicked next.
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
  /** Makes content focusable that takes no focus itself. */
  readonly focusable?: boolean
  readonly className?: string | undefined
}

/** A note on hover and focus around any content. Buttons have a `tooltip` property of their own. */
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
