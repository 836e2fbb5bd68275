import { freePort } from '../packages/embedded-broker/src/testing/free-port.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a listener made in the browser takes clients, and lets them go when it is disabled', async ({
  page,
  connect,
}) => {
  const port = await freePort()
  await openSignedIn(page, brokerdeck().url, 'listener')
  await page.getByRole('button', { name: 'Create listener' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('plant')
  await page.getByRole('textbox', { name: 'Bind' }).fill(String(port))
  await expect(page.getByRole('region', { name: 'Review changes' })).toContainText('"id": "tcp:plant"')
  await page.getByRole('button', { name: 'Create listener' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'tcp:plant' }) })
  await expect(row).toContainText('Running')

  const client = await connect(`mqtt://127.0.0.1:${port}`, { clientId: 'press-7', protocolVersion: 5 })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await page.getByRole('link', { name: 'tcp:plant' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable tcp:plant?' })
  await expect(dialog).toContainText('one client is disconnected')
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await closed
  await expect(page.getByRole('main')).toContainText('Disabled')
  await expect(connect(`mqtt://127.0.0.1:${port}`, {})).rejects.toThrow()
})
