import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { fillLogin, openSignedIn, openWithSession, readSession } from './sign-in.ts'

/** The Enterprise edition is used, because it has viewers. */
const brokerdeck = freshBrokerdeck(ENTERPRISE)

const SQL = `SELECT
  json_decode(payload) AS body,
  body.line AS line,
  body.sevrity AS severity,
  nth(4, tokens(topic, '/')) AS line_id,
  clientid,
  format_date('millisecond', '+08:00',
    '%Y-%m-%dT%H:%M:%S.%3N%z', timestamp) AS at
FROM
  "plant/hz/line/+/event"
WHERE
  qos > 0 AND regex_match(body.line, '^smt-')`
const PAYLOAD = '{"line":"smt-4","severity":"warn","code":2107,"text":"炉温偏高"}'
const MESSAGE = JSON.stringify({
  event_type: 'message_publish',
  topic: 'plant/hz/line/4/event',
  qos: 1,
  clientid: '回流焊-02',
  payload: PAYLOAD,
})

const editor = (page: Page) => page.locator('.cm-content')

async function write(page: Page, sql: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

/** Publishes with a program that operators have at hand (Debian: mosquitto-clients). */
async function publishWithMosquitto(broker: string, topic: string, payload: string): Promise<void> {
  const { hostname, port } = new URL(broker)
  const options = ['-h', hostname, '-p', port, '-q', '1', '-i', 'oven-02', '-t', topic, '-m', payload]
  const program = spawn('mosquitto_pub', options, { stdio: 'ignore' })
  const [code] = await once(program, 'exit')
  expect(code).toBe(0)
}

test('a statement is written on a message, mended, tried, saved, and does what it was tried for', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  const [broker = ''] = tcp
  await openSignedIn(page, url, 'rule/rules/create')
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('line_events')
  await write(page, SQL)
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByRole('button', { name: 'Paste…' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste messages' })
  await paste.getByRole('textbox').fill(MESSAGE)
  await paste.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('tab', { name: 'Preview' }).click()

  // Each value is shown at its line, and no value is in the text.
  const values = page.locator('.cm-value')
  await expect(values).toHaveText([
    '{ line, severity, code, text }',
    '"smt-4"',
    'undefined',
    '"4"',
    '"回流焊-02"',
    /^"20/,
    'matches',
    'true',
    '1 > 0, true',
  ])
  await expect(page.locator('.cm-gutters-after')).toHaveAttribute('aria-hidden', 'true')
  await expect(editor(page)).not.toContainText('matches')
  await expectAccessible(page, 'a statement with its values')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(values.first()).toBeHidden()
  await expectNoOverflow(page, 'a statement with its values, on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  const problems = page.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('has no body.sevrity: it is undefined. Did you mean body.severity?')
  await page.getByRole('button', { name: 'Replace with body.severity' }).click()
  await expect(editor(page)).toContainText('body.severity AS severity')
  await expect(values.nth(2)).toHaveText('"warn"')
  await expect(page.getByText('has no body.sevrity')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Output', exact: true })).toContainText('"severity": "warn"')
  await page.getByRole('button', { name: 'Ask the broker' }).click()
  await expect(page.getByText('The broker gives the same result')).toBeVisible()

  await page.getByRole('button', { name: 'Add output' }).click()
  await page.getByRole('menuitem', { name: 'Republish' }).click()
  const drawer = page.getByRole('dialog', { name: 'Republish' })
  await drawer.getByRole('textbox', { name: 'Topic', exact: true }).fill(`alarm/\${line}`)
  await drawer.getByRole('textbox', { name: 'Payload' }).fill(`\${severity} \${body.text}`)
  await page.keyboard.press('Tab')
  await drawer.getByRole('button', { name: 'Add output' }).click()
  await page.getByRole('button', { name: 'Create rule' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'line_events' })
  await expect(row).toBeVisible()

  const watcher = await connect(broker, { clientId: 'watcher', protocolVersion: 5 })
  await watcher.subscribeAsync('alarm/#', { qos: 1 })
  const arrived = new Promise<string>((resolve) => {
    watcher.on('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`))
  })
  await publishWithMosquitto(broker, 'plant/hz/line/7/event', PAYLOAD.replace('smt-4', 'hand-1'))
  await publishWithMosquitto(broker, 'plant/hz/line/4/event', PAYLOAD)
  expect(await arrived).toBe('alarm/smt-4 warn 炉温偏高')
  const head = page.getByRole('columnheader', { name: 'Matched' })
  const at = await head.evaluate((one) => [...(one.parentElement?.children ?? [])].indexOf(one))
  // The counters are requested every ten seconds.
  await expect(row.locator(':scope > *').nth(at)).toHaveText('2', { timeout: 30_000 })
  await expect(row.locator(':scope > *').nth(at + 1)).toHaveText('1')
})

test('the editor folds, finds, pairs, shows what a call takes, and leads to a problem', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'rule/rules/create')
  await write(page, '')
  await page.keyboard.type('SELECT substr(topic, ')
  await expect(page.locator('.cm-note-now')).toHaveText(/^start/)
  expect(await editor(page).innerText()).toBe('SELECT substr(topic, )')
  await page.keyboard.type("1) as a, '")
  expect(await editor(page).innerText()).toBe("SELECT substr(topic, 1) as a, ''")

  await write(page, 'SELECT\n  clientid,\n  usernme\nFROM\n  "t"')
  const problems = page.getByRole('list', { name: 'Problems' })
  await problems
    .getByRole('button', { name: /usernme/ })
    .first()
    .click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('username')
  await expect(problems).toBeHidden()

  await page.locator('.cm-foldGutter').getByText('⌄').first().click()
  await expect(editor(page)).not.toContainText('clientid')
  await page.locator('.cm-foldPlaceholder').click()
  await expect(editor(page)).toContainText('clientid')

  await editor(page).focus()
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find', exact: true }).pressSequentially('username')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cm-searchMatch-selected')).toHaveText('username')
  await page.keyboard.press('Escape')

  // A keyword is explained on hover.
  await editor(page).getByText('FROM').hover()
  await expect(page.locator('.cm-note')).toContainText('Names the topics, events and data sources')
})

test('a viewer reads the statement, and no key changes it', async ({ page }) => {
  const { url } = brokerdeck()
  const guest = { username: 'guest', password: 'Viewer-123' }
  await postAsOperator(url, 'users', { ...guest, role: 'viewer', description: '' })
  await postAsOperator(url, 'rules', { id: 'kept', sql: 'SELECT * FROM "kept/#"', actions: [] })
  await page.goto(new URL('rule/rules/kept?tab=settings', url).href)
  await fillLogin(page, guest)
  await expect(editor(page)).toHaveAttribute('aria-readonly', 'true')
  await editor(page).focus()
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+/')
  await expect(editor(page)).toHaveText('SELECT * FROM "kept/#"')
  await expect(page.getByRole('button', { name: 'Format code' })).toBeHidden()
})

test('what a closed tab leaves behind is found and taken away at the next visit', async ({
  page,
  context,
}) => {
  const { url } = brokerdeck()
  await postAsOperator(url, 'rules', { id: 'watched', sql: 'SELECT * FROM "watched/#"', actions: [] })
  await openSignedIn(page, url, 'rule/rules/watched?tab=test')
  const session = await readSession(page)
  await page.getByRole('button', { name: 'Watch real data' }).click()
  await expect(page.getByText('No message has run this rule yet')).toBeVisible()
  // A crash runs no unload handlers, and leaves no pending poll that could fail.
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  const next = await context.newPage()
  await openWithSession(next, url, 'rule/rules/watched?tab=test', session)
  await expect(next.getByRole('button', { name: 'Watch real data' })).toBeVisible()
  await expect(async () => {
    await next.goto(new URL('log-trace', url).href)
    await expect(next.getByText('No traces')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 30_000 })
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('a rule is written, tried and saved', async ({ page }) => {
    await openSignedIn(page, brokerdeck().url, 'rule/rules/create')
    await page.getByRole('textbox', { name: 'ID', exact: true }).fill('zh_line')
    await write(page, 'SELECT\n  payload.msgg AS 温度\nFROM "车间/#"')
    await expect(page.getByRole('list', { name: '问题' })).toBeVisible()
    await write(page, 'SELECT\n  payload.msgg AS msg\nFROM "车间/#"')
    await expect(page.getByRole('list', { name: '问题' })).toContainText('所试消息中没有 payload.msgg')
    await page.getByRole('button', { name: '替换为 payload.msg' }).click()
    await expect(page.locator('.cm-value').last()).toHaveText('匹配')
    await expectAccessible(page, 'a statement with its values, in Chinese')
    await page.getByRole('button', { name: '创建规则' }).first().click()
    await expect(page.getByRole('row').filter({ hasText: 'zh_line' })).toContainText('车间/#')
  })
})
