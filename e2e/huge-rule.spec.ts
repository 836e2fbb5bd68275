import type { Locator, Page } from '@playwright/test'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { watchTasks } from './page-tasks.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn, openWithSession, readSession } from './sign-in.ts'

// The Enterprise edition is used, because only it has an audit log.
const brokerdeck = freshBrokerdeck(ENTERPRISE)

/**
 * The maximum processor time of one task for a single rule, in milliseconds. At full speed about 250 were measured at
 * most, and work that grows quadratically takes 14,000. A machine may be slower.
 */
const LONGEST = 2000

/** The maximum number of elements of a page; a page that rendered each source of a rule had 180,000 elements. */
const MOST_ELEMENTS = 5_000

/** Only a page that hangs reaches this timeout, however busy the machine is. */
const PATIENCE_MS = 60_000

/** The number of columns is about the maximum that the embedded broker accepts. */
const huge = {
  text: `SELECT '${'x'.repeat(600_000)}' as a FROM "t/#"`,
  columns: `SELECT ${Array.from({ length: 8_000 }, (_, at) => `payload.s${at} as s${at}`).join(', ')} FROM "t/#"`,
  lines: `SELECT\n${Array.from({ length: 8_000 }, (_, at) => `  payload.s${at} as s${at}, -- ${'y'.repeat(80)}`).join('\n')}\n  qos FROM "t/#"`,
  sources: `SELECT * FROM ${Array.from({ length: 15_000 }, (_, at) => `"plant/${at}/temperature"`).join(', ')}`,
} as const

interface HugeRule {
  readonly id: string
  readonly sql: string
}

/** Describes a page that shows a single rule: it is opened with each rule. */
interface PageOfOne {
  readonly name: string
  readonly path: (id: string) => string
  readonly isThere: (page: Page, rule: HugeRule) => Promise<void>
}

/** Describes a page that shows all rules at once. */
interface PageOfAll {
  readonly name: string
  readonly path: string
  readonly isThere: (page: Page, ids: readonly string[]) => Promise<void>
}

const openMenu = async (row: Locator) => {
  await row.getByRole('button').last().click()
  await row.page().getByRole('menuitem').first().click()
  await expect(row.page().getByRole('dialog')).toBeVisible()
}

const seeEditor = async (page: Page) => {
  await expect(page.locator('.cm-content')).toBeVisible({ timeout: PATIENCE_MS })
  await expect(page.getByText(/characters: it is edited as plain text/)).toBeVisible()
}

const seeLinks = async (page: Page, ids: readonly string[]) => {
  for (const id of ids) await expect(page.getByRole('link', { name: id, exact: true })).toBeVisible()
}

const pagesOfOne: readonly PageOfOne[] = [
  {
    name: 'settings with the lab, and a letter typed',
    path: (id) => `rule/rules/${id}?tab=settings`,
    isThere: async (page) => {
      await seeEditor(page)
      await page.getByRole('button', { name: 'Ask the broker' }).click()
      await page.getByRole('tab', { name: /^Test cases/ }).click()
      await page.getByRole('tab', { name: /^Messages/ }).click()
      await expect(page.getByRole('button', { name: 'Paste…' })).toBeVisible({ timeout: PATIENCE_MS })
      await page.locator('.cm-content').press('Control+End')
      await page.keyboard.type(' x')
      await expect(page.getByRole('button', { name: 'Apply 1 change' }).first()).toBeVisible()
    },
  },
  {
    name: 'flow',
    path: (id) => `flow/${id}`,
    isThere: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'webhook',
    path: (id) => `webhook/${id}_WH_D?tab=settings`,
    isThere: async (page) => {
      await expect(page.getByRole('textbox', { name: 'SQL' })).toBeVisible({ timeout: PATIENCE_MS })
      await page.getByRole('textbox', { name: 'Note' }).fill('changed')
    },
  },
  {
    name: 'compare',
    path: () => 'clusters/compare?from=file&kinds=rules',
    isThere: async (page, { id, sql }) => {
      const buffer = Buffer.from(`rule_engine.rules.${id} { sql = """${sql} WHERE qos = 1""" }`)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'site.hocon', mimeType: 'text/plain', buffer })
      await openMenu(
        page
          .getByRole('row')
          .filter({ hasText: 'Different', has: page.getByRole('button') })
          .first(),
      )
    },
  },
]

const pagesOfAll: readonly PageOfAll[] = [
  {
    name: 'list',
    path: 'rule/rules',
    isThere: seeLinks,
  },
  {
    name: 'map',
    path: 'flow',
    isThere: (page) => expect(page.getByText('columns').first()).toBeVisible(),
  },
  {
    name: 'quick find',
    path: 'dashboard/nodes',
    isThere: async (page, ids) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      for (const id of ids) {
        await page.getByRole('textbox', { name: 'Quick find' }).fill(id)
        const found = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${id}`) })
        await expect(found.first()).toBeVisible()
      }
    },
  },
  {
    name: 'webhooks',
    path: 'webhook',
    isThere: seeLinks,
  },
  {
    name: 'audit log',
    path: 'audit-log',
    // The newest entry, of the last rule, comes first. Older entries may be on another page.
    isThere: (page) => openMenu(page.getByRole('row').filter({ hasText: 'Create rule' }).first()),
  },
]

interface Visit {
  readonly name: string
  readonly path: string
  readonly look: (page: Page) => Promise<void>
}

const toVisits = (rules: readonly HugeRule[]): readonly Visit[] => [
  ...pagesOfAll.map(({ name, path, isThere }) => ({
    name,
    path,
    look: (page: Page) =>
      isThere(
        page,
        rules.map(({ id }) => id),
      ),
  })),
  ...rules.flatMap((rule) =>
    pagesOfOne.map(({ name, path, isThere }) => ({
      name: `${rule.id}, ${name}`,
      path: path(rule.id),
      look: (page: Page) => isThere(page, rule),
    })),
  ),
]

test('a rule of a megabyte holds up no page that shows it', { tag: '@measured' }, async ({ browser }) => {
  test.setTimeout(24 * PATIENCE_MS)
  const { url } = brokerdeck()
  const first = await browser.newPage()
  // The entries of the audit log hold the bodies of requests from now on.
  await openSignedIn(first, url, 'audit-log')
  await first.getByRole('button', { name: 'Enable', exact: true }).click()
  await expect(first.getByText('The audit log is on')).toBeVisible()
  const session = await readSession(first)
  await first.close()
  const rules = Object.entries(huge).map(([id, sql]) => ({ id, sql }))
  for (const rule of rules) await makeWithWebhook(url, rule)
  for (const { name, path, look } of toVisits(rules)) {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await openWithSession(page, url, 'dashboard/nodes', session)
    const tasks = await watchTasks(await context.newCDPSession(page))
    await page.goto(new URL(path, url).href)
    await look(page)
    await page.locator('body:not(:has([aria-busy=true]))').waitFor()
    const longest = Math.max(...(await tasks.end()).map(({ processor }) => processor))
    const elements = await page.locator('*').count()
    const description = `${name}: longest task ${Math.round(longest)} ms, ${elements} elements`
    test.info().annotations.push({ type: 'measured', description })
    expect.soft(longest, description).toBeLessThan(LONGEST)
    expect.soft(elements, description).toBeLessThan(MOST_ELEMENTS)
    await context.close()
  }
})

/** Creates the rule, and a rule that the dashboard treats as a webhook. */
async function makeWithWebhook(url: string, { id, sql }: HugeRule): Promise<void> {
  const make = async (path: string, body: object) => {
    const answer = await postAsOperator(url, path, body)
    expect(answer.status, `${id}: ${(await answer.text()).slice(0, 200)}`).toBe(201)
  }
  await make('rules', { id, sql, actions: [{ function: 'console' }] })
  const name = `${id}_WH_D`
  await make('connectors', { type: 'http', name, url: 'http://127.0.0.1:9/', enable: false })
  await make('actions', { type: 'http', name, connector: name, parameters: { method: 'post' } })
  await make('rules', { id: name, sql, actions: [`http:${name}`] })
}
