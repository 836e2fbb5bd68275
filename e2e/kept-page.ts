import type { Page, Response } from '@playwright/test'
import { expect, test as operatorTest } from './operator-test.ts'
import { followRequests } from './settled.ts'
import { type Complaints, isAbsence, watchPage } from './watch-page.ts'

interface Kept {
  page?: Page
  /** What it was opened with. */
  locale?: string | undefined
  readonly complaints: Complaints
}

interface Fixtures {
  /** What was asked for on the way, and was not given. */
  failures: readonly string[]
}

/**
 * For tests that only look at pages: one tab for all of a worker, which is left as a new one is. What it has loaded
 * and compiled it has at hand, so that a page opens in a quarter of the time. A test that fails ends its worker, and
 * the tab with it.
 */
export const test = operatorTest.extend<Fixtures, { kept: Kept }>({
  kept: [
    async ({ browser: _ }, use) => {
      const kept: Kept = { complaints: [] }
      await use(kept)
      await kept.page?.context().close()
    },
    { scope: 'worker' },
  ],
  complaints: async ({ kept: { complaints } }, use) => {
    complaints.length = 0
    await use(complaints)
    expect(complaints).toEqual([])
  },
  // Ends before the complaints do, so that what a page says when it is left is heard.
  page: async ({ browser, kept, complaints, locale, colorScheme, viewport }, use) => {
    if (kept.locale !== locale) {
      await kept.page?.context().close()
      delete kept.page
    }
    if (kept.page === undefined) {
      // Within a test, what is not given is that of its project and group.
      const context = await browser.newContext()
      context.on('page', (opened) => {
        watchPage(opened, complaints)
        followRequests(opened)
      })
      kept.page = await context.newPage()
      kept.locale = locale
    }
    const { page } = kept
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await use(page)
    await leave(page)
  },
  context: async ({ page }, use) => {
    await use(page.context())
  },
  failures: async ({ page }, use) => {
    const failures: string[] = []
    const note = (answer: Response) => {
      // Asked before anybody has signed in, so nobody knows yet that this edition has no single sign-on.
      const isUnknownYet = answer.status() === 404 && answer.url().endsWith('/sso/running')
      if (answer.status() >= 400 && !isUnknownYet && !isAbsence(answer))
        failures.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
    }
    page.on('response', note)
    await use(failures)
    page.off('response', note)
  },
})

/** Nothing of it remains, but what the browser has loaded and compiled. */
async function leave(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  const { protocol, origin } = new URL(page.url())
  if (!protocol.startsWith('http')) return
  // Any file of the origin will do; only from there does the browser go on in the same process.
  await page.goto(new URL('static/color-scheme.js', origin).href)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devTools.detach()
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
}
