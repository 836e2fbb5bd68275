import type { IPublishPacket } from 'mqtt'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a message is published from anywhere and reaches a real subscriber', async ({ page, connect }) => {
  const { tcp, url } = brokerdeck()
  const client = await connect(tcp[1], { clientId: 'listener', protocolVersion: 5 })
  const arrived = new Promise<IPublishPacket>((resolve) => {
    client.once('message', (_topic, _payload, packet) => resolve(packet))
  })
  await client.subscribeAsync('plant/#', { qos: 1 })

  await openSignedIn(page, url, 'dashboard/nodes')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Quick find' }).fill('publish a mess')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish a message' })
  await expect(dialog.getByLabel('Topic', { exact: true })).toBeFocused()
  await page.keyboard.type('plant/line-1')
  await dialog.getByLabel('QoS').selectOption('1')
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('48 65 6c 6c 6f')
  await dialog.getByRole('button', { name: 'Hex' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Payload' })).toHaveValue(
    '34 38 20 36 35 20 36 63 20 36 63 20 36 66',
  )
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('48 65 6c 6c 6f ff')
  await dialog.getByText('MQTT 5 properties').click()
  await dialog.getByLabel('Response topic').fill('plant/reply')
  await dialog.getByLabel('Message expiry interval').fill('soon')
  await dialog.getByRole('button', { name: 'Add a user property' }).click()
  await dialog.getByLabel('Name of user property 1').fill('site')
  await dialog.getByLabel('Value of user property 1').fill('berlin')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByLabel('Message expiry interval')).toBeFocused()
  await expectAccessible(page, 'a message with a fault')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('At least one subscriber gets it.')).toBeVisible()

  const packet = await arrived
  expect(packet).toMatchObject({ topic: 'plant/line-1', qos: 1 })
  expect([...packet.payload]).toEqual([0x48, 0x65, 0x6c, 0x6c, 0x6f, 0xff])
  expect(packet.properties).toMatchObject({
    responseTopic: 'plant/reply',
    userProperties: { site: 'berlin' },
  })
})

test('what was kept is found again, and removed by an empty message', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url, 'subscriptions/topics')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Quick find' }).fill('publish a mess')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish a message' })
  await dialog.getByLabel('Topic', { exact: true }).fill('kept/here')
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{"on":true}')
  await dialog.getByRole('switch', { name: /future subscribers/ }).click()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText(/It is kept for future subscribers/)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(new URL('retained?topic=kept/%23', brokerdeck().url).href)
  await page.getByRole('button', { name: 'View the message of kept/here' }).click()
  await expect(page.getByRole('treeitem', { name: 'on: true' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for kept/here' }).click()
  await page.getByRole('menuitem', { name: 'Publish here' }).click()
  await expect(dialog.getByLabel('Topic', { exact: true })).toHaveValue('kept/here')
  await dialog.getByRole('switch', { name: /future subscribers/ }).click()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText(/The retained message of this topic is gone/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No retained message matches')).toBeVisible()
})
