import { writeFile } from 'node:fs/promises'
import { createAuthenticator } from './create-authenticator.ts'
import { longestTask, watchLongTasks } from './long-tasks.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const DATABASE = 'password_based:built_in_database'
const USERS = `authentication/detail/${DATABASE}?tab=users`

test.beforeAll(() => createAuthenticator(brokerdeck().url, DATABASE, true))

test('a hundred thousand users are checked and imported while the page stays awake', {
  tag: '@measured',
}, async ({ page, connect }) => {
  test.setTimeout(180_000)
  await watchLongTasks(page)
  await openSignedIn(page, brokerdeck().url, USERS)
  await page.getByRole('button', { name: 'Import' }).click()
  const rows = Array.from({ length: 100_000 }, (_, at) => `device-${at},secret-${at},false\r\n`)
  const text = `\uFEFFuser_id,password,is_superuser\r\n${rows.join('')}broken\r\n`
  // The file comes from the disk: content that the test passes directly would count as work of the page.
  const path = test.info().outputPath('users.csv')
  await writeFile(path, text)
  const dialog = page.getByRole('dialog', { name: 'Import users' })
  await expect(dialog).toBeVisible()
  await longestTask(page)
  const begun = Date.now()
  await dialog.locator('input[type=file]').setInputFiles(path)
  await expect(dialog).toContainText('100,000 users can be imported.', { timeout: 30_000 })
  await expect(dialog.getByRole('listitem')).toContainText('Line 100,002')
  const checked = Date.now()
  const longest = await longestTask(page)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('img', { name: /^Progress of the import/ })).toBeVisible()
  const result = page.getByRole('dialog', { name: 'Import finished' })
  await expect(result).toContainText('100,000 users were imported.', { timeout: 120_000 })
  test.info().annotations.push({
    type: 'figures',
    description: `checked in ${checked - begun} ms, longest task ${longest} ms, imported in ${Date.now() - checked} ms`,
  })
  expect(longest).toBeLessThan(200)
  const device = { clientId: 'a', username: 'device-99999', protocolVersion: 5 } as const
  await connect(brokerdeck().tcp[0], { ...device, password: 'secret-99999' })
  await expect(connect(brokerdeck().tcp[0], { ...device, password: 'secret-1' })).rejects.toThrow()
})

test('a hundred thousand users in JSON are checked while the page stays awake', { tag: '@measured' }, async ({
  page,
}) => {
  await watchLongTasks(page)
  await openSignedIn(page, brokerdeck().url, USERS)
  await page.getByRole('button', { name: 'Import' }).click()
  const users = Array.from({ length: 100_000 }, (_, at) => ({ user_id: `device-${at}`, password: `p${at}` }))
  const path = test.info().outputPath('users.json')
  await writeFile(path, JSON.stringify(users))
  const dialog = page.getByRole('dialog', { name: 'Import users' })
  await expect(dialog).toBeVisible()
  await longestTask(page)
  await dialog.locator('input[type=file]').setInputFiles(path)
  await expect(dialog).toContainText('100,000 users can be imported.', { timeout: 30_000 })
  const longest = await longestTask(page)
  test.info().annotations.push({ type: 'figures', description: `longest task ${longest} ms` })
  expect(longest).toBeLessThan(200)
})
