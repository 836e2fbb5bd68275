import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()
const KB = 1000

test('what the first views really load stays within the budgets', async ({ page, context }) => {
  await page.goto(brokerdeck().url)
  await openSignedIn(page, brokerdeck().url)
  const session = await page.evaluate(() => sessionStorage.getItem('session') ?? '')

  const login = await context.newPage()
  const loginBytes = weigh(login)
  await login.goto(new URL('login', brokerdeck().url).href)
  await login.locator('form').waitFor()
  await login.waitForLoadState('networkidle')
  expect(await loginBytes(), 'JavaScript and CSS of the login, gzip').toBeLessThanOrEqual(128 * KB)

  const overview = await context.newPage()
  await overview.addInitScript((stored) => sessionStorage.setItem('session', stored), session)
  const overviewBytes = weigh(overview)
  await overview.goto(new URL('dashboard/overview', brokerdeck().url).href)
  await overview.getByRole('heading', { level: 1 }).waitFor()
  await overview.waitForLoadState('networkidle')
  expect(await overviewBytes(), 'JavaScript and CSS of the overview, gzip').toBeLessThanOrEqual(290 * KB)
})

function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (answer) => {
    if (['script', 'stylesheet'].includes(answer.request().resourceType()))
      sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
