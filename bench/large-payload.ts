import type { Page } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { largeDocument } from '../e2e/large-document.ts'
import type { Brokerdeck } from '../e2e/start-brokerdeck.ts'
import { watchStep } from './step-watch.ts'

/** The size in bytes, close to the maximum that the broker accepts in one packet. */
const SIZE = 1_040_000

/** Opens a retained document of a megabyte in every format of the viewer. */
export async function openPayload(page: Page, { url, tcp }: Brokerdeck): Promise<void> {
  const device = await connectAsync(tcp[0] ?? '', { clientId: 'surveyor', protocolVersion: 5 })
  await device.publishAsync('survey/all', largeDocument(SIZE), { qos: 1, retain: true })
  await device.endAsync()
  await page.goto(new URL('retained?topic=survey/%23', url).href)
  const row = page.getByRole('row').filter({ hasText: 'survey/all' })
  const dialog = page.getByRole('dialog')
  const items = dialog.getByRole('treeitem')
  await row.waitFor()
  await watchStep(page, 'payload of 1 MB: tree', async () => {
    await row.getByRole('button').first().click()
    await items.first().waitFor()
  })
  await watchStep(page, 'payload: open a branch', () => items.nth(5).click())
  await watchStep(page, 'payload: 100 more', () => dialog.getByText(/^Show 100 more of/).click())
  await watchStep(page, 'payload: indented', () => dialog.getByRole('button', { name: 'Indented' }).click())
  for (const form of ['Text', 'Hex', 'Base64'])
    await watchStep(page, `payload: all of it as ${form}`, async () => {
      await dialog.getByRole('button', { name: form, exact: true }).click()
      const all = dialog.getByRole('button', { name: 'Load all' })
      if (await all.isVisible()) await all.click()
      await all.waitFor({ state: 'hidden' })
    })
}
