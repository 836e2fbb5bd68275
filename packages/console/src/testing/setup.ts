import { configure } from '@testing-library/dom'
import { afterEach, vi } from 'vitest'

/* What jsdom lacks and the application uses. No behaviour that a test could assert on. */

// One machine may run many files at once; the default second is short then.
configure({ asyncUtilTimeout: 15_000 })

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

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
