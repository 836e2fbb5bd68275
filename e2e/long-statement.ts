import type { Page } from '@playwright/test'
import { type Task, watchTasks } from './page-tasks.ts'

const LINES = 2_000
// The last field is wrong: once its problem is shown, all work that follows from the text is done.
const FIELDS = [
  ...Array.from({ length: LINES - 3 }, (_, at) => `  payload.sensors.s${at} as s${at}`),
  '  nht(1, topic) as wrong',
]

/** Fifty keys are typed at each place; the last four are as slow as those of a user who looks for the keys. */
const SLOW_KEYS = 4
const SLOW_MS = 450
const WARM_UP = 'abc'
const PLACES = [
  { name: 'start', text: "clientid as c, qos as q, payload.a as a, 'b' as b, " },
  { name: 'middle', text: " topic as t, nth(2, tokens(topic, '/')) as hall, 1" },
  { name: 'end', text: ' WHERE payload.list[1].t > 20 and qos != 0 and 1 =' },
] as const
type Place = (typeof PLACES)[number]['name']

export interface Typed {
  readonly place: Place
  readonly keys: number
  /** The tasks of the page, from the first key until the results of the last key are drawn. */
  readonly tasks: readonly Task[]
}

const editor = (page: Page) => page.locator('.cm-content')

/** Replaces the text in the editor of the page with a statement of 2,000 lines. */
export async function writeLongStatement(page: Page): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`SELECT\n${FIELDS.join(',\n')}\nFROM "plant/#"`)
  await page.getByText('2,000 lines').waitFor()
  // The work that follows from so much text at once must not count for the next key.
  await page.getByRole('list', { name: 'Problems' }).waitFor()
  await settled(page)
}

const settled = (page: Page) => page.locator('body:not(:has([aria-busy=true]))').waitFor()

const toPlace: Readonly<Record<Place, (page: Page) => Promise<void>>> = {
  async start({ keyboard }) {
    await keyboard.press('Control+Home')
    await keyboard.press('ArrowDown')
    await keyboard.press('Home')
  },
  async middle(page) {
    await editor(page).focus()
    await page.keyboard.press('Control+f')
    const find = page.getByRole('textbox', { name: 'Find', exact: true })
    await find.fill(`as s${LINES / 2},`)
    await find.press('Enter')
    await find.press('Escape')
    await page.keyboard.press('End')
  },
  async end({ keyboard }) {
    await keyboard.press('Control+End')
  },
}

/**
 * Types at the start, in the middle and at the end, each key drawn before the next, and returns what that cost the
 * page.
 */
export async function typeEverywhere(page: Page): Promise<readonly Typed[]> {
  const devtools = await page.context().newCDPSession(page)
  const typed: Typed[] = []
  for (const { name, text } of PLACES) {
    await toPlace[name](page)
    // Code that is compiled for the first keys must not count for the keys after them.
    await page.keyboard.type(WARM_UP, { delay: SLOW_MS })
    for (const _ of WARM_UP) await page.keyboard.press('Backspace')
    await settled(page)
    const typing = await watchTasks(devtools)
    for (const letter of text.slice(0, -SLOW_KEYS)) {
      await page.keyboard.type(letter)
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
    }
    await page.keyboard.type(text.slice(-SLOW_KEYS), { delay: SLOW_MS })
    await settled(page)
    typed.push({ place: name, keys: text.length, tasks: await typing.end() })
  }
  return typed
}
