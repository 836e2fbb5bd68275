import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * The factor by which pages are slower, and their latency (25 ms times the factor): a race that a fast machine wins
 * on most days is lost here on every day. `BROKERDECK_SLOWNESS=6 npx playwright test --project visits`.
 */
export const SLOWNESS = Number(process.env['BROKERDECK_SLOWNESS'] ?? 1)

/** Slows down every page that is opened from now on, whether by a test or for a test. */
export function slowDown(browser: Browser): void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async (...given: Parameters<Browser['newContext']>) => {
    const context = await open(...given)
    slowPages(context)
    return context
  }
}

function slowPages(context: BrowserContext): void {
  const open = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await open()
    await slowPage(page)
    return page
  }
}

async function slowPage(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
  const latency = 25 * SLOWNESS
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited })
}
