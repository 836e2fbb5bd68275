import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { settled } from './settled.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const USERS = 'authentication/detail/password_based:built_in_database?tab=users'

test.describe.configure({ mode: 'serial' })

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

test('a database made in the browser lets in who knows the password, and nobody else', async ({
  page,
  connect,
}) => {
  const device = { clientId: 'press-7', username: 'press-7', protocolVersion: 5 } as const
  await connect(brokerdeck().tcp[0], { ...device, password: 'nobody asks' })

  await openSignedIn(page, brokerdeck().url, 'authentication')
  await expect(page.getByRole('main')).toContainText('Every client can connect')
  await page.getByRole('button', { name: 'Create authenticator' }).click()
  await next(page)
  await next(page)
  await page.getByRole('button', { name: 'Create authenticator' }).click()
  await page.getByRole('link', { name: 'Built-in database' }).click()
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('textbox', { name: 'Username' }).fill('press-7')
  await dialog.locator('input[type=password]').fill('right')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByRole('row', { name: /press-7 No/ })).toBeVisible()

  await connect(brokerdeck().tcp[0], { ...device, password: 'right' })
  await expect(connect(brokerdeck().tcp[0], { ...device, password: 'wrong' })).rejects.toThrow()
  await expect(connect(brokerdeck().tcp[0], { clientId: 'stranger' })).rejects.toThrow()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Metrics' })).toContainText('Allowed1')
})

test('the order is changed by dragging', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'authentication/create?mechanism=jwt&kind=jwt')
  await page.locator('input[type=password]').fill('secret')
  await page.getByRole('button', { name: 'Create authenticator' }).click()
  const second = page.getByRole('button', { name: /^Move JWT, position 2 of 2/ })
  // The position is read after the hover, because the page is still loading.
  await second.hover()
  const from = await second.boundingBox()
  const to = await page.getByRole('button', { name: /^Move Built-in database/ }).boundingBox()
  if (from === null || to === null) throw new Error('The handles are not on the page')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 12, { steps: 4 })
  await page.mouse.move(to.x + 8, to.y, { steps: 2 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: /^Move JWT, position 1 of 2/ })).toBeVisible()
})

const places = [
  'authentication/create?mechanism=password_based',
  'authentication/create?mechanism=password_based&kind=password_based:mongodb',
  'authentication/create?mechanism=scram&kind=scram:built_in_database',
  'authentication/detail/jwt?tab=settings',
  USERS,
]

test('each step and each tab is in reach of everybody, also on a phone', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'authentication')
  for (const place of places) {
    await page.goto(new URL(place, brokerdeck().url).href)
    await settled(page)
    await expectAccessible(page, place)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, `${place} on a phone`)
    await expectNoOverflow(page, `${place} on a phone`)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
  await page.getByRole('button', { name: 'Import' }).click()
  const csv = Buffer.from('user_id,password\ngood,p\n,none\n')
  await page
    .getByRole('dialog', { name: 'Import users' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: csv })
  await expect(page.getByRole('region', { name: 'Rows that cannot be imported' })).toContainText('Line 3')
  await expectAccessible(page, 'the import')
})
