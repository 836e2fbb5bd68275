import { join } from 'node:path'
import { startFrontServer } from './front-server.ts'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { fillLogin, openSignedIn } from './sign-in.ts'
import { OPERATOR } from './start-brokerdeck.ts'

const BUILT_CONSOLE = join(import.meta.dirname, '../dist/console')

test.describe("plain files on somebody else's web server", () => {
  const brokerdeck = freshBrokerdeck()

  test('route behind the hash and ask the API beside them', async ({ page }) => {
    const front = await startFrontServer({
      forward: { prefix: '/tools/deck/api/v5/', to: new URL('api/v5/', brokerdeck().url).href },
      files: { prefix: '/tools/deck/', folder: BUILT_CONSOLE },
    })
    try {
      await page.goto(`${front.url}tools/deck/`)
      await fillLogin(page, OPERATOR)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Overview')
      await openFromMenu(page, 'Monitoring', 'Nodes')
      await expect(page).toHaveURL(/\/tools\/deck\/#\/dashboard\/nodes/)
      await page.reload()
      await expect(page.getByText('emqx@127.0.0.1').first()).toBeVisible()
    } finally {
      await front.close()
    }
  })
})

test.describe('below a sub-path behind a reverse proxy', () => {
  const brokerdeck = freshBrokerdeck([
    '--no-sample-fleet',
    '--admin-password',
    OPERATOR.password,
    '--base-path',
    '/a/b/',
  ])

  test('deep links, reloads and the API stay below it', async ({ page }) => {
    const front = await startFrontServer({ forward: { prefix: '/a/b/', to: brokerdeck().url } })
    const outside: string[] = []
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/a/b/')) outside.push(request.url())
    })
    try {
      await openSignedIn(page, `${front.url}a/b/`, 'dashboard/nodes')
      await expect(page).toHaveURL(`${front.url}a/b/dashboard/nodes`)
      await page.getByRole('link', { name: 'emqx2@127.0.0.2' }).first().click()
      await expect(page).toHaveURL(/\/a\/b\/dashboard\/nodes\/emqx2/)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('emqx2@127.0.0.2')
      expect(outside).toEqual([])
    } finally {
      await front.close()
    }
  })
})
