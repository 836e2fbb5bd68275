import { expect, type Page } from '@playwright/test'

/** Expects that the page itself does not scroll sideways; wide content scrolls in its own frame. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  // The browser lays out a new width before the page changes to its other form, so the overflow is polled.
  await expect.configure({ soft: true }).poll(overflow, `overflow of ${what}`).toBeLessThanOrEqual(0)
}
