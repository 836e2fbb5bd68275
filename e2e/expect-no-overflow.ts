import { expect, type Page } from '@playwright/test'

/** The page itself never scrolls sideways; what is wide scrolls in its own frame. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect.soft(scrollWidth, `width of ${what}`).toBeLessThanOrEqual(clientWidth)
}
