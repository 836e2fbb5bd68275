import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('what two clients send each other is counted from the moment the topic is added', async ({
  page,
  connect,
}) => {
  const [first, second] = brokerdeck().tcp
  const sensor = await connect(first, { clientId: 'sensor' })
  const panel = await connect(second, { clientId: 'panel', protocolVersion: 5 })
  await panel.subscribeAsync('plant/+', { qos: 1 })
  await sensor.publishAsync('plant/temperature', 'before', { qos: 1 })

  await openSignedIn(page, brokerdeck().url, 'topic-metrics')
  await page.getByRole('button', { name: 'Add topics…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /Topics/ })
    .fill('plant/temperature\nplant/lost')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  const row = page.getByRole('row').filter({ hasText: 'plant/temperature' })
  const lost = page.getByRole('row').filter({ hasText: 'plant/lost' })
  await expect(row).toBeVisible()
  // The topics are added one after the other, and the list shows the first while the second is on its way.
  await expect(lost).toBeVisible()

  for (const qos of [0, 1, 2] as const) await sensor.publishAsync('plant/temperature', '21.5', { qos })
  await panel.unsubscribeAsync('plant/+')
  await sensor.publishAsync('plant/lost', 'nobody', { qos: 1 })

  await row.getByRole('button', { name: 'View the metrics of plant/temperature' }).click()
  const drawer = page.getByRole('dialog', { name: 'plant/temperature' })
  const figures = drawer.getByRole('region', { name: 'Counting' })
  await expect(figures.getByText('3', { exact: true })).toHaveCount(2)
  await drawer.getByRole('button', { name: '2', exact: true }).click()
  await expect(figures).toContainText('Not split by QoS')
  await expect(drawer.getByRole('region', { name: /^Messages/ }).locator('canvas')).toBeVisible()
  await expectAccessible(page, 'the figures of a topic')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(lost.getByRole('cell', { name: '1', exact: true })).toHaveCount(2)
})
