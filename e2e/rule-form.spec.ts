import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** The maximum number of presses of the Tab key that a user would make to find an element. */
const patience = 60

/** Moves the focus with the Tab key alone, like a user without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < patience; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(target)}`)
}

async function retype(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

test('a rule is made with the keyboard alone, and what it sends arrives', async ({ page, connect }) => {
  test.setTimeout(120_000)
  const { url, tcp } = brokerdeck()
  await openSignedIn(page, url, 'rule/rules')
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }))
  await page.keyboard.press('Enter')
  await retype(page, page.getByRole('textbox', { name: 'ID', exact: true }), 'too_hot')
  await retype(
    page,
    page.getByRole('textbox', { name: 'SQL', exact: true }),
    'SELECT payload.celsius as celsius, clinetid FROM "ovens/+" WHERE payload.celsius > 90',
  )
  await tabTo(page, page.getByRole('button', { name: 'Replace with clientid' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Problems' })).toBeHidden()
  await expect(page.getByRole('list', { name: 'Data inputs' })).toContainText('ovens/+')
  await tabTo(page, page.getByRole('button', { name: 'Add output' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Republish' })).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Republish' })
  await retype(page, drawer.getByRole('textbox', { name: 'Topic', exact: true }), `alarms/\${clientid}`)
  await retype(page, drawer.getByRole('textbox', { name: 'Payload' }), `\${celsius} °C`)
  await expectAccessible(page, 'the arguments of a republish')
  await page.keyboard.press('Tab')
  await tabTo(page, drawer.getByRole('button', { name: 'Add output' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Action outputs' })).toContainText(`alarms/\${clientid}`)
  await expectAccessible(page, 'a rule that is being made')
  await tabTo(page, page.getByRole('button', { name: 'Ask the broker' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The broker gives the same result')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Create rule' }).first())
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'too_hot' })
  await expect(row).toBeVisible()

  const watcher = await connect(tcp[0], { clientId: 'watcher', protocolVersion: 5 })
  await watcher.subscribeAsync('alarms/#', { qos: 1 })
  const arrived = new Promise<string>((resolve) => {
    watcher.on('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`))
  })
  const oven = await connect(tcp[0], { clientId: 'oven-3', protocolVersion: 5 })
  await oven.publishAsync('ovens/3', '{"celsius": 80}', { qos: 1 })
  await oven.publishAsync('ovens/3', '{"celsius": 95}', { qos: 1 })
  expect(await arrived).toBe('alarms/oven-3 95 °C')

  const counted = async (name: string) => {
    const head = page.getByRole('columnheader', { name })
    const at = await head.evaluate((one) => [...(one.parentElement?.children ?? [])].indexOf(one))
    return row.locator(':scope > *').nth(at)
  }
  // The counters are requested every ten seconds.
  await expect(await counted('Matched')).toHaveText('2', { timeout: 30_000 })
  await expect(await counted('Passed')).toHaveText('1')
})

test('an action is made beside the rule that is written, on a phone as well', async ({ page }) => {
  const { url } = brokerdeck()
  await postAsOperator(url, 'connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, url, 'rule/rules/create')
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('beside')
  await page.getByRole('button', { name: 'Add output' }).click()
  await page.getByRole('menuitem', { name: 'Action…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add action' })
  await dialog.getByRole('button', { name: 'Create action' }).click()
  const drawer = page.getByRole('dialog', { name: 'Create action' })
  await drawer.getByRole('button', { name: /^web/ }).click()
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('made')
  await expectAccessible(page, 'an action made beside a rule')
  await expectNoOverflow(page, 'an action made beside a rule, on a phone')
  await drawer.getByRole('button', { name: 'Create action' }).click()
  await expect(drawer).toBeHidden()
  await dialog.getByRole('button', { name: 'Add output' }).click()
  await expect(page.getByRole('list', { name: 'Action outputs' })).toContainText('http:made')
  await page.getByRole('button', { name: 'Create rule' }).first().click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'beside' })).toBeVisible()
})

test('two rules that send each other round are found before and after they are saved', async ({ page }) => {
  const { url } = brokerdeck()
  const republish = (topic: string) => ({ function: 'republish', args: { topic, payload: `\${.}` } })
  for (const [id, from, to] of [
    ['ping', 'round/a', 'round/b'],
    ['pong', 'round/b', 'round/a'],
  ] as const)
    await postAsOperator(url, 'rules', { id, sql: `SELECT * FROM "${from}"`, actions: [republish(to)] })
  await openSignedIn(page, url, 'rule/rules/ping?tab=settings')
  const way = page.getByRole('list', { name: 'Way of the message' })
  await expect(way).toContainText('ping → round/b →')
  await expect(way).toContainText('pong → round/a →')
  await page.goto(new URL('rule/rules', url).href)
  await expect(page.getByRole('row').filter({ hasText: 'pong' })).toContainText('Loop')
})

test('nothing moves away when the editor of the statement comes', async ({ page }) => {
  const { url } = brokerdeck()
  const sql = 'SELECT\n  payload.celsius as celsius\nFROM\n  "ovens/+"'
  await postAsOperator(url, 'rules', { id: 'oven', sql, actions: [] })
  await page.setViewportSize({ width: 1280, height: 900 })
  await openSignedIn(page, url)
  let goOn: () => void = () => undefined
  const isSeen = new Promise<void>((resolve) => {
    goOn = () => resolve()
  })
  await page.route(/\/(rule-sql-code|column-list)-[^/]+\.js$/, async (route) => {
    await isSeen
    await route.continue()
  })
  await page.goto(new URL('rule/rules/oven?tab=settings', url).href)
  const tab = page.getByRole('tab', { name: /^Messages/ })
  await expect(page.getByRole('textbox', { name: 'SQL', exact: true })).toHaveValue(sql)
  const before = await tab.boundingBox()
  goOn()
  await expect(page.getByText('Line 1, column 1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Events and columns' })).toBeVisible()
  expect(await tab.boundingBox()).toEqual(before)
})
