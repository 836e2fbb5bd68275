import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('in a low window the item of the page is in view, and the menu can be opened', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await openSignedIn(page, brokerdeck().url, 'backup')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Backup' })).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('button', { name: 'Expand menu' })).toBeInViewport({ ratio: 1 })
  await menu.getByRole('button', { name: 'Expand menu' }).click()
  await expect(menu.getByText('System')).toBeInViewport()
  await expect(menu.getByRole('link', { name: 'Backup' })).toBeInViewport({ ratio: 1 })
})

test('what is typed right after Ctrl K is found, also the first time', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'dashboard/nodes')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('metr', { delay: 20 })
  await expect(page.getByRole('textbox', { name: 'Quick find' })).toHaveValue('metr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/metrics$/)
})

test('columns are dragged to another place, and stay there', async ({ page, connect }) => {
  await connect(brokerdeck().tcp[0], { clientId: 'pump-1' })
  await openSignedIn(page, brokerdeck().url, 'clients')
  await page.getByRole('button', { name: 'Columns' }).click()
  const handle = page.getByRole('button', { name: /^Move Username/ })
  // Where it stays: the list is drawn first and put in its place then.
  await handle.hover()
  const from = await handle.boundingBox()
  const onto = await page.getByRole('button', { name: /^Move Client ID/ }).boundingBox()
  if (from === null || onto === null) throw new Error('The handles are not shown')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, onto.y + 2, { steps: 5 })
  await page.mouse.up()
  const heads = page.getByRole('columnheader')
  await expect(heads).toContainText(['Username', 'Client ID', 'Status'])
  await page.reload()
  await expect(heads).toContainText(['Username', 'Client ID', 'Status'])
})
