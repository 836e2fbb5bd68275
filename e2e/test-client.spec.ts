import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('two real clients and the page talk, also while another page is looked at', async ({
  page,
  connect,
}) => {
  const sensor = await connect(brokerdeck().tcp[0], { clientId: 'sensor', protocolVersion: 5 })
  const valve = await connect(brokerdeck().tcp[2], { clientId: 'valve' })
  const heard: string[] = []
  valve.on('message', (topic, payload) => heard.push(`${topic} ${payload}`))
  await valve.subscribeAsync('t/#', { qos: 1 })

  await openSignedIn(page, brokerdeck().url, 'websocket')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
  await subscribe(page, 'site/+/temperature')
  await sensor.publishAsync('site/7/temperature', '{"celsius":21.5}', {
    qos: 1,
    properties: { contentType: 'application/json', userProperties: { line: ['a', 'b'] } },
  })
  await expect(page.getByRole('row').filter({ hasText: 'site/7/temperature' })).toContainText(
    '{"celsius":21.5}',
  )
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => heard).toEqual(['t/1 { "msg": "hello" }'])

  await openFromMenu(page, 'Management', 'Clients')
  await expect(page.getByRole('row').filter({ hasText: /brokerdeck-[0-9a-f]{8}/ })).toContainText('Connected')
  await sensor.publishAsync('site/8/temperature', 'meanwhile', { qos: 1 })
  await openFromMenu(page, 'Diagnose', 'Test Client')
  await page.getByRole('button', { name: 'Open the message of site/8/temperature' }).click()
  await expect(page.getByRole('dialog')).toContainText('meanwhile')
  await expectAccessible(page, 'an opened message')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(chart.getByRole('combobox', { name: 'Topic' })).toHaveValue('site/7/temperature')
  await expect(chart.getByText(/^1 value in the latest messages/)).toBeVisible()
  await expectAccessible(page, 'the chart of messages')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As JSON', exact: true }).click()
  const rows: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(rows).toMatchObject([
    { topic: 'site/7/temperature', properties: { contentType: 'application/json' } },
    { topic: 'site/8/temperature', payload: 'meanwhile' },
  ])
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a notice covers nothing that is clicked next, ${size.width} wide`, async ({ page }) => {
    await openSignedIn(page, brokerdeck().url, 'websocket')
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const notice = page.getByRole('status').filter({ hasText: /^Connection is successful.*brokerdeck-/s })
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Edit the connection' }).click()
    const form = page.getByRole('dialog', { name: 'Connection settings' })
    const buttons = ['Save', 'Cancel'].map((name) => form.getByRole('button', { name }))
    for (const button of buttons) await button.scrollIntoViewIfNeeded()
    const covered = await notice.boundingBox()
    for (const button of buttons) expect(overlap(covered, await button.boundingBox())).toBe(false)
  })
}

test('a listener is reached directly, and a port that is none is told from one', async ({
  page,
  complaints,
}) => {
  await openSignedIn(page, brokerdeck().url, 'websocket')
  await page.getByRole('button', { name: 'Edit the connection' }).click()
  const form = page.getByRole('dialog', { name: 'Connection settings' })
  const { port } = new URL(brokerdeck().webSocket[1] ?? '')
  await form.getByRole('button', { name: `ws:default · ${port} · /mqtt` }).click()
  await expectAccessible(page, 'the connection settings')
  await form.getByRole('textbox', { name: 'Host' }).fill(new URL(brokerdeck().webSocket[1] ?? '').hostname)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()

  await page.getByRole('button', { name: 'Edit the connection' }).click()
  await form.getByRole('textbox', { name: 'Port' }).fill('9')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('The broker has no listener on port 9.')).toBeVisible()
  await expectAccessible(page, 'a failed connection')
  // Removes the browser's errors about the connection failure that this test causes.
  complaints.splice(0)
})

test('fits a phone, and leaves no password behind', async ({ page, connect }) => {
  await openSignedIn(page, brokerdeck().url, 'websocket')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Edit the connection' }).click()
  const form = page.getByRole('dialog', { name: 'Connection settings' })
  await form.locator('input[type=password]').fill('very-secret')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const parts = page.getByRole('tablist', { name: 'Parts of the connection' })
  await parts.getByRole('tab', { name: 'Subscriptions' }).click()
  await expectAccessible(page, 'the subscriptions on a phone')
  await subscribe(page, 'a/#')
  const publisher = await connect(brokerdeck().tcp[0], { clientId: 'publisher' })
  await publisher.publishAsync(`a/${'long/'.repeat(60)}`, 'x'.repeat(4_000), { qos: 1 })
  await parts.getByRole('tab', { name: 'Messages New messages' }).click()
  await expect(page.getByRole('button', { name: /^Open the message of a\// })).toBeVisible()
  await expectAccessible(page, 'the messages on a phone')
  await parts.getByRole('tab', { name: 'Messages' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Publish' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Topic' }).fill('half/typ')
  await page.getByRole('button', { name: 'The message as a command' }).click()
  const command = page.getByRole('dialog', { name: 'As a mosquitto_pub command' })
  await expect(command).toContainText('-P "$MQTT_PASSWORD"')
  await expectAccessible(page, 'a command on a phone')
  await page.keyboard.press('Escape')
  await parts.getByRole('tab', { name: 'Connection' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeInViewport()
  await parts.getByRole('tab', { name: 'Publish' }).click()
  await expect(page.getByRole('textbox', { name: 'Topic' })).toHaveValue('half/typ')
  await expectNoOverflow(page, 'the test client')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).toContain('a/#')
  expect(stored).not.toContain('very-secret')
})

async function subscribe(page: Page, filter: string): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  await dialog.getByRole('textbox', { name: 'Topic filter' }).fill(filter)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('QoS 0', { exact: true })).toBeVisible()
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function overlap(a: Box | null, b: Box | null): boolean {
  if (a === null || b === null) throw new Error('nothing is drawn')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
