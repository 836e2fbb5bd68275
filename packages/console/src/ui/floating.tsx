import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { placeFloating } from '#lib/place-floating.ts'

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

/** What floats beside an anchor, in the overlays region: placed once, and again when the page scrolls or resizes. */
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
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
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
