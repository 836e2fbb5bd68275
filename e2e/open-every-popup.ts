import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { settled } from './settled.ts'

const OPENERS = '[aria-haspopup]:not([aria-haspopup=false]):visible'
const DIALOGS = '[role=dialog]:visible, [role=alertdialog]:visible'
const LAYERS = `[role=menu]:visible, [role=listbox]:visible, ${DIALOGS}`

/** Each menu, popover and dialog within a part of a page, and the dialogs behind the items of its menus. */
export async function openEveryPopup(page: Page, within: Locator): Promise<void> {
  const openers = within.locator(OPENERS)
  const rows = new Set<string>()
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index)
    if (!(await opener.isEnabled())) continue
    // The rows of a table open the same menu; one of them is enough.
    const row = await opener.evaluate((element) => (element.closest('tr') ? element.className : ''))
    if (row !== '' && rows.has(row)) continue
    rows.add(row)
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? ''
    const layer = await open(page, opener)
    await expectAccessible(page, `what “${name}” opens`)
    const items = await page.getByRole('menuitem').count()
    await closeWithEscape(page, layer, name)
    for (let item = 0; item < items; item += 1) await openBehind(page, opener, item)
  }
}

/** What a key opens. */
export async function openWithKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  const dialog = page.locator(DIALOGS).first()
  await dialog.waitFor()
  await expectAccessible(page, `what ${key} opens`)
  await closeWithEscape(page, dialog, key)
}

async function open(page: Page, opener: Locator): Promise<Locator> {
  await opener.click()
  const layer = page.locator(LAYERS).first()
  await layer.waitFor()
  return layer
}

/** An item may ask something, lead elsewhere, add an entry to a form, or do its work at once. */
async function openBehind(page: Page, opener: Locator, item: number): Promise<void> {
  const address = page.url()
  const menu = await open(page, opener)
  const chosen = page.getByRole('menuitem').nth(item)
  if ((await chosen.getAttribute('aria-disabled')) === 'true') return closeWithEscape(page, menu, 'the menu')
  const name = (await chosen.textContent()) ?? ''
  const dialog = page.locator(DIALOGS).first()
  const entries = page.locator('main form').getByRole('listitem')
  const before = await entries.count()
  // A dialog is loaded when it is asked for, so each outcome is awaited by its own sign.
  const outcome = Promise.race([
    dialog.waitFor().then(() => 'asks'),
    page.waitForURL((url) => url.href !== address).then(() => 'leads'),
    page.waitForEvent('download').then(() => 'saves'),
    page.waitForResponse((answer) => answer.request().method() !== 'GET').then(() => 'acts'),
    entries
      .nth(before)
      .waitFor()
      .then(() => 'adds'),
  ])
  await chosen.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  switch (await outcome) {
    case 'asks':
      await expectAccessible(page, `what “${name}” asks`)
      return closeWithEscape(page, dialog, name)
    case 'leads':
      await page.goto(address)
      // The next one is found by its place among those that are there.
      await settled(page)
  }
}

async function closeWithEscape(page: Page, layer: Locator, name: string): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(layer, `“${name}” closes with Escape`).toBeHidden()
}
