import type { MqttClient } from 'mqtt'
import { longestTask, watchLongTasks } from './long-tasks.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()
const times = { length: 20 } as const

/** Publishes the given number of messages a second until the returned function is called. */
function flood(client: MqttClient, perSecond: number): () => void {
  let count = 0
  const timer = setInterval(() => {
    for (const _ of Array.from({ length: perSecond / 50 })) {
      count += 1
      client.publish(
        `fleet/site-${count % 5}/device-${count % 1000}`,
        JSON.stringify({ n: count, pad: 'x'.repeat(80) }),
      )
    }
  }, 20)
  return () => clearInterval(timer)
}

test('the topic explorer follows two clients and a flood', { tag: '@measured' }, async ({
  page,
  connect,
}) => {
  const [address] = brokerdeck().tcp
  const meter = await connect(address, { clientId: 'meter-1', protocolVersion: 5 })
  const worker = await connect(address, { clientId: 'worker-1', protocolVersion: 5 })
  await worker.subscribeAsync('plant/+/temp')
  await meter.publishAsync('plant/hall/name', 'Hall 1', { qos: 1, retain: true })

  await watchLongTasks(page)
  await openSignedIn(page, brokerdeck().url, 'topics-explorer')
  await expect(page.getByRole('treeitem', { name: /^name.*retained$/ })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^temp.*subscribed$/ })).toBeVisible()

  await page.getByRole('textbox', { name: 'Topic filter to capture' }).fill('plant/#')
  await page.getByRole('button', { name: 'Start capture' }).click()
  await expect(page.getByText('Capturing')).toBeVisible()
  for (const [n] of Object.entries(Array.from(times))) {
    await meter.publishAsync('plant/hall/temp', JSON.stringify({ t: -5 + Number(n) }))
    await worker.publishAsync('plant/hall/ack', n)
  }
  const temp = page.getByRole('treeitem', { name: /^temp.*captured.*20 messages/ })
  await temp.click()
  await expect(page).toHaveURL(/topic=plant%2Fhall%2Ftemp/)
  await expect(page.getByRole('tabpanel').getByText('14', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Chart' }).click()
  await expect(page.getByText(/^20 values in the latest messages/)).toBeVisible()
  await page.getByRole('tab', { name: 'Subscribers' }).click()
  await expect(page.getByRole('link', { name: 'worker-1' })).toBeVisible()

  const stop = flood(meter, 2000)
  await page.getByRole('textbox', { name: 'Topic filter to capture' }).fill('fleet/#')
  await page.getByRole('button', { name: 'Stop' }).click()
  await longestTask(page)
  await page.getByRole('button', { name: 'Start capture' }).click()
  await expect(page.getByText(/^[1-9][\d,]+ dropped$/)).toBeVisible()
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.getByRole('tree').hover()
  for (const _ of Array.from(times)) {
    await page.mouse.wheel(0, 900)
    await expect(page.getByRole('treeitem').first()).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Find in the tree' }).fill('device-77')
  await expect(page.getByText(/^\d+ places found$/)).toBeVisible()
  expect(await longestTask(page), 'longest task of the page under the flood, in ms').toBeLessThan(200)
  stop()
})

test('a subscription to everything is asked for with its cost', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'topics-explorer')
  await page.getByRole('textbox', { name: 'Topic filter to capture' }).fill('#')
  await page.getByRole('button', { name: 'Start capture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to #?' })
  await expect(dialog.getByText(/messages a second/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nothing is captured.', { exact: false })).toBeVisible()
})

test.describe('on a phone, in the longer words', () => {
  test.use({ locale: 'zh-CN' })

  test('what is known of a topic keeps within the screen', async ({ page, connect }) => {
    const device = await connect(brokerdeck().tcp[0], { clientId: 'gauge' })
    await device.publishAsync('hall/gauge', '{"bar":2}', { qos: 1, retain: true })
    await openSignedIn(page, brokerdeck().url, 'topics-explorer?topic=hall/gauge')
    await page.setViewportSize({ width: 390, height: 844 })
    const dialog = page.getByRole('dialog', { name: 'hall/gauge' })
    for (const name of ['文本', 'Base64']) {
      const option = dialog.getByRole('button', { name, exact: true })
      await expect(option).toBeInViewport({ ratio: 1 })
    }
    await expect(dialog.getByRole('treeitem').first()).toBeInViewport({ ratio: 1 })
  })
})
