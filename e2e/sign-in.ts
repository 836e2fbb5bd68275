import type { Page } from '@playwright/test'
import { OPERATOR } from './start-brokerdeck.ts'

/** Works in both languages: by the names that password managers know. */
export async function fillLogin(page: Page, { username, password }: { username: string; password: string }) {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
}

/** Opens a path of the console and ends there, signed in. */
export async function openSignedIn(page: Page, url: string, path = 'dashboard/overview'): Promise<void> {
  await page.goto(new URL(path, url).href)
  await fillLogin(page, OPERATOR)
  await page.getByRole('navigation').first().waitFor()
}
