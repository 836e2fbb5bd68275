import type { Page } from '@playwright/test'
import { type Task, watchTasks } from './page-tasks.ts'

// The last one is wrong: when that is said, all that follows from the text is done.
const FIELDS = [
  ...Array.from({ length: 1_997 }, (_, at) => `  payload.sensors.s${at} as s${at}`),
  '  nht(1, topic) as wrong',
]
const TYPED = 'clientid as c, qos as q, '

/** Puts a statement of 2,000 lines in place of what stands in the editor of the page. */
export async function writeLongStatement(page: Page): Promise<void> {
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`SELECT\n${FIELDS.join(',\n')}\nFROM "plant/#"`)
  await page.getByText('2,000 lines').waitFor()
  // What follows from so much text at once is none of the next key's.
  await page.getByRole('list', { name: 'Problems' }).waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
}

/** Types two more fields at its beginning, each key drawn before the next: the tasks that they cost the page. */
export async function typeFields(page: Page): Promise<readonly Task[]> {
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  const typing = await watchTasks(await page.context().newCDPSession(page))
  for (const letter of TYPED) {
    await page.keyboard.type(letter)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  }
  return typing.end()
}
