import { expect, type Page } from '@playwright/test'

/** The page itself never scrolls sideways; what is wide scrolls in its own frame. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  // Another width is laid out before the page takes its other form.
  await expect.configure({ soft: true }).poll(overflow, `overflow of ${what}`).toBeLessThanOrEqual(0)
}
