import type { MqttClient } from 'mqtt'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test.describe.configure({ mode: 'serial' })

/** Returns whether the broker grants a subscription now; a code of 128 and more is a refusal. */
async function granted(client: MqttClient, filter: string): Promise<'allowed' | 'denied'> {
  const [answer] = await client.subscribeAsync(filter, { qos: 1 }).catch(() => [])
  return answer !== undefined && answer.qos <= 2 ? 'allowed' : 'denied'
}

test('the preview of a rule and of a default is what the broker then does', async ({ page, connect }) => {
  const { url, tcp } = brokerdeck()
  const oven = await connect(tcp[0], { clientId: 'oven-3', protocolVersion: 5 })
  const pump = await connect(tcp[1] ?? tcp[0], { clientId: 'pump-1', protocolVersion: 5 })
  expect(await granted(oven, 'heat/1')).toBe('allowed')
  expect(await granted(oven, '$share/all/heat/2')).toBe('allowed')
  expect(await granted(pump, 'heat/1')).toBe('allowed')
  const preview = page.getByRole('region', { name: 'Preview' })
  const answers = preview.getByRole('list', { name: 'Changed answers' }).getByRole('listitem')

  await openSignedIn(page, url, 'authorization/detail/file?tab=settings')
  const editor = page.getByRole('textbox', { name: /^Rules/ })
  await editor.fill(
    '{deny, {clientid, "oven-3"}, subscribe, ["heat/#"]}.\n{allow, {clientid, "pump-1"}, all, ["#"]}.\n',
  )
  await expect(preview.getByText('2 subscriptions would be denied that are allowed now')).toBeVisible()
  await expect(answers).toHaveCount(2)
  await expect(answers.filter({ hasText: '$share/all/heat/2' })).toContainText(
    'File: Rule 1, line 1 of the file: Denies the client ID oven-3 to subscribe to heat/#',
  )
  await expectAccessible(page, 'an open review with its preview')
  await page.getByRole('button', { name: 'Apply 1 change' }).first().click()
  await expect(page.getByText('The source was updated.')).toBeVisible()
  // Existing subscriptions stay until the client subscribes again.
  expect(await granted(oven, 'heat/1')).toBe('denied')
  expect(await granted(pump, 'heat/1')).toBe('allowed')
  expect(await granted(oven, 'state')).toBe('allowed')

  await page.goto(new URL('authorization?tab=settings', url).href)
  await page.getByLabel('What no source decides').selectOption('deny')
  await expect(preview.getByText('1 subscription would be denied that is allowed now')).toBeVisible()
  await expect(answers).toContainText('oven-3')
  await expect(answers).toContainText('What no source decides')
  await page.getByRole('button', { name: 'Apply 1 change' }).first().click()
  const question = page.getByRole('dialog', { name: 'Apply these changes?' })
  await expect(question.getByText(/^Everything is denied that no source allows/)).toBeVisible()
  await question.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Changes are in effect')).toBeVisible()
  expect(await granted(oven, 'state')).toBe('denied')
  expect(await granted(pump, 'state')).toBe('allowed')
})

test('moving a source shows whom it concerns before it is done', async ({ page, connect }) => {
  const { url, tcp } = brokerdeck()
  const pump = await connect(tcp[0], { clientId: 'pump-1', protocolVersion: 5 })
  expect(await granted(pump, 'heat/1')).toBe('allowed')
  await openSignedIn(page, url, 'authorization')
  const rule = { topic: 'heat/#', permission: 'deny', action: 'subscribe' }
  await postAsOperator(url, 'authorization/sources', { type: 'built_in_database', enable: true })
  await postAsOperator(url, 'authorization/sources/built_in_database/rules/all', { rules: [rule] })
  expect(await granted(pump, 'heat/1')).toBe('denied')

  await page.reload()
  await page.getByRole('button', { name: /^Move Built-in database/ }).focus()
  await page.keyboard.press('ArrowDown')
  const dialog = page.getByRole('dialog', { name: 'Move Built-in database to position 2?' })
  await expect(dialog.getByText('1 subscription would be allowed that is denied now')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'pump-1' })).toContainText('heat/1')
  await expectAccessible(page, 'the question whether to move a source')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('button', { name: /^Move Built-in database, position 2/ })).toBeFocused()
  expect(await granted(pump, 'heat/1')).toBe('allowed')
})
