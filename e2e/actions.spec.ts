import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { postAsOperator } from './post-as-operator.ts'
import { settled } from './settled.ts'
import { openSignedIn } from './sign-in.ts'
import { type Brokerdeck, OPERATOR } from './start-brokerdeck.ts'

const ACTIONS = 5_000
/**
 * The maximum processor time of one task, in milliseconds: up to this time Web Vitals rates the response to a click
 * as good.
 */
const LONGEST_TASK = 200

const through = (url: string) => ({ type: 'http', name: 'there', url, pool_size: 1 })
const post = (name: string) => ({
  type: 'http',
  name,
  connector: 'there',
  parameters: { path: '/', method: 'post' },
})
const nameOf = (number: number) => `action_${String(number).padStart(4, '0')}`

/** Signs in only once: five thousand password checks would take longer than the actions. */
async function makeActions({ url }: Brokerdeck): Promise<void> {
  const ask = (path: string, body: object, token?: string) =>
    fetch(new URL(`api/v5/${path}`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const { token } = await (await ask('login', OPERATOR)).json()
  await ask('connectors', through(new URL(url).origin), token)
  for (let at = 0; at < ACTIONS; at += 100) {
    const some = Array.from({ length: 100 }, (_, more) => at + more)
    await Promise.all(
      some.map((number) => ask('actions', { ...post(nameOf(number)), enable: number % 2 === 0 }, token)),
    )
  }
}

test.describe('one action', () => {
  const brokerdeck = freshBrokerdeck()

  test('that a rule uses goes when its name is typed, and the rule stays without it', async ({ page }) => {
    const { url } = brokerdeck()
    await postAsOperator(url, 'connectors', through(new URL(url).origin))
    await postAsOperator(url, 'actions', post('used'))
    const sql = 'SELECT * FROM "a"'
    await postAsOperator(url, 'rules', { id: 'hot', sql, actions: ['http:used', { function: 'console' }] })
    await openSignedIn(page, url, 'rule/actions/http%3Aused')
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: 'hot' })).toBeVisible()
    await expectAccessible(page, 'the second confirmation')
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('textbox').fill('http:used')
    await confirm.click()
    await expect(page).toHaveURL(new URL('rule/actions', url).href)
    await expect(page.getByText('http:used', { exact: true })).toBeHidden()
    await page.goto(new URL('rule/rules/hot?tab=settings', url).href)
    await expect(page.getByText('http:used')).toBeHidden()
  })
})

test.describe('5,000 actions', { tag: '@measured' }, () => {
  const brokerdeck = freshBrokerdeck()

  test('are listed, sorted and found without a task that is felt', async ({ page, context }) => {
    test.setTimeout(180_000)
    await makeActions(brokerdeck())
    await openSignedIn(page, brokerdeck().url, 'rule/rules')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/metrics')) asked.push(request.url())
    })
    const link = (number: number) => page.getByRole('link', { name: `http:${nameOf(number)}`, exact: true })
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
    await measured('listed', async () => {
      await page.goto(new URL('rule/actions', brokerdeck().url).href)
      await expect(page.getByText('5,000 actions')).toBeVisible()
      await expect(page.getByRole('link', { name: /^http:action_/ }).first()).toBeVisible()
    })
    expect(new Set(asked).size, 'actions that are asked about').toBeLessThan(120)
    await measured('sorted', async () => {
      const head = page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
      await head.click()
      await head.click()
      await expect(link(ACTIONS - 1)).toBeVisible()
    })
    await measured('filtered', async () => {
      await page.getByLabel('Name', { exact: true }).fill(nameOf(ACTIONS / 2))
      await page.keyboard.press('Enter')
      await expect(link(ACTIONS / 2)).toBeVisible()
      await expect(link(ACTIONS - 1)).toBeHidden()
    })
  })
})
