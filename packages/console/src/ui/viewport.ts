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

/** Returns true below 768 px, where tables become cards and the rail becomes a drawer. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
}

/** The callbacks that learn whether an element is in sight, by element. */
const watched = new WeakMap<Element, (isIn: boolean) => void>()
let sight: IntersectionObserver | undefined

/**
 * A single observer serves all elements: elements that come into sight together are rendered together, and the page
 * stays responsive in between.
 */
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
 * Tells whether an element is in sight; an element that is scrolled away inside a table or a map is not. The state is
 * set after the layout of the element, never while it renders: measuring it there would force a layout within the
 * same task.
 */
export function useInSight<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const place = useRef<E>(null)
  const [isIn, setIn] = useState(false)
  // Observed before the first paint, so that the state is known in the first frame.
  useLayoutEffect(() => (place.current === null ? undefined : watchSight(place.current, setIn)), [])
  return [place, isIn]
}
