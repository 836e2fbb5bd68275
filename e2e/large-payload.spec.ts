import { largeDocument } from './large-document.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { settled } from './settled.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** The maximum processor time of one task, in milliseconds, whatever a device has sent. */
const LONGEST = 200
/** Almost the maximum size that the broker accepts in one packet. */
const SIZE = 1_040_000

test('a document of 1 MB is opened, walked and shown in every form without holding up the page', {
  tag: '@measured',
}, async ({ page, connect }) => {
  const device = await connect(brokerdeck().tcp[0], { clientId: 'surveyor', protocolVersion: 5 })
  await device.publishAsync('survey/all', largeDocument(SIZE), { qos: 1, retain: true })
  await openSignedIn(page, brokerdeck().url, 'retained?topic=survey/%23')
  const row = page.getByRole('row').filter({ hasText: 'survey/all' })
  const dialog = page.getByRole('dialog')
  const items = dialog.getByRole('treeitem')
  const payload = dialog.locator('pre')
  // Only the beginning is checked: Playwright would need longer to read the whole text than the page to show it.
  const beginning = payload.locator('span > span').first()
  await expect(row).toBeVisible()
  const tasks = await watchTasks(await page.context().newCDPSession(page))

  await row.getByRole('button').first().click()
  await expect(items.first()).toContainText('items ]')
  await items.nth(1).click()
  await items.nth(1).press('ArrowRight')
  await expect(dialog.getByRole('treeitem', { name: 'id: "sensor-0"' })).toBeVisible()
  await dialog.getByText(/^Show 100 more of/).click()
  await expect(dialog.getByRole('treeitem', { name: /^150: / })).toBeAttached()
  await dialog.getByRole('button', { name: 'Indented' }).click()
  await expect(beginning).toContainText('"id": "sensor-0"')
  for (const [form, start] of [
    ['Text', '[{"id":"sensor-0"'],
    ['Hex', '00000  5b 7b 22 69 64'],
    ['Base64', 'W3siaWQiOiJz'],
  ] as const) {
    await dialog.getByRole('button', { name: form, exact: true }).click()
    await expect(beginning).toContainText(start)
    const all = dialog.getByRole('button', { name: 'Load all' })
    if (await all.isVisible()) await all.click()
    await expect(all).toBeHidden()
    await payload.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await settled(page)
  }
  const longest = Math.max(...(await tasks.end()).map(({ processor }) => processor))
  test.info().annotations.push({ type: 'measured', description: `longest task ${Math.round(longest)} ms` })
  expect(longest, 'something was measured').toBeGreaterThan(0)
  expect(longest, 'milliseconds of the longest task').toBeLessThan(LONGEST)
})
