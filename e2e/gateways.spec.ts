import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'
import { connectTill, startGateway } from './start-gateway.ts'

const brokerdeck = freshBrokerdeck()

async function openTab(page: Page, url: string, name: string): Promise<void> {
  await openSignedIn(page, url, 'gateway')
  await expect(page.getByRole('row', { name: /STOMP/ })).toContainText('Running')
  await page.getByRole('link', { name: 'STOMP' }).click()
  await page.getByRole('tab', { name }).click()
}

test('a STOMP client is seen at its gateway, and kicked', async ({ page }) => {
  const { url } = brokerdeck()
  const till = await connectTill(await startGateway(url), 'till-7')
  await openTab(page, url, 'Clients')
  await page.getByRole('link', { name: 'till-7' }).click()
  await expect(page.getByText('No subscriptions')).toBeVisible()
  await page.getByRole('button', { name: 'Kick' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kick' }).click()
  await till.ended
  await expect(page.getByText('No device is connected to this gateway.')).toBeVisible()
})

test('a STOMP client is refused once the gateway asks for a password, and let in as a user', async ({
  page,
}) => {
  const { url } = brokerdeck()
  const port = await startGateway(url)
  const come = (passcode: string) =>
    connectTill(port, 'till-8', { login: 'amy', passcode }).then(
      ({ end }) => {
        end()
        return 'in'
      },
      () => 'refused',
    )
  expect(await come('wrong')).toBe('in')
  await openTab(page, url, 'Authentication')
  await page.getByRole('button', { name: 'Add authentication' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page
    .getByRole('button', { name: /^Add Built-in database/ })
    .first()
    .click()
  await expect(page.getByText('No users yet')).toBeVisible()
  expect(await come('right')).toBe('refused')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('textbox', { name: 'Username' }).fill('amy')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByRole('row', { name: /amy/ })).toBeVisible()
  expect(await come('right')).toBe('in')
  expect(await come('wrong')).toBe('refused')
})
