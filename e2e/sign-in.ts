import type { Page } from '@playwright/test'
import { OPERATOR } from './start-brokerdeck.ts'

/** Fills in the login form; works in both languages, since it uses the field names that password managers know. */
export async function fillLogin(page: Page, { username, password }: { username: string; password: string }) {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
}

/** Opens a path of the console, signs in, and ends on that path. */
export async function openSignedIn(page: Page, url: string, path = 'dashboard/overview'): Promise<void> {
  await page.goto(new URL(path, url).href)
  await fillLogin(page, OPERATOR)
  await page.getByRole('navigation').first().waitFor()
}

/**
 * Returns the tab's session as a signed-in page has stored it; another tab can be given this session instead of
 * signing in.
 */
export async function readSession(page: Page): Promise<string> {
  const session = await page.evaluate(() => sessionStorage.getItem('session'))
  if (session === null) throw new Error('The page is not signed in')
  return session
}

/** Opens a path of the console in a tab that has a session already. */
export async function openWithSession(page: Page, url: string, path: string, session: string): Promise<void> {
  // Any file of the origin will do to reach its storage.
  await page.goto(new URL('static/color-scheme.js', url).href)
  await page.evaluate((value) => sessionStorage.setItem('session', value), session)
  await page.goto(new URL(path, url).href)
}
