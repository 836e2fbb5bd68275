import { writeFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** The maximum processor time of one task, in milliseconds: no task of the page may delay the operator's input. */
const LONGEST = 200

test('twenty thousand rules are checked and imported while the page stays awake', {
  tag: '@measured',
}, async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'authorization/create')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Create source' }).click()
  await page.getByRole('link', { name: 'Built-in database' }).click()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  const lines = Array.from({ length: 20_000 }, (_, at) => `device-${at},deny,publish,cmd/${at}/#\r\n`)
  // The file comes from the disk: content that the test passes directly would count as work of the page.
  const path = test.info().outputPath('rules.csv')
  await writeFile(path, `clientid,permission,action,topic\r\n${lines.join('')}device-x,maybe,all,t\r\n`)
  const dialog = page.getByRole('dialog', { name: 'Import rules' })
  await expect(dialog).toBeVisible()
  const checking = await watchTasks(await page.context().newCDPSession(page))
  await dialog.locator('input[type=file]').setInputFiles(path)
  await expect(dialog).toContainText('20,000 rules of 20,000 names can be imported.', { timeout: 30_000 })
  await expect(dialog.getByRole('region', { name: 'Rows that cannot be imported' })).toContainText(
    'Line 20,002',
  )
  const longest = Math.max(...(await checking.end()).map(({ processor }) => processor))
  test.info().annotations.push({ type: 'measured', description: `longest task ${Math.round(longest)} ms` })
  await expectAccessible(page, 'the import of rules')
  await dialog.getByRole('button', { name: 'Import' }).click()
  const result = page.getByRole('dialog', { name: 'Import finished' })
  await expect(result).toContainText('The rules of 20,000 names were imported.', { timeout: 60_000 })
  await result.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('main')).toContainText('of 20,000')
  expect(longest, 'something was measured').toBeGreaterThan(0)
  expect(longest, 'milliseconds of the longest task').toBeLessThan(LONGEST)
})
