import { expect, type Page } from '@playwright/test'

/** Skeletons are gone: what is looked at is the page, not its waiting. */
export async function settled(page: Page): Promise<void> {
  // The shell and the login are there before the page is, and the network may rest between them.
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
