import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { postAsOperator } from './post-as-operator.ts'
import { settled } from './settled.ts'
import { openSignedIn } from './sign-in.ts'
import { type Brokerdeck, OPERATOR } from './start-brokerdeck.ts'

const RULES = 5_000
/**
 * The maximum processor time of one task, in milliseconds: up to this time Web Vitals rates the response to a click
 * as good.
 */
const LONGEST_TASK = 200

const longest = 'r'.repeat(255)

/** Signs in only once: five thousand password checks would take longer than the rules. */
async function makeRules({ url }: Brokerdeck): Promise<void> {
  const post = (path: string, body: object, token?: string) =>
    fetch(new URL(`api/v5/${path}`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const { token } = await (await post('login', OPERATOR)).json()
  for (let at = 0; at < RULES; at += 100) {
    const some = Array.from({ length: 100 }, (_, more) => at + more)
    await Promise.all(
      some.map((number) => {
        const sql = `SELECT * FROM "site/${number % 10}/#" WHERE payload.t > ${number}`
        return post('rules', { id: idOf(number), sql, enable: number % 2 === 0 }, token)
      }),
    )
  }
}

const idOf = (number: number) => `rule_${String(number).padStart(4, '0')}`

test.describe('few rules', () => {
  const brokerdeck = freshBrokerdeck()

  test('a phone shows a label of problems only where there are some', async ({ page }) => {
    const { url } = brokerdeck()
    const make = (id: string, sql: string) => postAsOperator(url, 'rules', { id, sql })
    await make('fine', 'SELECT * FROM "a"')
    await make('typo', 'SELECT paylod FROM "a"')
    await make(longest, `SELECT * FROM "${'level/'.repeat(60)}#"`)
    await page.setViewportSize({ width: 390, height: 844 })
    await openSignedIn(page, url, 'rule/rules')
    const card = (id: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: id })
    await expect(card('typo').getByText('Problems')).toBeVisible()
    await expect(card('typo').getByRole('note')).toHaveText('SQL')
    await expect(card('fine').getByText('Problems')).toBeHidden()
    await expectNoOverflow(page, 'rules on a phone')
    await expectAccessible(page, 'rules on a phone')
  })

  test('a rule is saved without scrolling past what it is tried with', async ({ page }) => {
    const { url } = brokerdeck()
    await postAsOperator(url, 'rules', { id: 'edited', sql: 'SELECT * FROM "a"' })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      if (size.width === 1440) await openSignedIn(page, url, 'rule/rules/edited?tab=settings')
      await page.getByRole('textbox', { name: 'Note' }).fill(`seen at ${size.width}`)
      const apply = page.getByRole('button', { name: 'Apply 1 change' })
      await expect(apply).toBeInViewport({ ratio: 1 })
      await expectNoOverflow(page, `a rule that is edited, ${size.width} wide`)
      await apply.click()
      await expect(page.getByRole('button', { name: 'Apply 1 change' })).toBeHidden()
    }
  })

  test('a filter that nothing matches is hinted at, with the one that was meant', async ({
    page,
    connect,
  }) => {
    const { url, tcp } = brokerdeck()
    const reader = await connect(tcp[0], { clientId: 'reader' })
    await reader.subscribeAsync('plant/+/state')
    await openSignedIn(page, url, 'rule/rules/create')
    const editor = page.locator('.cm-content[aria-label="SQL"]')
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('SELECT * FROM "plnt/+/state"')
    const problems = page.getByRole('list', { name: 'Problems' })
    await expect(problems).toContainText('matches plnt/+/state')
    await page.getByRole('button', { name: 'Replace with "plant/+/state"' }).click()
    await expect(problems).toBeHidden()
    await expect(editor).toHaveText('SELECT * FROM "plant/+/state"')
  })

  test('a rule with the name of the page that creates one is opened by its address', async ({ page }) => {
    const { url } = brokerdeck()
    await postAsOperator(url, 'rules', { id: 'create', sql: 'SELECT * FROM "a"' })
    await openSignedIn(page, url, 'rule/rules/create?tab=settings')
    await expect(page.getByRole('heading', { name: 'create', exact: true })).toBeVisible()
    await page.goto(new URL('rule/rules/create', url).href)
    await expect(page.getByRole('button', { name: 'Create rule' })).toBeVisible()
  })
})

test.describe('5,000 rules', { tag: '@measured' }, () => {
  const brokerdeck = freshBrokerdeck()

  test('are listed and paged without a task that is felt', async ({ page, context }) => {
    test.setTimeout(180_000)
    await makeRules(brokerdeck())
    await openSignedIn(page, brokerdeck().url, 'rule/rules')
    const link = (number: number) => page.getByRole('link', { name: idOf(number), exact: true })
    await expect(link(0)).toBeVisible()
    const devtools = await context.newCDPSession(page)
    const measured = async (what: string, work: () => Promise<void>) => {
      const tasks = await watchTasks(devtools)
      const began = performance.now()
      await work()
      const wall = performance.now() - began
      // Work after the first visible result counts as well.
      await settled(page)
      const most = Math.max(0, ...(await tasks.end()).map(({ processor }) => processor))
      const description = `${what}: seen after ${wall.toFixed(0)} ms, longest task ${most.toFixed(0)} ms`
      test.info().annotations.push({ type: 'measured', description })
      expect(most, what).toBeLessThan(LONGEST_TASK)
    }
    await measured('500 on a page', async () => {
      await page.getByText('500', { exact: true }).click()
      await expect(page.getByText('Rows 1–500 of 5,000')).toBeVisible()
    })
    await measured('next page', async () => {
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(link(500)).toBeVisible()
    })
    await measured('filtered', async () => {
      await page.getByLabel('ID', { exact: true }).fill(idOf(4999))
      await page.keyboard.press('Enter')
      await expect(link(4999)).toBeVisible()
    })
  })
})
