import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'
import { OPERATOR, startCommand } from './start-brokerdeck.ts'

/** Packs the build, and returns the path of the tarball and its hash. */
async function pack(): Promise<{ readonly file: string; readonly hash: string }> {
  const script = join(import.meta.dirname, '../scripts/pack.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const file = stdout.trim().split('\n').at(-1) ?? ''
  return {
    file,
    hash: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  }
}

/** This test runs alone, like measured tests, because packing twice keeps the disk busy. */
test('the package is the same made twice, and starts from an empty folder with nothing else to install', {
  tag: '@measured',
}, async ({ page }) => {
  test.setTimeout(180_000)
  const first = await pack()
  const { file, hash } = await pack()
  expect(hash).toBe(first.hash)
  const folder = await mkdtemp(join(tmpdir(), 'brokerdeck-package-'))
  try {
    const installing = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, file]
    const { status, stderr } = spawnSync('npm', installing, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    expect(status, stderr).toBe(0)
    const installed = await readdir(join(folder, 'node_modules'))
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['brokerdeck'])
    const command = join(folder, 'node_modules/brokerdeck/brokerdeck.mjs')
    const brokerdeck = await startCommand(command, '--admin-password', OPERATOR.password)
    try {
      await openSignedIn(page, brokerdeck.url)
      await expect(page.getByRole('heading', { level: 1, name: 'Cluster Overview' })).toBeVisible()
    } finally {
      // An open page continues to send requests.
      await page.goto('about:blank')
      await brokerdeck.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
