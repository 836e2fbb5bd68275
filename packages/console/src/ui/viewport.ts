import {
  type RefObject,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

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

/** What is told whether an element is in sight, by element. */
const watched = new WeakMap<Element, (isIn: boolean) => void>()
let sight: IntersectionObserver | undefined

/** One observer for all: what came into sight together is drawn together, and the page answers in between. */
function watchSight(element: Element, tell: (isIn: boolean) => void): () => void {
  sight ??= new IntersectionObserver((entries) =>
    startTransition(() => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
    }),
  )
  watched.set(element, tell)
  sight.observe(element)
  return () => sight?.unobserve(element)
}

/**
 * Whether an element is in sight: what scrolls away inside a table or a map is not. It is told after the element has
 * been laid out, never while it is drawn: to ask for its place there would lay out the page within the same task.
 */
export function useInSight<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const place = useRef<E>(null)
  const [isIn, setIn] = useState(false)
  // Before it is painted, so that it is told with the first frame.
  useLayoutEffect(() => (place.current === null ? undefined : watchSight(place.current, setIn)), [])
  return [place, isIn]
}
