import { type Bench, openMeasuredPage } from './measured-page.ts'

const POINTS = 1_008
const STEP_MS = 600_000

/**
 * Measures the main-thread time from choosing a range of seven days, with generated history, until the page is quiet.
 */
export async function measureChart(bench: Bench): Promise<void> {
  const { page, devtools, close } = await openMeasuredPage(bench, true)
  await page.goto(new URL('dashboard/overview', bench.brokerdeck.url).href)
  await page.waitForLoadState('networkidle')
  await page.route('**/api/v5/monitor?*', (route) => route.fulfill({ json: history() }))
  await devtools.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await busy()
  const start = performance.now()
  await page.getByText('7 d', { exact: false }).first().click()
  await page.waitForLoadState('networkidle')
  const wall = performance.now() - start
  console.log(
    `  7 days, ${POINTS} points: ${(((await busy()) - before) * 1000).toFixed(0)} ms of main thread, quiet after ${wall.toFixed(0)} ms`,
  )
  await close()
}

function history() {
  const end = Date.now()
  return Array.from({ length: POINTS }, (_, index) => {
    const wave = Math.round(500 + 400 * Math.sin(index / 40))
    return {
      time_stamp: end - (POINTS - index) * STEP_MS,
      connections: wave,
      live_connections: wave - 20,
      subscriptions: wave * 2,
      topics: wave,
      received: wave * 600,
      sent: wave * 900,
      dropped: wave % 17,
    }
  })
}
