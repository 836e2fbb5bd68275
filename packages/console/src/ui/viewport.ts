import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

const QUERY = '(max-width: 767px)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Below 768 px tables become cards and the rail a drawer. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
}

/** Whether an element is in sight: what scrolls away inside a table or a map is not. */
export function useInSight<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const place = useRef<E>(null)
  const [isIn, setIn] = useState(false)
  useLayoutEffect(() => {
    const { top, bottom } = place.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    setIn(bottom >= 0 && top <= window.innerHeight)
  }, [])
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver((entries) => setIn(entries.at(-1)?.isIntersecting === true))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, isIn]
}
