import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { fillLogin, openSignedIn } from './sign-in.ts'
import { OPERATOR } from './start-brokerdeck.ts'

const brokerdeck = freshBrokerdeck()

test('a new user signs in, and is out as soon as the password is changed', async ({ page, browser }) => {
  await openSignedIn(page, brokerdeck().url, 'users')
  await page.getByRole('button', { name: 'Create user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create user' })
  await dialog.getByLabel('Username').fill('night_shift')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Owl-and-lamp-3')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Create User Successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'night_shift' })).toBeVisible()

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.goto(brokerdeck().url)
  await fillLogin(theirs, { username: 'night_shift', password: 'Owl-and-lamp-3' })
  await expect(theirs.getByRole('heading', { name: 'Overview' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for night_shift' }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change the password of night_shift' })
  await change.getByRole('textbox', { name: 'Current password' }).fill('Owl-and-lamp-3')
  await change.getByRole('textbox', { name: 'New password' }).fill('Lamp-and-owl-4')
  await change.getByRole('textbox', { name: 'Confirm password' }).fill('Lamp-and-owl-4')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Changing Password Successfully')).toBeVisible()
  await expect(theirs.getByText('Login has expired, please login again')).toBeVisible()
  await other.close()
})

test('the own password is changed from the users, and the new one signs in', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'users')
  await page.getByRole('button', { name: 'Actions for admin' }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change password' })
  await change.getByRole('textbox', { name: 'Current password' }).fill(OPERATOR.password)
  await change.getByRole('textbox', { name: 'New password' }).fill('operators-own-3')
  await change.getByRole('textbox', { name: 'Confirm password' }).fill('operators-own-3')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Changing Password Successfully')).toBeVisible()
  await fillLogin(page, { username: OPERATOR.username, password: 'operators-own-3' })
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})
