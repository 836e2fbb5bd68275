import { visits } from '../e2e/routes.ts'
import { type Bench, openMeasuredPage } from './measured-page.ts'
import { isPaintOver, paintTimes, watchPaint } from './paint-times.ts'

interface Line {
  readonly name: string
  readonly latency: number
  /** The download rate in bits per second. */
  readonly download: number
  readonly slowdown: number
}

const LINES: readonly [Line, Line] = [
  { name: 'unthrottled', latency: 0, download: -1, slowdown: 1 },
  { name: '1.6 Mbit/s, 150 ms, CPU ÷4', latency: 150, download: 1_600_000, slowdown: 4 },
]

interface View {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
}

const VIEWS: readonly View[] = [
  { name: 'login', path: 'login', isSignedIn: false },
  { name: 'overview', path: 'dashboard/overview', isSignedIn: true },
  { name: 'clients', path: 'clients', isSignedIn: true },
]

/** Measures cold views: with an empty cache, everything that arrives until the page is quiet. */
export async function measurePages(bench: Bench): Promise<void> {
  for (const line of LINES)
    for (const view of VIEWS)
      console.log(`  ${view.name.padEnd(9)} ${line.name.padEnd(27)} ${await load(bench, view, line)}`)
}

/**
 * Measures the first view of every page of the menu and below it, with the slow connection; a page that needs sample
 * data which the bench does not create reports that its subject does not exist.
 */
export async function measureFirstViews(bench: Bench): Promise<void> {
  const [, slow] = LINES
  for (const { path } of visits.filter(({ leadsTo }) => leadsTo === undefined))
    console.log(`  /${path.padEnd(44)} ${await load(bench, { name: path, path, isSignedIn: true }, slow)}`)
}

async function load(bench: Bench, view: View, line: Line): Promise<string> {
  const { page, devtools, close } = await openMeasuredPage(bench, view.isSignedIn)
  let bytes = 0
  let requests = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    // Resources from the cache, such as a style that was preloaded, cause no traffic.
    if (encodedDataLength === 0) return
    bytes += encodedDataLength
    requests += 1
  })
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.download < 0 ? -1 : line.download / 8,
    uploadThroughput: line.download < 0 ? -1 : line.download / 16,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: line.slowdown })
  await page.addInitScript(watchPaint)
  await page.goto(new URL(view.path, bench.brokerdeck.url).href)
  // The locator is used only now: a waiting locator runs in the page and delays the first view of a slow page by a
  // tenth of a second.
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 })
  await page.waitForFunction(isPaintOver)
  const { fcp, lcp, tbt } = await page.evaluate(paintTimes)
  const first = { bytes, requests }
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  await close()
  return [
    `${(first.bytes / 1000).toFixed(0)} kB in ${first.requests} requests`,
    `FCP ${fcp.toFixed(0)} ms`,
    `LCP ${lcp.toFixed(0)} ms`,
    `TBT ${tbt.toFixed(0)} ms`,
    `heap ${(heap / 1_000_000).toFixed(1)} MB`,
  ].join(', ')
}
