import type { Page } from '@playwright/test'
import { test } from './kept-page.ts'
import { expect, freshBrokerdeck } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

// All tests share one worker, and with it one tab.
test.describe.configure({ mode: 'default' })

const brokerdeck = freshBrokerdeck()
let first: Page | undefined

test('a visit leaves all kinds of things behind', async ({ page }) => {
  first = page
  await openSignedIn(page, brokerdeck().url, 'clients')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(async () => {
    localStorage.setItem('theme', 'dark')
    sessionStorage.setItem('draft', 'of a form')
    window.name = 'kept'
    const opening = indexedDB.open('kept')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    await (await caches.open('kept')).put('/kept', new Response('kept'))
    window.open('/version')
  })
  await expect.poll(() => page.context().pages().length).toBe(2)
  expect(await page.evaluate(() => document.cookie)).not.toBe('')
})

test('the next one has the same tab, and it is as a new one', async ({ page, context }) => {
  expect(page).toBe(first)
  expect(context.pages()).toEqual([page])
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
  await page.goto(new URL('static/color-scheme.js', brokerdeck().url).href)
  expect(
    await page.evaluate(async () => ({
      stored: [localStorage.length, sessionStorage.length, document.cookie, window.name],
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    })),
  ).toEqual({ stored: [0, 0, '', ''], databases: [], caches: [], isDark: false })
})

test.fail('what a kept tab complains of fails the test that heard it', async ({ page }) => {
  expect(page).toBe(first)
  await page.goto(new URL('static/color-scheme.js', brokerdeck().url).href)
  await page.evaluate(() => {
    queueMicrotask(() => {
      throw new Error('Something is wrong')
    })
  })
})
