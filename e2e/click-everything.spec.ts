import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { openEveryPopup, openWithKey } from './open-every-popup.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { CLIENT, visits } from './routes.ts'
import { openSignedIn } from './sign-in.ts'

const PHONE = { width: 390, height: 844 }

test.describe.configure({ mode: 'parallel' })

const brokerdeck = freshBrokerdeck()

for (const locale of ['en-GB', 'zh-CN'])
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${locale} ${colorScheme}`, () => {
      test.use({ locale, colorScheme })

      test('/login', async ({ page }) => {
        await page.goto(brokerdeck().url)
        await page.locator('form button[type=submit]').click()
        await expectAccessible(page, 'the login')
        await page.setViewportSize(PHONE)
        await expectAccessible(page, 'the login on a phone')
        await expectNoOverflow(page, 'the login on a phone')
      })

      for (const { path, hasShell, leadsTo } of visits)
        test(`/${path}`, async ({ page, connect }) => {
          const options = { clientId: CLIENT, username: 'press', protocolVersion: 5 } as const
          const device = await connect(brokerdeck().tcp[0], options)
          await device.subscribeAsync('site/+/state', { qos: 1 })
          const failures = watchAnswers(page)

          await openSignedIn(page, brokerdeck().url, path)
          await settled(page)
          if (leadsTo !== undefined) return expect(new URL(page.url()).pathname).toBe(leadsTo)
          await expect.soft(page.getByRole('heading', { level: 1 }), 'one heading').toHaveCount(1)
          await expectAccessible(page, 'the page')
          await expectNoOverflow(page, 'the page')
          await openEveryPopup(page, hasShell ? page.locator('body') : page.getByRole('main'))
          if (hasShell) for (const key of ['Control+k', '?']) await openWithKey(page, key)

          await page.setViewportSize(PHONE)
          await settled(page)
          // Colours are the same on a phone.
          if (colorScheme === 'light') await expectAccessible(page, 'the page on a phone')
          await expectNoOverflow(page, 'the page on a phone')
          expect(failures).toEqual([])
        })
    })

/** Nothing that was asked for on the way may have failed. */
function watchAnswers(page: Page): readonly string[] {
  const failures: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      failures.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
  })
  return failures
}

/** Skeletons are gone: what is looked at is the page, not its waiting. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
