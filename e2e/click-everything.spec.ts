import type { Locator, Page } from '@playwright/test'
import { createSample } from './create-sample.ts'
import { expectAccessible, expectNamed, expectReadable } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { test } from './kept-page.ts'
import { type Look, openEveryPopup, openWithKey } from './open-every-popup.ts'
import { ENTERPRISE, expect, freshBrokerdeck } from './operator-test.ts'
import { CLIENT, visits } from './routes.ts'
import { settled } from './settled.ts'
import { openSignedIn, openWithSession, readSession } from './sign-in.ts'

const PHONE = { width: 390, height: 844 }

test.describe.configure({ mode: 'parallel' })

/** The Enterprise edition is used, so that its additional pages are clicked through, too. */
const brokerdeck = freshBrokerdeck(ENTERPRISE)
/** The session at the broker of this worker. */
let session: string | undefined

async function openPath(page: Page, path: string): Promise<void> {
  if (session !== undefined) return openWithSession(page, brokerdeck().url, path, session)
  await openSignedIn(page, brokerdeck().url, path)
  session = await readSession(page)
}

/**
 * Each language begins in one theme and changes to the other, so that both themes are loaded, and both are switched
 * to.
 */
const combinations = [
  { locale: 'en-GB', colorScheme: 'light', other: 'dark', look: lookInBothThemes },
  // In the second language only the texts of popups differ.
  { locale: 'zh-CN', colorScheme: 'dark', other: 'light', look: lookAtWords },
] as const

for (const { locale, colorScheme, other, look } of combinations)
  test.describe(`${locale} ${colorScheme}, then ${other}`, () => {
    test.use({ locale, colorScheme })

    test('/login', async ({ page }) => {
      await page.goto(brokerdeck().url)
      await page.locator('form button[type=submit]').click()
      await expectAccessible(page, 'the login')
      await changeTheme(page, other)
      await expectAccessible(page, `the login turned ${other}`)
      await page.setViewportSize(PHONE)
      await expectAccessible(page, 'the login on a phone')
      await expectNoOverflow(page, 'the login on a phone')
    })

    for (const { path, hasShell, leadsTo } of visits)
      test(`/${path}`, async ({ page, connect, failures }) => {
        await createSample(brokerdeck().url, path)
        const options = { clientId: CLIENT, username: 'press', protocolVersion: 5 } as const
        const device = await connect(brokerdeck().tcp[0], options)
        await device.subscribeAsync('site/+/state', { qos: 1 })

        await openPath(page, path)
        await settled(page)
        if (leadsTo !== undefined) return expect(page).toHaveURL(new URL(leadsTo, brokerdeck().url).href)
        await expect.soft(page.getByRole('heading', { level: 1 }), 'one heading').toHaveCount(1)
        await expectAccessible(page, 'the page')
        await expectNoOverflow(page, 'the page')
        const lookAtPopup: Look = (what, layer) => look(page, what, layer)
        await openEveryPopup(page, page.locator(hasShell ? 'body' : 'main'), lookAtPopup)
        if (hasShell) for (const key of ['Control+k', '?']) await openWithKey(page, key, lookAtPopup)
        await changeTheme(page, other)
        await settled(page)
        await expectAccessible(page, `the page turned ${other}`)

        await page.setViewportSize(PHONE)
        await settled(page)
        // The colours on a phone are the same and need no second check.
        await expectAccessible(page, 'the page on a phone')
        await expectNoOverflow(page, 'the page on a phone')
        expect(failures).toEqual([])
      })
  })

/** Each popup is opened once: the theme changes while it is open. */
async function lookInBothThemes(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what)
  await changeTheme(page, 'dark')
  await expectReadable(page, `${what}, turned dark`)
  await changeTheme(page, 'light')
}

async function lookAtWords(page: Page, what: string, layer: Locator): Promise<void> {
  const { poll } = expect.configure({ soft: true })
  await poll(() => layer.ariaSnapshot(), `language of ${what}`).toMatch(/\p{Script=Han}/u)
  await expectNamed(page, what)
  await expectNoOverflow(page, what)
}

/** Changes the colour scheme as the operating system does in the evening. */
async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}
