import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { openSignedIn } from './sign-in.ts'
import { OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'

const TARGET = join(import.meta.dirname, '../docs/screenshot.png')

/** The picture is taken after this many seconds, so that the charts have something to show. */
export async function main([seconds = '75']: readonly string[]): Promise<number> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : {}),
  })
  const brokerdeck = await startBrokerdeck('--admin-password', OPERATOR.password)
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      colorScheme: 'light',
    })
    await wait(Number(seconds) * 1000)
    await openSignedIn(page, brokerdeck.url)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: TARGET })
  } finally {
    await brokerdeck.stop()
    await browser.close()
  }
  return 0
}
