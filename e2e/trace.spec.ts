import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn, readSession } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** Sends requests to the broker as the page does. */
async function ask(page: Page, method: string, path: string, data?: object) {
  const { token } = JSON.parse(await readSession(page))
  const url = new URL(`api/v5/${path}`, brokerdeck().url).href
  const answer = await page.request.fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  })
  return answer
}

test('a trace tells in words what two clients did, and is downloaded as a zip', async ({ page, connect }) => {
  const [first, second] = brokerdeck().tcp
  await openSignedIn(page, brokerdeck().url, 'log-trace')
  await page.getByRole('button', { name: 'Create trace' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('press_line')
  await dialog.getByLabel('Client ID').fill('press-1')
  await dialog.getByLabel('Format').selectOption('json')
  await dialog.getByRole('button', { name: '5 min', exact: true }).click()
  await dialog.getByRole('button', { name: 'Create trace' }).click()
  await expect(page.getByText('Create Log Trace Successfully')).toBeVisible()
  await page.getByRole('link', { name: 'press_line' }).click()
  await expect(page.getByText('Nothing has matched so far')).toBeVisible()

  const press = await connect(first, { clientId: 'press-1', username: 'line3', protocolVersion: 5 })
  const other = await connect(second, { clientId: 'mes', protocolVersion: 5 })
  await press.subscribeAsync('orders/#', { qos: 1 })
  const arrived = new Promise((resolve) => press.once('message', resolve))
  await other.publishAsync('orders/7', '{"count":12}', { qos: 1 })
  await arrived
  await press.publishAsync('done/7', 'ok', { qos: 1 })
  await press.endAsync()
  const timeline = page.getByRole('region', { name: /^press-1, from/ })
  await expect(timeline.getByText('Asks to connect')).toBeVisible()
  await expect(timeline.getByText(/MQTT 5.0 · as line3/)).toBeVisible()
  await expect(timeline.getByText('Connected', { exact: true })).toBeVisible()
  await expect(timeline.getByText('Subscribes to')).toBeVisible()
  await expect(timeline.getByText('Receives a message on')).toBeVisible()
  await expect(timeline.getByText('Publishes to')).toBeVisible()
  await expect(timeline.getByText('Says goodbye')).toBeVisible()

  await ask(page, 'POST', 'banned', { as: 'clientid', who: 'press-1' })
  await expect(connect(first, { clientId: 'press-1', protocolVersion: 5 })).rejects.toThrow()
  await expect(page.getByText('Connection refused: Banned')).toBeVisible()
  await expect(page.getByText(/Lift the ban or wait for its end/)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('press_line.zip')
  const stream = await (await download).createReadStream()
  const [start] = await stream.take(1).toArray()
  expect(start.subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByRole('combobox', { name: 'Event' }).selectOption('emqx_connection_terminated')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('tab', { name: 'Raw' }).click()
  await page.getByRole('searchbox').fill('CONNACK')
  await expect(page.getByText(/^1 of 2/)).toBeVisible()
})

test('a download that takes too long says where the log is', async ({ page }) => {
  await page.clock.install()
  await openSignedIn(page, brokerdeck().url, 'log-trace')
  await ask(page, 'POST', 'trace', { name: 'stuck', type: 'clientid', clientid: 'stuck' })
  await page.route('**/trace/stuck/download', () => undefined)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'stuck' }).click()
  const asked = page.waitForRequest('**/trace/stuck/download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await asked
  await page.clock.fastForward(45_500)
  await expect(page.getByText('The log can be found in the data/trace path of the server.')).toBeVisible()
})

test('the timeline of a client takes its trace back when its page is left, by a link or for good', async ({
  page,
  connect,
}) => {
  const traces = async () => (await ask(page, 'GET', 'trace')).json()
  const watch = page.getByRole('button', { name: 'Watch this client' })
  await openSignedIn(page, brokerdeck().url, 'clients/detail/plc-9')
  await watch.click()
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  expect(await traces()).toContainEqual(expect.objectContaining({ clientid: 'plc-9', status: 'running' }))
  const plc = await connect(brokerdeck().tcp[1], { clientId: 'plc-9', protocolVersion: 5 })
  plc.on('error', () => undefined)
  await expect(page.getByText('Asks to connect')).toBeVisible()
  await ask(page, 'DELETE', 'clients/plc-9')
  await expect(page.getByText('Disconnected by the broker: Kicked out')).toBeVisible()

  const ofPlc = async () => JSON.stringify(await traces()).includes('plc-9')
  await page.getByRole('link', { name: 'All clients' }).click()
  await expect.poll(ofPlc).toBe(false)

  await page.goBack()
  await watch.click()
  await expect.poll(ofPlc).toBe(true)
  await page.goto('about:blank')
  await page.goto(new URL('log-trace', brokerdeck().url).href)
  await expect.poll(ofPlc).toBe(false)
})

test('a log of many thousand lines stays quick', async ({ page, connect }) => {
  test.slow()
  await openSignedIn(page, brokerdeck().url, 'log-trace')
  await ask(page, 'POST', 'trace', { name: 'busy', type: 'clientid', clientid: 'busy', formatter: 'json' })
  const busy = await connect(brokerdeck().tcp[0], { clientId: 'busy', protocolVersion: 5 })
  for (let at = 0; at < 12_000; at += 1) busy.publish(`busy/${at % 10}`, `{"at":${at}}`)
  await busy.publishAsync('busy/last', 'x', { qos: 1 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'busy' }).click()
  await expect(page.getByText('busy/last').first()).toBeVisible({ timeout: 30_000 })
  for (const look of ['Table', 'Raw', 'Timeline']) {
    await page.getByRole('tab', { name: look }).click()
    await expect(page.getByText('busy/last').first()).toBeVisible()
    // Invisible rows are not in the document.
    expect(await page.locator('*').count()).toBeLessThan(8_000)
  }
})
