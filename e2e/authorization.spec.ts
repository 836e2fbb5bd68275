import type { MqttClient } from 'mqtt'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test.describe.configure({ mode: 'serial' })

const publish = (client: MqttClient, topic: string) =>
  client.publishAsync(topic, 'x', { qos: 1 }).then(
    () => 'allowed',
    () => 'denied',
  )

test('a rule made in the browser denies one client what another may', async ({ page, connect }) => {
  const [first, second] = brokerdeck().tcp
  const press = await connect(first, { clientId: 'press-7', protocolVersion: 5 })
  const pump = await connect(second, { clientId: 'pump-1', protocolVersion: 5 })
  expect(await publish(press, 'cmd/stop')).toBe('allowed')

  await openSignedIn(page, brokerdeck().url, 'authorization/create')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Create source' }).click()
  await page.getByRole('link', { name: 'Built-in database' }).click()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Add rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rules of a client ID' })
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill('press-7')
  await dialog.getByRole('button', { name: 'Add rule', exact: true }).click()
  await dialog.getByLabel('Permission 1').selectOption('deny')
  await dialog.getByLabel('Action 1').selectOption('publish')
  await dialog.getByLabel('Topic filter 1').fill('cmd/#')
  await dialog.getByRole('button', { name: 'Add rules' }).click()
  await expect(page.getByRole('row', { name: /press-7 1 May not publish to cmd/ })).toBeVisible()

  // Results of earlier checks are cached until the cache is cleaned.
  await openFromMenu(page, 'Access Control', 'Authorization')
  await page.getByRole('button', { name: 'Clean cache' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clean cache' }).click()
  await expect(page.getByText('The cache was cleaned.')).toBeVisible()
  expect(await publish(press, 'cmd/stop')).toBe('denied')
  expect(await publish(press, 'state')).toBe('allowed')
  expect(await publish(pump, 'cmd/stop')).toBe('allowed')
})

test('the file is checked while it is written, coloured, and decides', async ({ page, connect }) => {
  const client = await connect(brokerdeck().tcp[0], { clientId: 'oven-3', protocolVersion: 5 })
  await openSignedIn(page, brokerdeck().url, 'authorization/detail/file?tab=settings')
  const editor = page.getByRole('textbox', { name: /^Rules/ })
  await editor.fill('{allow, all}.\n{deny, all, publish ["heat/#"]}.\n')
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByRole('alert')).toContainText('Line 2: something is missing or wrong before')
  await editor.fill('{deny, {clientid, "oven-3"}, publish, ["heat/#"]}.\n{allow, all}.\n')
  await expect(page.getByRole('region', { name: 'The rules in words' })).toContainText(
    'Denies the client ID oven-3 to publish to heat/#',
  )
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('The source was updated.')).toBeVisible()
  expect(await publish(client, 'heat/1')).toBe('denied')
  expect(await publish(client, 'state')).toBe('allowed')
})
