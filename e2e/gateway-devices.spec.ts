import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'
import { connectColdRoom, connectMeter, startGateway } from './start-gateway.ts'

const brokerdeck = freshBrokerdeck()
const phone = { width: 390, height: 844 }

test('an LwM2M device is seen, read, written, observed, executed and kicked', async ({ page }) => {
  const { url } = brokerdeck()
  const room = await connectColdRoom(await startGateway(url, 'lwm2m'), 'cold-room-7')
  await openSignedIn(page, url, 'gateway/detail/lwm2m?tab=clients')
  await page.getByRole('link', { name: 'cold-room-7' }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('/3303')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  const temperature = page.getByRole('row', { name: /Sensor Value \/3303\/0\/5700/ })
  await expect(temperature).toContainText('-12.5')
  await temperature.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Observe' }).click()
  const observed = page.getByRole('table', { name: 'Observed values' })
  await expect(observed).toContainText('-12.5')
  room.set('/3303/0/5700', -9.5)
  await expect(observed).toContainText('-9.5')

  await page.getByRole('textbox', { name: 'Path' }).fill('/3/0')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for /3/0/14' }).click()
  await page.getByRole('menuitem', { name: 'Write' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('+09:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click()
  await expect(page.getByRole('row', { name: /UTC Offset/ })).toContainText('+09:00')
  expect(room.value('/3/0/14')).toBe('+09:00')
  await page.getByRole('button', { name: 'Actions for /3/0/4' }).click()
  await page.getByRole('menuitem', { name: 'Execute' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Execute' }).click()
  await expect(page.getByRole('row', { name: /Execute \/3\/0\/4/ })).toContainText('2.04 changed')
  expect(room.executed).toEqual(['/3/0/4'])
  await expectAccessible(page, 'the objects')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'the objects on a phone')
  await expectAccessible(page, 'the objects on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  await room.stop()
  await expect(page.getByText('The client is not connected')).toBeVisible()
})

test('a CoAP device answers requests, and is kicked', async ({ page }) => {
  const { url } = brokerdeck()
  const meter = await connectMeter(await startGateway(url, 'coap'), 'meter-7')
  await openSignedIn(page, url, 'gateway/detail/coap/client/meter-7')
  await page.getByRole('textbox', { name: 'Payload' }).fill('now')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('row', { name: /GET now/ })).toContainText('2.05 content')
  await expect(page.getByRole('row', { name: /GET now/ })).toContainText('{"kwh": 7}')
  await page.getByRole('combobox', { name: 'Method' }).selectOption('delete')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('row', { name: /DELETE now/ })).toContainText('4.05 method not allowed')
  await expectAccessible(page, 'the requests')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'the requests on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Kick' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kick' }).click()
  await expect(page.getByText('No device is connected to this gateway.')).toBeVisible()
  await meter.close()
})
