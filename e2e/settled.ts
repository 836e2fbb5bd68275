import { expect, type Page, type Request } from '@playwright/test'

interface Asked {
  /** The number of requests that the page has made so far. */
  count: number
  readonly inFlight: Set<Request>
}

const asked = new WeakMap<Page, Asked>()

/** React holds back what it reveals for up to 300 ms, so that parts that arrive together appear together. */
const HELD_BACK_MS = 310

/** Must be called before the page is opened; afterwards `settled` knows which requests to wait for. */
export function followRequests(page: Page): void {
  const followed: Asked = { count: 0, inFlight: new Set() }
  asked.set(page, followed)
  page.on('request', (request) => {
    followed.count += 1
    followed.inFlight.add(request)
  })
  page.on('requestfinished', (request) => followed.inFlight.delete(request))
  page.on('requestfailed', (request) => followed.inFlight.delete(request))
}

/**
 * Waits until skeletons are gone, no request is in flight, and nothing more appears, so that tests look at the page
 * and not at its loading state. The page's own timer measures that time: it fires after those of React, however busy
 * the machine is.
 */
export async function settled(page: Page): Promise<void> {
  const followed = asked.get(page)
  if (followed === undefined) throw new Error('Nobody followed the requests of this page')
  // The shell and the login appear before the page does, and the network may be idle between them.
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await expect(async () => {
    const { count } = followed
    await page.evaluate(quiet, HELD_BACK_MS)
    expect([...followed.inFlight].map((request) => request.url())).toEqual([])
    expect(followed.count, 'requests meanwhile').toBe(count)
    expect(await page.locator('[aria-busy=true]').count(), 'parts that are busy').toBe(0)
  }).toPass({ intervals: [10], timeout: 60_000 })
}

/** Waits in the page until no element comes or goes for the given time; drawing of charts does not count. */
async function quiet(forMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let timer = setTimeout(end, forMs)
    const observer = new MutationObserver((changes) => {
      const isPart = (node: Node) => node instanceof HTMLElement
      if (!changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isPart)))
        return
      clearTimeout(timer)
      timer = setTimeout(end, forMs)
    })
    observer.observe(document, { childList: true, subtree: true })
    function end() {
      observer.disconnect()
      // The frames run after the last timers have started their work and drawn it. A browser that has nothing to draw
      // may draw no frame, and a browser that is busy with other tabs may never be idle: by then, nothing has come or
      // gone either.
      requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
      setTimeout(resolve, 5000)
    }
  })
}
