import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { type Bench, openMeasuredPage } from './measured-page.ts'

const SIZES = [500, 10_000] as const
const answerSchema = v.object({ data: v.array(v.record(v.string(), v.unknown())) })

/**
 * Measures the time from a response to the rows on the screen, with one response of that many rows, which are copies
 * of a real row.
 */
export async function measureRows(bench: Bench): Promise<void> {
  for (const size of SIZES) {
    const { page, close } = await openMeasuredPage(bench, true)
    await page.goto(new URL('dashboard/overview', bench.brokerdeck.url).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await serveClientRows(page, size)
    const shown = page.evaluate(millisecondsToRows)
    await page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).click()
    const milliseconds = await shown
    const drawn = await page.getByRole('row').count()
    console.log(
      `  ${String(size).padStart(6)} client rows shown after ${milliseconds.toFixed(0)} ms, ${drawn} of them in the document`,
    )
    await close()
  }
}

/** Responds to the console's requests for clients with copies of the first client. */
export async function serveClientRows(page: Page, size: number): Promise<void> {
  await page.route(/\/api\/v5\/clients_v2\?/, async (route) => {
    const { data } = v.parse(answerSchema, await (await route.fetch()).json())
    const body = JSON.stringify({ data: copies(data[0] ?? {}, size), meta: { count: size } })
    await route.fulfill({ contentType: 'application/json', body })
  })
}

function copies(row: Readonly<Record<string, unknown>>, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    clientid: `bench-client-${String(index).padStart(5, '0')}`,
  }))
}

/** Runs in the page: measures from the end of the response to the frame that shows the rows. */
function millisecondsToRows(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const [answer] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/clients_v2?'))
      const isShown = document.body.textContent?.includes('bench-client-00002') ?? false
      if (answer && isShown) resolve(performance.now() - answer.startTime - answer.duration)
      else requestAnimationFrame(look)
    }
    look()
  })
}
