import { createServer, type IncomingMessage } from 'node:http'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** Starts a server that accepts pushed metrics, like a Pushgateway. */
async function startGateway() {
  const pushed: IncomingMessage[] = []
  const server = createServer((request, response) => {
    pushed.push(request)
    request.resume().once('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { pushed, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test('every node pushes its metrics, with a header that is shown to nobody else', async ({ page }) => {
  const gateway = await startGateway()
  await openSignedIn(page, brokerdeck().url, 'monitoring/integration')
  await page.getByRole('switch', { name: 'Pushgateway' }).click()
  await page.getByLabel('Pushgateway address').fill(gateway.url)
  await page.getByRole('textbox', { name: 'Push interval' }).fill('1')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: /^Header/ }).fill('Authorization')
  await page.getByRole('textbox', { name: /^Value/ }).fill('Bearer hunter2')
  const review = page.getByRole('region', { name: /^Review changes/ })
  await expect(review).toContainText('push_gateway.enable')
  await expect(review).not.toContainText('hunter2')
  await page.getByRole('button', { name: /^Apply \d changes/ }).click()
  await expect.poll(() => new Set(gateway.pushed.map(({ url }) => url)).size, { timeout: 20_000 }).toBe(3)
  expect(gateway.pushed.every(({ headers }) => headers.authorization === 'Bearer hunter2')).toBe(true)
  gateway.close()
})

test('what is exported can be looked at and taken along', async ({ page, connect }) => {
  await connect(brokerdeck().tcp[0], { clientId: 'a' })
  await openSignedIn(
    page,
    brokerdeck().url,
    'monitoring/integration?tab=figures&search=live_connections_count',
  )
  const row = page.getByRole('row', { name: /emqx_live_connections_count/ })
  await expect(row).toContainText('1')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download text' }).click()
  expect((await download).suggestedFilename()).toBe('emqx-stats.txt')

  await page.getByRole('tab', { name: 'Scrape configuration' }).click()
  const dashboard = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download dashboard' }).click()
  expect((await dashboard).suggestedFilename()).toBe('emqx-grafana-dashboard.json')
})
