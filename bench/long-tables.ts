import type { Page } from '@playwright/test'
import { serveClientRows } from './client-rows.ts'
import { scrollThrough, watchStep } from './step-watch.ts'

/** The maximum number of rows that the pager offers on one page. */
const ROWS = 500
const EXPORTED = 10_000

/** Measures the longest page of a table, and an export of all its rows. */
export async function handleTables(page: Page, url: string): Promise<void> {
  await serveClientRows(page, ROWS)
  await page.goto(new URL('clients', url).href)
  const first = page.getByText('bench-client-00002')
  await first.waitFor()
  await watchStep(page, `clients, ${ROWS} rows: scroll to the end`, async () => {
    const { frames, slowest } = await page.evaluate(scrollThrough, 'main')
    console.log(`    ${frames} frames, the slowest ${slowest.toFixed(0)} ms`)
  })
  const columns = page.getByRole('button', { name: /^Columns/ })
  await watchStep(page, 'clients: choose one more column', async () => {
    await columns.click()
    await page.getByRole('group', { name: 'Hidden' }).getByRole('checkbox').first().click()
  })
  await page.keyboard.press('Escape')
  for (const format of ['CSV', 'JSON'])
    await watchStep(page, `clients: export the page as ${format}`, async () => {
      await Promise.all([page.waitForEvent('download'), chooseExport(page, `This page as ${format}`)])
    })
  await page.unrouteAll()
  await serveClientRows(page, EXPORTED)
  await watchStep(page, `clients: export all ${EXPORTED} as CSV`, async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      chooseExport(page, 'All that match, as CSV'),
    ])
    await saved.path()
  })
  await page.unrouteAll()
}

async function chooseExport(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name }).click()
}
