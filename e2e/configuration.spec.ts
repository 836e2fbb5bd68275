import { readFile } from 'node:fs/promises'
import { freePort } from '../packages/embedded-broker/src/testing/free-port.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('the downloaded configuration holds no secrets and can be imported again', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'configuration')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const path = await download.path()
  expect(download.suggestedFilename()).toBe('configuration.hocon')
  const text = await readFile(path, 'utf8')
  expect(text).toContain('default_password = "******"')
  expect(text).toContain('max_packet_size = "1MB"')
  await page.getByRole('tab', { name: 'Import' }).click()
  await page.getByLabel('Choose file …').setInputFiles({
    name: 'configuration.hocon',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })
  await expect(page.getByText('The cluster is configured like this already.')).toBeVisible()
})

test('an imported text opens a listener for real clients; one that is wrong changes nothing', async ({
  page,
  connect,
}) => {
  const port = await freePort()
  await openSignedIn(page, brokerdeck().url, 'configuration?tab=import')
  const editor = page.getByRole('textbox', { name: 'HOCON to import' })
  const apply = async () => {
    await page.getByRole('button', { name: /^Apply \d+ change/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  }
  await editor.fill(`listeners.tcp.lab { bind = "127.0.0.1:${port}" }\nalarm.size_limit = 0`)
  await apply()
  await expect(page.getByRole('alert')).toContainText('nothing has changed')
  await page.getByRole('button', { name: 'Go to line 2' }).click()
  await expect(connect(`mqtt://127.0.0.1:${port}`, {})).rejects.toThrow()

  await editor.fill(`listeners.tcp.lab { bind = "127.0.0.1:${port}" }\nalarm.size_limit = 5`)
  await apply()
  await expect(page.getByText('The configuration has been changed')).toBeVisible()
  const client = await connect(`mqtt://127.0.0.1:${port}`, { clientId: 'lab-1' })
  expect(client.connected).toBe(true)
})
