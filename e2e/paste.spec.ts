import type { Locator, Page } from '@playwright/test'
import { largeDocument } from './large-document.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { settled } from './settled.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/**
 * The maximum processor time of one task, in milliseconds, whatever is pasted. A second browser beside it adds a
 * third.
 */
const LONGEST = 200
/** Short lines are the most expensive content for a text area. */
const document = JSON.stringify(JSON.parse(largeDocument(500_000)), null, 2)

async function paste(page: Page, form: Locator): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), document)
  await form.getByRole('button', { name: 'JSON', exact: true }).click()
  await form.getByRole('textbox', { name: 'Payload' }).focus()
  const tasks = await watchTasks(await page.context().newCDPSession(page))
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await expect(form.getByText(/^Too long to be edited here/)).toBeVisible()
  await form.getByRole('button', { name: 'Format' }).click()
  await settled(page)
  const longest = Math.max(...(await tasks.end()).map(({ processor }) => processor))
  test.info().annotations.push({ type: 'measured', description: `longest task ${Math.round(longest)} ms` })
  expect(longest, 'something was measured').toBeGreaterThan(0)
  expect(longest, 'milliseconds of the longest task').toBeLessThan(LONGEST)
}

test('a megabyte is pasted where a message is published from anywhere, and arrives', {
  tag: '@measured',
}, async ({ page, connect }) => {
  const { tcp, url } = brokerdeck()
  const client = await connect(tcp[0], { clientId: 'listener', protocolVersion: 5 })
  const arrived = new Promise<string>((resolve) => {
    client.once('message', (_topic, payload) => resolve(payload.toString()))
  })
  await client.subscribeAsync('pasted')
  await openSignedIn(page, url, 'dashboard/nodes')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Quick find' }).fill('publish a mess')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish a message' })
  await dialog.getByLabel('Topic', { exact: true }).fill('pasted')
  await paste(page, dialog)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  expect((await arrived) === document, 'all of it').toBe(true)
})

test('a megabyte is pasted into the test client', { tag: '@measured' }, async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'websocket')
  await paste(page, page.getByRole('form', { name: 'Publish' }))
})
