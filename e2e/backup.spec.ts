import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a backup is made, taken away, brought back under another name, and restored', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-e2e-'))
  try {
    await openSignedIn(page, brokerdeck().url, 'backup')
    await page.getByRole('button', { name: 'Create backup' }).click()
    const create = page.getByRole('dialog', { name: 'Create backup' })
    await expectAccessible(page, 'the dialog that makes a backup')
    await create.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Successfully created current backup')).toBeVisible()

    const row = page.getByRole('row').filter({ hasText: 'emqx-export-' })
    const act = async (name: string) => {
      await row.getByRole('button', { name: /^Actions/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    const downloading = page.waitForEvent('download')
    await act('Download')
    const download = await downloading
    const file = download.suggestedFilename()
    expect(file).toMatch(/^emqx-export-.*\.tar\.gz$/)
    const renamed = join(folder, 'copy of a backup.tar.gz')
    await download.saveAs(renamed)

    await act('Delete')
    await page
      .getByRole('dialog', { name: 'Confirm delete?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByText('No backups yet')).toBeVisible()

    await page.getByLabel('Backup file').setInputFiles(renamed)
    const upload = page.getByRole('dialog', { name: 'Upload copy of a backup.tar.gz?' })
    await expect(upload.getByText('Users of this console')).toBeVisible()
    await expect(upload.getByText(`uploaded as ${file}`)).toBeVisible()
    await expectAccessible(page, 'the contents of an archive')
    await upload.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Backup uploaded')).toBeVisible()
    await expect(row).toContainText('emqx@127.0.0.1')

    await act('Restore')
    const restore = page.getByRole('dialog', { name: 'Confirm to restore with current backup?' })
    await expect(restore.getByText('Retained messages')).toBeVisible()
    await expect(restore.getByText('No setting changes')).toBeVisible()
    await restore.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('dialog', { name: 'Result by part' })).toContainText('Restored completely')
    await expectAccessible(page, 'the result of a restore')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
