import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a statement is tried on a message that a client publishes, and a test case keeps it from breaking', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  const sql = 'SELECT payload.celsius as celsius, qos FROM "ovens/+"'
  expect((await postAsOperator(url, 'rules', { id: 'hot', sql, actions: [] })).ok).toBe(true)
  await openSignedIn(page, url, 'rule/rules/hot?tab=settings')

  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByRole('button', { name: 'Capture live' }).click()
  await expect(page.getByText('Capturing')).toBeVisible()
  const oven = await connect(tcp[0], { clientId: 'oven-3', protocolVersion: 5 })
  await oven.publishAsync('ovens/3', '{"celsius": 95}', { qos: 2 })
  await expect(page.getByRole('button', { name: /^ovens\/3/ })).toBeVisible()
  await expectAccessible(page, 'messages to try')
  await page.getByRole('button', { name: 'Stop' }).click()

  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByText('1 of 1 pass')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Output', exact: true })).toContainText('"celsius": 95')
  await expect(page.getByRole('region', { name: 'Output', exact: true })).toContainText('"qos": 2')
  await page.getByRole('button', { name: 'Ask the broker' }).click()
  await expect(page.getByText('The broker gives the same result')).toBeVisible()

  await page.getByRole('tab', { name: /^Test cases/ }).click()
  await page.getByRole('button', { name: 'Add current message' }).click()
  await expect(page.getByText('1 of 1 as expected')).toBeVisible()
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('SELECT payload.celsius + 1 as celsius, qos FROM "ovens/+"')
  await expect(page.getByText('Another output at /celsius')).toBeVisible()
  await expectAccessible(page, 'test cases of a rule')

  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByText('1 of 1 messages would now give another result')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Saved rule' })).toContainText('"celsius": 95')
  await expect(page.getByRole('region', { name: 'This edit' })).toContainText('"celsius": 96')
  await expectAccessible(page, 'what a change changes')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, 'the preview of a rule, on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Apply 1 change' }).first().click()
  const question = page.getByRole('dialog', { name: /Save although 1 of 1 test cases breaks/ })
  await expect(question).toContainText('ovens/3')
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Rule saved')).toBeVisible()
})

test('jq is jq in the preview too, and is loaded only where a statement uses it', async ({ page }) => {
  const { url } = brokerdeck()
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) loaded.push(request.url())
  })
  await openSignedIn(page, url, 'rule/rules/create')
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true })
  const output = page.getByRole('region', { name: 'Output', exact: true })
  const write = async (sql: string) => {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(sql)
  }
  await write('SELECT qos as q FROM "t/#"')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(output).toContainText('"q": 1')
  expect(loaded).toEqual([])

  await write(`SELECT jq('try error("x") catch ., (. as [$a] | $a), @base64', '["é"]') as j FROM "t/#"`)
  await expect(output).toContainText('"x"')
  await expect(output).toContainText('"é"')
  await expect(output).toContainText('"WyLDqSJd"')
  expect(loaded).toHaveLength(1)
  await page.getByRole('button', { name: 'Ask the broker' }).click()
  await expect(page.getByText('The broker gives the same result')).toBeVisible()
})
