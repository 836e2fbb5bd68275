import { configure } from '@testing-library/dom'
import { afterEach, vi } from 'vitest'
import { computedStyle } from './computed-style.ts'

/* What jsdom lacks and the application uses. No behaviour that a test could assert on. */

// The first pages of a run wait until their code has been transformed; the default second is short then.
configure({
  asyncUtilTimeout: 30_000,
  // The page is printed for every try of a query that waits, even where nothing of it is shown: a sixth of all time.
  getElementError: (message) => new Error(message ?? ''),
})

window.getComputedStyle = computedStyle

class NoObserver {
  observe(): undefined {
    return undefined
  }
  unobserve(): undefined {
    return undefined
  }
  disconnect(): undefined {
    return undefined
  }
}

vi.stubGlobal('ResizeObserver', NoObserver)
vi.stubGlobal('IntersectionObserver', NoObserver)
vi.stubGlobal('Path2D', class Path2D {})
vi.stubGlobal('scrollTo', () => undefined)

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

Element.prototype.scrollIntoView = () => undefined

// uPlot draws on a canvas; every call succeeds and paints nothing.
const context: object = new Proxy(
  {},
  {
    get: (_target, key) => (key === 'measureText' ? () => ({ width: 10 }) : () => context),
    set: () => true,
  },
)
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => context })

// A browser's page takes its timers with it. Node's outlive the document that jsdom takes away after the last test of a
// file, and what they run then finds no `localStorage` and no frame to ask for.
type Run = (...given: unknown[]) => void
const untilThePageIsGone =
  (start: (run: Run, delayMs?: number, ...given: unknown[]) => NodeJS.Timeout) =>
  (run: Run, delayMs?: number, ...given: unknown[]) =>
    start(() => ('document' in globalThis ? run(...given) : undefined), delayMs)
const { setTimeout, setInterval } = globalThis
Reflect.set(globalThis, 'setTimeout', untilThePageIsGone(setTimeout))
Reflect.set(globalThis, 'setInterval', untilThePageIsGone(setInterval))

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
