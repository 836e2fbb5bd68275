import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const SETTINGS = 'authorization/detail/file?tab=settings'

test('a rule names whom it hits, and the page Why and the broker say the same', async ({ page, connect }) => {
  const kiln = await connect(brokerdeck().tcp[0], { clientId: 'kiln-4', protocolVersion: 5 })
  await kiln.subscribeAsync(['hall/heat/1', 'hall/light'])
  await openSignedIn(page, brokerdeck().url, SETTINGS)
  await page
    .getByRole('textbox', { name: /^Rules/ })
    .fill('{allow, {clientid, "kiln-5"}, all, ["hall/#"]}.\n{deny, all, subscribe, ["hall/heat/#"]}.\n')
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('The source was updated.')).toBeVisible()

  await page.getByRole('button', { name: 'Which clients does this affect? Rule 2' }).click()
  const drawer = page.getByRole('dialog', { name: 'Which clients does this affect?' })
  const decided = drawer.getByRole('list', { name: 'Subscriptions that it decides' })
  const row = decided.getByRole('listitem').filter({ hasText: 'kiln-4' })
  await expect(row).toContainText('hall/heat/1')
  await expect(decided).not.toContainText('hall/light')
  await expectAccessible(page, 'whom a rule hits')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'whom a rule hits, on a phone')
  await expectNoOverflow(page, 'whom a rule hits, on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await row.getByRole('link', { name: 'Why it is so now' }).click()
  await expect(drawer).toBeHidden()
  const main = page.getByRole('main')
  await expect(main).toContainText('Rule 2, line 2 of the file')
  await expect(main).toContainText('Denies everybody to subscribe to hall/heat/#')

  await kiln.unsubscribeAsync('hall/heat/1')
  await expect(kiln.subscribeAsync('hall/heat/1')).rejects.toThrow()
  await expect(kiln.subscribeAsync('hall/light')).resolves.toBeDefined()
})
