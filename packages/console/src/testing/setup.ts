import { configure } from '@testing-library/dom'
import { afterAll, afterEach, vi } from 'vitest'
import { computedStyle } from './computed-style.ts'
import { leavePage } from './leave-page.ts'

/* Stubs of what jsdom lacks and the application uses. They have no behaviour that a test could assert on. */

// The first pages of a run wait until their code has been transformed, for which the default second is short.
configure({
  asyncUtilTimeout: 30_000,
  // The default prints the page for every attempt of a waiting query, even if the text is never shown: this took a
  // sixth of all time.
  getElementError: (message) => new Error([message, ...saidOnPage()].join('\n')),
})

/** Returns the errors and questions on the page, which are the usual reason why an element is not found. */
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

/**
 * Reports every element as visible, since nothing is laid out here, and reports it after rendering, as a browser
 * does.
 */
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

// uPlot draws on a canvas; every call succeeds and draws nothing.
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

// The next file uses another document, although it runs in the same process.
afterAll(leavePage)
