import type { BrowserContext, Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { type Task, watchTasks } from './page-tasks.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const rulesOf = (count: number, who: string) =>
  Array.from(
    { length: count },
    (_, at) => `{allow, {clientid, "${who}-${at}"}, publish, ["cmd/${at}/#"]}.\n`,
  ).join('')

/**
 * The maximum cost of a key as a multiple of its cost in a plain text area in the same browser, because times depend
 * on the machine.
 */
const TIMES_FOR_A_KEY = 11
/** The maximum processor time of the page itself, in milliseconds, with a margin for a busy machine. */
const MOST_FOR_A_FILE = 4000
const RULE = '{deny, {clientid, "kiln-4"}, publish, ["cmd/#"]}.'

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const work = (tasks: readonly Task[]) => Math.round(tasks.reduce((sum, { processor }) => sum + processor, 0))

/** Returns the processor time for each key of a new first line in the focused field, in milliseconds. */
async function costOfKey(page: Page): Promise<number> {
  await page.keyboard.press('Control+Home')
  const typing = await watchTasks(await page.context().newCDPSession(page))
  for (const letter of RULE) {
    await page.keyboard.type(letter)
    await drawn(page)
  }
  await page.keyboard.press('Enter')
  await drawn(page)
  return work(await typing.end()) / (RULE.length + 1)
}

async function costOfBareKey(context: BrowserContext, text: string): Promise<number> {
  const page = await context.newPage()
  await page.setContent(
    '<textarea wrap="off" style="font: 13px/19px monospace; width: 900px; height: 97000px">',
  )
  const area = page.getByRole('textbox')
  await area.evaluate((element: HTMLTextAreaElement, value) => {
    element.value = value
  }, text)
  await area.focus()
  const cost = await costOfKey(page)
  await page.close()
  return cost
}

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

  const bare = await costOfBareKey(page.context(), rulesOf(5000, 'device'))
  await page.bringToFront()
  await editor.fill(rulesOf(5000, 'device'))
  await expect(summary).toContainText('4,800 more rules')
  const typed = await costOfKey(page)
  await expect(summary).toContainText('Denies the client ID kiln-4 to publish to cmd/#')
  test.info().annotations.push({
    type: 'measured',
    description: `10,000 rules put in: ${filled} ms, a key in 5,000 rules: ${Math.round(typed)} ms, in a text area alone ${Math.round(bare)} ms`,
  })

  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('The source was updated.')).toBeVisible()
  const kiln = await connect(brokerdeck().tcp[0], { clientId: 'kiln-4', protocolVersion: 5 })
  await expect(kiln.publishAsync('cmd/1', 'x', { qos: 1 })).rejects.toThrow()
  const device = await connect(brokerdeck().tcp[0], { clientId: 'device-4999', protocolVersion: 5 })
  await expect(device.publishAsync('cmd/4999/on', 'x', { qos: 1 })).resolves.toBeDefined()

  expect(Math.min(typed, bare), 'something was measured').toBeGreaterThan(0)
  expect(typed / bare, 'times what a key takes in a text area alone').toBeLessThan(TIMES_FOR_A_KEY)
  expect(filled, 'milliseconds for a file').toBeLessThan(MOST_FOR_A_FILE)
})
