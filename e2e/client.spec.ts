import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a subscription made in the console brings the client its messages', async ({ page, connect }) => {
  const [first, second] = brokerdeck().tcp
  const client = await connect(first, { clientId: 'listener', protocolVersion: 5 })
  const other = await connect(second, { clientId: 'speaker' })
  const arrived = new Promise<string>((resolve) => {
    client.once('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`))
  })

  await openSignedIn(page, brokerdeck().url, 'clients/detail/listener')
  await page.getByRole('button', { name: 'Add subscription' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Topic/ }).fill('plant/+/state')
  await dialog.getByRole('button', { name: /^(Subscribe|Add)/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'plant/+/state' })).toBeVisible()

  await other.publishAsync('plant/7/state', 'running')
  expect(await arrived).toBe('plant/7/state running')
})

test('a client that is not there is named as such', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'clients/detail/nobody')
  await expect(page.getByText('The client does not exist')).toBeVisible()
})

test('what went between broker and client fits a phone', async ({ page, connect }) => {
  const client = await connect(brokerdeck().tcp[0], { clientId: 'counted', protocolVersion: 5 })
  await client.publishAsync('plant/1', 'x', { qos: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, brokerdeck().url, 'clients/detail/counted')
  const counters = page.getByRole('region', { name: 'Counters, scrollable' })
  await expect(counters.getByRole('row', { name: /^QoS 1 1 0$/ })).toBeVisible()
  expect(await counters.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0)
})
