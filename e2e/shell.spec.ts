import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('in a low window the area of the page is in view, and the menu can be pinned', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await openSignedIn(page, brokerdeck().url, 'backup')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('button', { name: 'System settings' })).toBeInViewport({ ratio: 1 })
  const pin = menu.getByRole('button', { name: 'Pin the menu open' })
  await expect(pin).toBeInViewport({ ratio: 1 })
  await pin.click()
  await expect(menu.getByRole('link', { name: 'Backup' })).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('button', { name: 'Collapse menu' })).toBeInViewport({ ratio: 1 })
})

test('the frame is there though the code of the page does not come, and leads elsewhere', async ({
  page,
}) => {
  // The request for the code of the page never gets a response.
  await page.route(/\/clients-page-[^/]+\.js$/, () => undefined)
  await openSignedIn(page, brokerdeck().url, 'clients')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Quick find' }).fill('health')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health')
})

test('Back is heard before the page is there', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'subscriptions/topics')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Quick find' }).fill('clients')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Clients')
  await page.route(/\/clients-page-[^/]+\.js$/, () => undefined)
  // The code that removes a trace left running is loaded once the application waits for its first page.
  await page.evaluate(() => localStorage.setItem('leftTraces', '[]'))
  const waits = page.waitForRequest(/\/own-trace-[^/]+\.js$/)
  await page.reload({ waitUntil: 'commit' })
  await waits
  await page.evaluate(() => history.back())
  await expect(heading).toHaveText('Topics')
  await expect(page).toHaveURL(/topics$/)
})

test('the pages of an area open for the pointer, stay while it is on them, and close behind it', async ({
  page,
}) => {
  await openSignedIn(page, brokerdeck().url, 'backup')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const area = menu.getByRole('button', { name: 'Management' })
  await area.hover()
  await expect(menu.getByRole('link', { name: 'Retained Messages' })).toBeVisible()
  await menu.getByRole('link', { name: 'Retained Messages' }).hover()
  await expect(area).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(area).toHaveAttribute('aria-expanded', 'false')
  await area.click()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(menu.getByRole('link', { name: 'Clients' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu.getByRole('link', { name: 'Clients' })).toBeHidden()
})

test('on a phone the menu is a drawer in which pages are found', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'backup')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Backup' })).toBeInViewport()
  await expect(menu.getByText('admin')).toBeInViewport()
  await expect(menu.getByRole('button', { name: 'Switch to the dark theme' })).toBeInViewport()
  await menu.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Listeners' })).toBeVisible()
  await menu.getByRole('searchbox', { name: 'Find a page' }).fill('latency')
  await menu.getByRole('link', { name: 'Slow Subscriptions' }).click()
  await expect(page).toHaveURL(/\/slow-sub$/)
  await expect(menu).toBeHidden()
})

test('what is typed right after Ctrl K is found, also the first time', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'dashboard/nodes')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('metr', { delay: 20 })
  await expect(page.getByRole('textbox', { name: 'Quick find' })).toHaveValue('metr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/metrics$/)
})

test('on a phone columns are chosen too, and the list shows them', async ({ page, connect }) => {
  await connect(brokerdeck().tcp[0], { clientId: 'pump-1', keepalive: 77 })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, brokerdeck().url, 'clients')
  await expect(page.getByRole('link', { name: 'pump-1' })).toBeVisible()
  const protocol = page.getByText('3.1.1', { exact: true })
  await expect(protocol).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  const choice = page.getByRole('checkbox', { name: 'Protocol', exact: true })
  await choice.scrollIntoViewIfNeeded()
  await expect(choice).toBeInViewport()
  await choice.check()
  await page.keyboard.press('Escape')
  await protocol.scrollIntoViewIfNeeded()
  await expect(protocol).toBeInViewport()
  await expectNoOverflow(page, 'the list of clients')
})

test('columns are dragged to another place, and stay there', async ({ page, connect }) => {
  await connect(brokerdeck().tcp[0], { clientId: 'pump-1' })
  await openSignedIn(page, brokerdeck().url, 'clients')
  await page.getByRole('button', { name: 'Columns' }).click()
  const handle = page.getByRole('button', { name: /^Move Username/ })
  // The position is read after the hover: the list is rendered first and moved to its place afterwards.
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

test('the page of an address that is none starts its heading where its text starts', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'no-such-page')
  const heading = await page.getByRole('heading', { level: 1, name: '404' }).boundingBox()
  const text = await page.getByText('This page could not be found').boundingBox()
  expect(heading?.x).toBe(text?.x)
})
