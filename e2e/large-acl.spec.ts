import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { type Task, watchTasks } from './page-tasks.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const rulesOf = (count: number, who: string) =>
  Array.from(
    { length: count },
    (_, at) => `{allow, {clientid, "${who}-${at}"}, publish, ["cmd/${at}/#"]}.\n`,
  ).join('')

/** Milliseconds of the processor that the page itself takes, with room for a busy machine. */
const MOST_FOR_A_KEY = 150
const MOST_FOR_A_FILE = 4000

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const work = (tasks: readonly Task[]) => Math.round(tasks.reduce((sum, { processor }) => sum + processor, 0))

test('a file of ten thousand rules is put in at once, and typing in one of five thousand stays quick', {
  tag: '@measured',
}, async ({ page, connect }) => {
  await openSignedIn(page, brokerdeck().url, 'authorization/detail/file?tab=settings')
  const editor = page.getByRole('textbox', { name: /^Rules/ })
  const summary = page.getByRole('region', { name: 'The rules in words' })
  await expect(summary).toContainText('Line')
  const devtools = await page.context().newCDPSession(page)

  const filling = await watchTasks(devtools)
  await editor.fill(rulesOf(10_000, 'gadget'))
  await expect(summary).toContainText('9,800 more rules')
  const filled = work(await filling.end())

  await editor.fill(rulesOf(5000, 'device'))
  await expect(summary).toContainText('4,800 more rules')
  await page.keyboard.press('Control+Home')
  const rule = '{deny, {clientid, "kiln-4"}, publish, ["cmd/#"]}.'
  const typing = await watchTasks(devtools)
  for (const letter of rule) {
    await page.keyboard.type(letter)
    await drawn(page)
  }
  await page.keyboard.press('Enter')
  await expect(summary).toContainText('Denies the client ID kiln-4 to publish to cmd/#')
  const typed = work(await typing.end()) / (rule.length + 1)
  test.info().annotations.push({
    type: 'measured',
    description: `10,000 rules put in: ${filled} ms, a key in 5,000 rules: ${Math.round(typed)} ms`,
  })

  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('The source was updated.')).toBeVisible()
  const kiln = await connect(brokerdeck().tcp[0], { clientId: 'kiln-4', protocolVersion: 5 })
  await expect(kiln.publishAsync('cmd/1', 'x', { qos: 1 })).rejects.toThrow()
  const device = await connect(brokerdeck().tcp[0], { clientId: 'device-4999', protocolVersion: 5 })
  await expect(device.publishAsync('cmd/4999/on', 'x', { qos: 1 })).resolves.toBeDefined()

  expect(typed, 'something was measured').toBeGreaterThan(0)
  expect(typed, 'milliseconds for a key').toBeLessThan(MOST_FOR_A_KEY)
  expect(filled, 'milliseconds for a file').toBeLessThan(MOST_FOR_A_FILE)
})
