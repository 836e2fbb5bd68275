import type { Page, Response } from '@playwright/test'
import { expect, test as operatorTest } from './operator-test.ts'
import { followRequests } from './settled.ts'
import { type Complaints, isAbsence, watchPage } from './watch-page.ts'

interface Kept {
  page?: Page
  /** The locale that the page was opened with. */
  locale?: string | undefined
  readonly complaints: Complaints
}

interface Fixtures {
  /** The responses with an error status that the page received during the test. */
  failures: readonly string[]
}

/**
 * The test function for tests that only look at pages: all tests of a worker share one tab, which is left like a new
 * tab. The tab keeps the files that it has loaded and compiled, so a page opens in a quarter of the time. A test that
 * fails ends its worker, and the tab with it.
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
  // This fixture ends before `complaints` does, so messages that a page logs when it is left are recorded.
  page: async ({ browser, kept, complaints, locale, colorScheme, viewport }, use) => {
    if (kept.locale !== locale) {
      await kept.page?.context().close()
      delete kept.page
    }
    if (kept.page === undefined) {
      // Within a test, options that are not given are those of its project and group.
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
      // The page sends this request before sign-in, so it cannot know yet that this edition has no single sign-on.
      const isUnknownYet = answer.status() === 404 && answer.url().endsWith('/sso/running')
      if (answer.status() >= 400 && !isUnknownYet && !isAbsence(answer))
        failures.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
    }
    page.on('response', note)
    await use(failures)
    page.off('response', note)
  },
})

/** Removes everything of the page except the files that the browser has loaded and compiled. */
async function leave(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  const { protocol, origin } = new URL(page.url())
  if (!protocol.startsWith('http')) return
  // Any file of the origin will do; only from a page of the same origin does the browser continue in the same
  // process.
  await page.goto(new URL('static/color-scheme.js', origin).href)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devTools.detach()
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
}
