import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { settled } from './settled.ts'

const OPENERS = '[aria-haspopup]:not([aria-haspopup=false]):visible'
const DIALOGS = '[role=dialog]:visible, [role=alertdialog]:visible'
const LAYERS = `[role=menu]:visible, [role=listbox]:visible, ${DIALOGS}`

/** Checks a popup while it is open. */
export type Look = (what: string, layer: Locator) => Promise<void>

/** Opens each menu, popover and dialog within a part of a page, and the dialogs behind the items of its menus. */
export async function openEveryPopup(page: Page, within: Locator, look: Look): Promise<void> {
  const openers = within.locator(OPENERS)
  const rows = new Set<string>()
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index)
    if (!(await opener.isEnabled())) continue
    // The rows of a table open the same menu, so the menu of one row is enough.
    const row = await opener.evaluate((element) => (element.closest('tr') ? element.className : ''))
    if (row !== '' && rows.has(row)) continue
    rows.add(row)
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? ''
    const layer = await open(page, opener)
    await look(`what “${name}” opens`, layer)
    const items = await page.getByRole('menuitem').count()
    await closeWithEscape(page, layer, name)
    for (let item = 0; item < items; item += 1) await openBehind(page, opener, item, look)
  }
}

/** Opens a dialog with a key and passes the dialog to `look`. */
export async function openWithKey(page: Page, key: string, look: Look): Promise<void> {
  await page.keyboard.press(key)
  const dialog = page.locator(DIALOGS).first()
  await dialog.waitFor()
  await look(`what ${key} opens`, dialog)
  await closeWithEscape(page, dialog, key)
}

async function open(page: Page, opener: Locator): Promise<Locator> {
  // The pointer may still be at the place of the last click, where a tooltip could cover the element to be clicked.
  await page.mouse.move(0, 0)
  await opener.click()
  const layer = page.locator(LAYERS).first()
  await layer.waitFor()
  return layer
}

/** Chooses an item: it may open a dialog, lead to another page, add an entry to a form, or act at once. */
async function openBehind(page: Page, opener: Locator, item: number, look: Look): Promise<void> {
  const address = page.url()
  const menu = await open(page, opener)
  const chosen = page.getByRole('menuitem').nth(item)
  if ((await chosen.getAttribute('aria-disabled')) === 'true') return closeWithEscape(page, menu, 'the menu')
  const name = (await chosen.textContent()) ?? ''
  const dialog = page.locator(DIALOGS).first()
  const outcome = await watchOutcome(page, dialog)
  await chosen.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  switch (await outcome()) {
    case 'asks':
      await look(`what “${name}” asks`, dialog)
      return closeWithEscape(page, dialog, name)
    case 'leads':
      await page.goto(address)
      // The next opener and item are found by their positions, so the page must be complete again.
      await settled(page)
  }
}

type Outcome = 'asks' | 'leads' | 'saves' | 'acts' | 'adds'

/** A dialog is loaded on demand, so each outcome is awaited by its own sign. */
async function watchOutcome(page: Page, dialog: Locator): Promise<() => Promise<Outcome>> {
  const address = page.url()
  const entries = page.locator('main form').getByRole('listitem')
  const before = await entries.count()
  let heard: Outcome | undefined
  const hearDownload = () => {
    heard ??= 'saves'
  }
  const hearAnswer = (answer: Response) => {
    if (answer.request().method() !== 'GET') heard ??= 'acts'
  }
  page.on('download', hearDownload)
  page.on('response', hearAnswer)
  const seen = async (): Promise<Outcome | undefined> => {
    if (await dialog.isVisible()) return 'asks'
    if (page.url() !== address) return 'leads'
    if (heard !== undefined) return heard
    return (await entries.count()) > before ? 'adds' : undefined
  }
  return async () => {
    let outcome: Outcome | undefined
    // One loop covers all outcomes, because a separate wait for each would go on after the others are done.
    await expect(async () => {
      outcome = await seen()
      expect(outcome, 'what it does').toBeDefined()
    }).toPass({ intervals: [20, 50, 100], timeout: 30_000 })
    page.off('download', hearDownload)
    page.off('response', hearAnswer)
    if (outcome === undefined) throw new Error('It did nothing')
    return outcome
  }
}

async function closeWithEscape(page: Page, layer: Locator, name: string): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(layer, `“${name}” closes with Escape`).toBeHidden()
}
