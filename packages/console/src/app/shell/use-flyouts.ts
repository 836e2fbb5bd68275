import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

/** The delays in milliseconds: long enough to cross the menu without opening a list, short enough not to be noticed. */
const openMs = 140
const switchMs = 100
/** The delay while the pointer moves towards the list of an area, because it may cross the next area on its way. */
const aimMs = 320
const closeMs = 260
const focusMs = 200

export interface Flyouts {
  /** The area whose pages are shown beside the bar. */
  readonly shown: string | undefined
  hover(area: string, event: PointerEvent): void
  leave(): void
  /** Follows the pointer, to detect whether it moves towards the list. */
  follow(event: PointerEvent): void
  /** Called when the keyboard focus reaches an area. */
  reach(area: string): void
  /** Shows the list of an area and keeps it open until it is closed. */
  hold(area: string): void
  /** Handles a click or a tap: holds the list open, or closes it if it is already held. */
  press(area: string): void
  close(): void
}

/** Controls the lists beside the bar of areas, one at a time, by pointer, touch and keyboard. */
export function useFlyouts(): Flyouts {
  const [shown, setShown] = useState<string>()
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pointer = useRef({ x: 0, y: 0, isAiming: false })
  const later = (run: () => void, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, ms)
  }
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setShown(undefined)
    setHeld(false)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const hold = (area: string) => {
    clearTimeout(timer.current)
    setShown(area)
    setHeld(true)
  }
  return {
    shown,
    hover: (area, { pointerType }) => {
      if (pointerType === 'touch' || isHeld) return
      const wait = shown === undefined ? openMs : pointer.current.isAiming ? aimMs : switchMs
      later(() => setShown(area), wait)
    },
    leave: () => {
      if (!isHeld) later(close, closeMs)
    },
    follow: ({ clientX, clientY }) => {
      const { x, y } = pointer.current
      const isAiming = clientX - x > 1 && Math.abs(clientY - y) < 2 * (clientX - x)
      pointer.current = { x: clientX, y: clientY, isAiming }
    },
    reach: (area) => later(() => setShown(area), focusMs),
    hold,
    press: (area) => (isHeld && shown === area ? close() : hold(area)),
    close,
  }
}
