import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn, openWithSession, readSession } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/**
 * Milliseconds of the processor that no task may take because of one rule. Measured at full speed are 235 at most, and 590
 * where the editor lays out a single line of 600 kB; what grows with squares takes 14,000. A machine may be slower than that.
 */
const LONGEST = 2000

/** Only what hangs takes as long, however busy the machine is. */
const PATIENCE_MS = 60_000

/** As many columns as the embedded broker takes, about. */
const huge = {
  text: `SELECT '${'x'.repeat(600_000)}' as a FROM "t/#"`,
  columns: `SELECT ${Array.from({ length: 8_000 }, (_, at) => `payload.s${at} as s${at}`).join(', ')} FROM "t/#"`,
  sources: `SELECT * FROM ${Array.from({ length: 15_000 }, (_, at) => `"plant/${at}/temperature"`).join(', ')}`,
} as const

const places: readonly {
  readonly path: (id: string) => string
  readonly isThere: (page: Page) => Promise<void>
}[] = [
  {
    path: () => 'rule/rules',
    isThere: (page) => expect(page.getByRole('link', { name: 'columns' })).toBeVisible(),
  },
  {
    path: (id) => `rule/rules/${id}?tab=settings`,
    isThere: async (page) => {
      await expect(page.locator('.cm-content')).toBeVisible({ timeout: PATIENCE_MS })
      await expect(page.getByText(/characters: it is edited as plain text/)).toBeVisible()
    },
  },
  { path: () => 'flow', isThere: (page) => expect(page.getByText('columns').first()).toBeVisible() },
  {
    path: (id) => `flow/${id}`,
    isThere: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
]

test('a rule of a megabyte holds up no page that shows it', { tag: '@measured' }, async ({ browser }) => {
  test.setTimeout(12 * PATIENCE_MS)
  const { url } = brokerdeck()
  for (const [id, sql] of Object.entries(huge)) {
    const answer = await postAsOperator(url, 'rules', { id, sql, actions: [{ function: 'console' }] })
    expect(answer.status, `${id}: ${(await answer.text()).slice(0, 200)}`).toBe(201)
  }
  const first = await browser.newPage()
  await openSignedIn(first, url, 'dashboard/nodes')
  const session = await readSession(first)
  await first.close()
  for (const id of Object.keys(huge))
    for (const { path, isThere } of places) {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await openWithSession(page, url, 'dashboard/nodes', session)
      const tasks = await watchTasks(await context.newCDPSession(page))
      await page.goto(new URL(path(id), url).href)
      await isThere(page)
      await page.locator('body:not(:has([aria-busy=true]))').waitFor()
      const longest = Math.max(...(await tasks.end()).map(({ processor }) => processor))
      const description = `${id} at ${path(id)}: longest task ${Math.round(longest)} ms`
      test.info().annotations.push({ type: 'measured', description })
      expect.soft(longest, description).toBeLessThan(LONGEST)
      await context.close()
    }
})
