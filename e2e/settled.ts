import { expect, type Page, type Request } from '@playwright/test'

interface Asked {
  /** How many requests the page has made so far. */
  count: number
  readonly inFlight: Set<Request>
}

const asked = new WeakMap<Page, Asked>()

/** React holds back what it reveals for up to 300 ms, so that parts that arrive together appear together. */
const HELD_BACK_MS = 310

/** To be called before the page is opened; afterwards `settled` knows what it waits for. */
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
 * Skeletons are gone, nothing is on its way, and nothing more appears: what is looked at is the page, not its
 * waiting. The page's own timer measures that, which comes after those of React however busy the machine is.
 */
export async function settled(page: Page): Promise<void> {
  const followed = asked.get(page)
  if (followed === undefined) throw new Error('Nobody followed the requests of this page')
  // The shell and the login are there before the page is, and the network may rest between them.
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await expect(async () => {
    const { count } = followed
    await page.evaluate(quiet, HELD_BACK_MS)
    expect([...followed.inFlight].map((request) => request.url())).toEqual([])
    expect(followed.count, 'requests meanwhile').toBe(count)
    expect(await page.locator('[aria-busy=true]').count(), 'parts that are busy').toBe(0)
  }).toPass({ intervals: [10], timeout: 60_000 })
}

/** Within the page: no element comes or goes for so long; what a chart draws does not count. */
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
      // After what the last timers have begun, and have drawn. A browser that has nothing to draw may draw no frame,
      // and one that is busy with other tabs may never be idle: nothing has come or gone by then, either.
      requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
      setTimeout(resolve, 5000)
    }
  })
}
