import { configure } from '@testing-library/dom'
import { afterAll, afterEach, vi } from 'vitest'
import { computedStyle } from './computed-style.ts'
import { leavePage } from './leave-page.ts'

/* What jsdom lacks and the application uses. No behaviour that a test could assert on. */

// The first pages of a run wait until their code has been transformed; the default second is short then.
configure({
  asyncUtilTimeout: 30_000,
  // The page is printed for every try of a query that waits, even where nothing of it is shown: a sixth of all time.
  getElementError: (message) => new Error([message, ...saidOnPage()].join('\n')),
})

/** What the page says of a refusal or asks, which is mostly why something else is not found. */
function saidOnPage(): readonly string[] {
  return [...document.querySelectorAll('[role="alert"], [role="alertdialog"], [role="dialog"]')].map(
    (element) => `The page shows: ${element.textContent.slice(0, 300)}`,
  )
}

window.getComputedStyle = computedStyle

class NoObserver {
  observe(_target?: Element): undefined {
    return undefined
  }
  unobserve(): undefined {
    return undefined
  }
  disconnect(): undefined {
    return undefined
  }
}

/** Nothing is laid out here, so that all is in sight, and is told so after it was drawn, as by a browser. */
class SightObserver extends NoObserver {
  readonly #tell: (entries: readonly object[]) => void
  constructor(tell: (entries: readonly object[]) => void) {
    super()
    this.#tell = tell
  }
  override observe(target?: Element): undefined {
    queueMicrotask(() => this.#tell([{ target, isIntersecting: true }]))
    return undefined
  }
}

vi.stubGlobal('ResizeObserver', NoObserver)
vi.stubGlobal('IntersectionObserver', SightObserver)
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

// The next file is another document, though it runs in the same process.
afterAll(leavePage)
