import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'
import { connectTill, startGateway } from './start-gateway.ts'

const brokerdeck = freshBrokerdeck()

test('a STOMP client is seen at its gateway, and kicked', async ({ page }) => {
  const { url } = brokerdeck()
  const till = await connectTill(await startGateway(url), 'till-7')
  await openSignedIn(page, url, 'gateway')
  await expect(page.getByRole('row', { name: /STOMP/ })).toContainText('Running')
  await page.getByRole('link', { name: 'STOMP' }).click()
  await page.getByRole('tab', { name: 'Clients' }).click()
  await page.getByRole('link', { name: 'till-7' }).click()
  await expect(page.getByText('No subscriptions')).toBeVisible()
  await page.getByRole('button', { name: 'Kick' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kick' }).click()
  await till.ended
  await expect(page.getByText('No device is connected to this gateway.')).toBeVisible()
})
