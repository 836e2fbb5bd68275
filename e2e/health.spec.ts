import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()
/** The number of messages exceeds the broker's default queue of 1000 messages. */
const tooMany = 1010

test('says what is well, what to look at, and what cannot be known', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'cluster/health')
  const fine = page.getByRole('region', { name: 'Passed' })
  await expect(fine.getByText('All 3 nodes are running.')).toBeVisible()
  await expect(fine.getByText('admin does not use the default password')).toBeVisible()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByText('Clients connect without credentials.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unknown' })).toContainText('Disk')
})

test('sees messages get lost and says why', async ({ page, connect }) => {
  const slow = await connect(brokerdeck().tcp[0], { clientId: 'slow', clean: false, protocolVersion: 4 })
  await slow.subscribeAsync('t', { qos: 1 })
  await slow.endAsync()
  await openSignedIn(page, brokerdeck().url, 'cluster/health')
  await expect(page.getByText('No messages lost since the nodes started.')).toBeVisible()

  const publisher = await connect(brokerdeck().tcp[1], { clientId: 'fast' })
  for (let sent = 0; sent < tooMany; sent += 1) await publisher.publishAsync('t', 'x', { qos: 1 })
  const drops = page.getByRole('listitem', { name: 'Dropped messages' })
  await expect(drops).toContainText(/Losing .* queue full|messages lost in the last 10 minutes/, {
    timeout: 45_000,
  })
  await drops.getByRole('link').click()
  await expect(page).toHaveURL(/\/dashboard\/metrics\?search=dropped/)
})

test('the overview leads to it', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url)
  await page.getByRole('link', { name: /^All \d+ checks$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health')
})
