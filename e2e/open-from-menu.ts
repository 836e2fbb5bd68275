import type { Page } from '@playwright/test'

/** Opens a page through its area, as the menu shows both unless it is pinned. */
export async function openFromMenu(page: Page, area: string, label: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: area, exact: true }).click()
  await menu.getByRole('link', { name: label, exact: true }).click()
}
