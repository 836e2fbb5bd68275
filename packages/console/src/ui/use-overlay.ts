import { useEffect, useRef, useState } from 'react'

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
