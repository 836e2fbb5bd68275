import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('SCRAM is tried from the console: the right password connects, a wrong one is told', async ({
  page,
}) => {
  const { url } = brokerdeck()
  const scram = { mechanism: 'scram', backend: 'built_in_database', algorithm: 'sha512' }
  const made = await postAsOperator(url, 'authentication', scram)
  expect(made.status).toBe(200)
  const anna = { user_id: 'anna', password: 'right-one' }
  const added = await postAsOperator(url, 'authentication/scram:built_in_database/users', anna)
  expect(added.status).toBe(201)

  await openSignedIn(page, url, 'websocket')
  const form = await edit(page)
  await form.getByRole('textbox', { name: 'Username' }).fill('anna')
  await form.getByRole('combobox', { name: 'Authentication method' }).selectOption('SCRAM-SHA-512')
  await form.locator('input[type=password]').fill('right-one')
  await expectAccessible(page, 'enhanced authentication in the form')
  await connect(page)
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()

  await edit(page)
  await form.getByRole('button', { name: 'Replace' }).click()
  await form.locator('input[type=password]').fill('wrong-one')
  await connect(page)
  await expect(page.getByText(/did not accept the proof of SCRAM-SHA-512/)).toBeVisible()
  await expectAccessible(page, 'a refused proof')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, 'a refused proof on a phone')
  await edit(page)
  await form.getByRole('combobox', { name: 'Authentication method' }).selectOption('Another method')
  await expectAccessible(page, 'another method on a phone')
  await expectNoOverflow(page, 'another method on a phone')
})

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit the connection' }).click()
  return page.getByRole('dialog', { name: 'Connection settings' })
}

async function connect(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Connection settings' })
    .getByRole('button', { name: 'Save' })
    .click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}
