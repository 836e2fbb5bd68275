import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { postAsOperator } from './post-as-operator.ts'
import { settled } from './settled.ts'
import { openSignedIn } from './sign-in.ts'
import { type Brokerdeck, OPERATOR } from './start-brokerdeck.ts'

const RULES = 500
/**
 * The maximum processor time of one task, in milliseconds: up to this time Web Vitals rates the response to a click
 * as good.
 */
const LONGEST_TASK = 200
/** The maximum median time between two frames while the map is moved, in milliseconds: 30 frames a second. */
const MEDIAN_FRAME = 34

const republish = (topic: string) => ({ function: 'republish', args: { topic, payload: `\${payload}` } })

async function makeRules({ url: brokerUrl }: Brokerdeck): Promise<void> {
  const post = (path: string, body: object, token?: string) =>
    fetch(new URL(`api/v5/${path}`, brokerUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const { token } = await (await post('login', OPERATOR)).json()
  // No server listens at port 9, so every other action fails, as on a bad day.
  for (let at = 0; at < 10; at += 1) {
    const url = `http://127.0.0.1:${at % 2 === 0 ? new URL(brokerUrl).port : 9}`
    await post('connectors', { type: 'http', name: `web_${at}`, url }, token)
  }
  for (let at = 0; at < RULES; at += 100) {
    const some = Array.from({ length: 100 }, (_, more) => at + more)
    await Promise.all(
      some.map(async (number) => {
        const action = `http:a_${number}`
        const [type, name] = action.split(':')
        const parameters = { path: `/${number}`, method: 'post' }
        const off = { resource_opts: { worker_pool_size: 1 } }
        await post('actions', { type, name, connector: `web_${number % 10}`, parameters, ...off }, token)
        const sql = `SELECT * FROM "site/${number % 350}/#" WHERE payload.t > ${number}`
        const actions = [republish(`out/${number % 400}`), action]
        return post('rules', { id: idOf(number), sql, actions }, token)
      }),
    )
  }
}

const idOf = (number: number) => `rule_${String(number).padStart(4, '0')}`

test.describe('a few flows', () => {
  const brokerdeck = freshBrokerdeck()

  test('are drawn, searched and looked at one by one, also by keyboard', async ({ page }) => {
    const { url } = brokerdeck()
    const sql = 'SELECT * FROM "plant/+/t" WHERE payload.t > 3'
    await postAsOperator(url, 'rules', { id: 'cold', sql, actions: [republish('alarm/1'), 'http:nowhere'] })
    await postAsOperator(url, 'rules', { id: 'other', sql: 'SELECT * FROM "plant/+/t"' })
    await openSignedIn(page, url, 'flow')
    const map = page.getByRole('region', { name: 'Map of flows' })
    const node = (name: string | RegExp) => map.getByRole('button', { name })
    for (const name of [/^plant\/\+\/t/, /^cold/, /^payload\.t > 3/, /^alarm\/1/])
      await expect(node(name)).toBeVisible()
    await expectAccessible(page, 'the map')
    // The edge to a missing action shows the same text as its node.
    const missing = "Doesn't exist: results are discarded"
    await expect(node(/^http:nowhere/)).toContainText(missing)
    const mark = map.getByRole('img', { name: missing })
    await expect(mark).toBeVisible()
    await mark.hover()
    await expect(page.getByRole('tooltip')).toHaveText(missing)
    await node(/^cold/).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/focus=rule%3Acold|focus=rule:cold/)
    const details = page.getByRole('region', { name: 'Selected: cold' })
    await expect(details).toContainText(sql)
    await expect(details.getByRole('button', { name: 'other' })).toBeVisible()
    await expectAccessible(page, 'a flow that is chosen')
    await details.getByRole('button', { name: 'Show all' }).click()
    await expect(details).toBeHidden()
    await page.getByRole('searchbox', { name: 'Rule, topic or action' }).fill('cold')
    await page.keyboard.press('Enter')
    await expect(node(/^other/)).toBeHidden()
    await expect(node(/^cold/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(map).toBeHidden()
    await expect(page.getByRole('link', { name: 'cold' })).toBeVisible()
    await expectNoOverflow(page, 'flows on a phone')
  })
})

test.describe('one flow', () => {
  const brokerdeck = freshBrokerdeck()

  test('is drawn, changed through its node and saved as the same rule', async ({ page }) => {
    const { url } = brokerdeck()
    const sql = 'SELECT * FROM "plant/+/t"  WHERE payload.t > 3'
    await postAsOperator(url, 'rules', { id: 'cold', sql, actions: [republish('alarm/1')] })
    await openSignedIn(page, url, 'flow/cold')
    const drawing = page.getByRole('region', { name: 'Flow', exact: true }).last()
    await drawing.getByRole('button', { name: /^payload\.t > 3/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit filter' })
    await drawer.getByRole('textbox', { name: 'Compared with' }).fill('30')
    await expectAccessible(page, 'the filter of a flow')
    await drawer.getByRole('button', { name: 'SQL' }).click()
    await expect(drawer.getByRole('textbox', { name: 'Condition' })).toHaveValue('payload.t > 30')
    await expectAccessible(page, 'the filter of a flow as SQL')
    await drawer.getByRole('button', { name: 'Update' }).click()
    await expect(drawing.getByRole('button', { name: /^payload\.t > 30/ })).toBeVisible()
    await page.getByRole('button', { name: 'Apply 1 change' }).click()
    await expect(page.getByText('Rule saved')).toBeVisible()
    await page.goto(new URL('rule/rules/cold?tab=settings', url).href)
    await expect(page.locator('.cm-content[aria-label="SQL"]')).toHaveText(sql.replace('3', '30'))
    await page.goto(new URL('flow/cold', url).href)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(drawing).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit filter' })).toBeVisible()
    await settled(page)
    await expectNoOverflow(page, 'a flow that is edited, on a phone')
    await expectAccessible(page, 'a flow that is edited, on a phone')
  })
})

test.describe('500 flows', { tag: '@measured' }, () => {
  const brokerdeck = freshBrokerdeck()

  test('are drawn and moved smoothly, and only those in view are asked about', async ({ page, context }) => {
    test.setTimeout(180_000)
    await makeRules(brokerdeck())
    await openSignedIn(page, brokerdeck().url, 'rule/functions')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/rules\/[^/]+\/metrics$/.test(request.url())) asked.push(request.url())
    })
    const devtools = await context.newCDPSession(page)
    const note = (description: string) => test.info().annotations.push({ type: 'measured', description })
    const measured = async (what: string, work: () => Promise<void>) => {
      const tasks = await watchTasks(devtools)
      await work()
      // Work after the first visible result counts as well.
      await settled(page)
      const most = Math.max(0, ...(await tasks.end()).map(({ processor }) => processor))
      note(`${what}: longest task ${most.toFixed(0)} ms`)
      expect(most, what).toBeLessThan(LONGEST_TASK)
    }
    const first = page.getByRole('button', { name: /^rule_/ }).first()
    await measured('drawn', async () => {
      await openFromMenu(page, 'Integration', 'Flows')
      await expect(first).toBeVisible()
      await expect(page.getByText(/^500 rules|^503 rules/)).toBeVisible()
    })
    const inView = await page.getByRole('button', { name: /^(rule|sample)_/ }).count()
    expect(inView).toBeLessThan(60)
    expect(new Set(asked).size, 'rules that are asked about').toBeLessThanOrEqual(inView)
    expect(asked.length, 'each once').toBe(new Set(asked).size)

    const canvas = await page.getByRole('region', { name: 'Map of flows' }).boundingBox()
    if (canvas === null) throw new Error('There is no map')
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2)
    await measured('moved', async () => {
      const frames = page.evaluate(
        () =>
          new Promise<readonly number[]>((resolve) => {
            const times: number[] = []
            const next = (at: number) => {
              times.push(at)
              if (times.length < 90) requestAnimationFrame(next)
              else resolve(times.slice(1).map((time, index) => time - (times[index] ?? time)))
            }
            requestAnimationFrame(next)
          }),
      )
      for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 160)
      const between = (await frames).toSorted((one, other) => one - other)
      const at = (share: number) => between[Math.floor(between.length * share)] ?? 0
      note(`moved: between frames ${at(0.5).toFixed(0)} ms median, ${at(0.95).toFixed(0)} ms for 95 %`)
      expect(at(0.5), 'milliseconds between frames').toBeLessThan(MEDIAN_FRAME)
    })
    await measured('zoomed out', async () => {
      for (let step = 0; step < 8; step += 1) await page.getByRole('button', { name: 'Zoom Out' }).click()
    })
    await measured('searched', async () => {
      await page.getByRole('searchbox', { name: 'Rule, topic or action' }).fill(idOf(499))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: new RegExp(`^${idOf(499)}`) })).toBeVisible()
    })
  })
})
