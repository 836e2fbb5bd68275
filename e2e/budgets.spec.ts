import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { fillLogin, openSignedIn } from './sign-in.ts'
import { OPERATOR } from './start-brokerdeck.ts'

const brokerdeck = freshBrokerdeck()
const KB = 1000

test('what the first views really load stays within the budgets', async ({ page, context, browser }) => {
  await page.goto(brokerdeck().url)
  await openSignedIn(page, brokerdeck().url)
  const session = await page.evaluate(() => sessionStorage.getItem('session') ?? '')

  // A new context is used, because in the same context the other tab would sign this tab in.
  const stranger = await browser.newContext()
  const login = await stranger.newPage()
  const loginBytes = weigh(login)
  await login.goto(new URL('login', brokerdeck().url).href)
  await login.locator('form').waitFor()
  await login.waitForLoadState('networkidle')
  expect(await loginBytes(), 'JavaScript and CSS of the login, gzip').toBeLessThanOrEqual(128 * KB)

  await stranger.close()

  const overview = await context.newPage()
  await overview.addInitScript((stored) => sessionStorage.setItem('session', stored), session)
  const overviewBytes = weigh(overview)
  await overview.goto(new URL('dashboard/overview', brokerdeck().url).href)
  await overview.getByRole('heading', { level: 1 }).waitFor()
  await overview.waitForLoadState('networkidle')
  expect(await overviewBytes(), 'JavaScript and CSS of the overview, gzip').toBeLessThanOrEqual(285 * KB)
})

const VIEWS = [
  { view: 'login', path: 'login', needs: /\/login-entry-[^/]+\.js$/, mostScripts: 12 },
  { view: 'overview', path: 'dashboard/overview', needs: /\/overview-page-[^/]+\.js$/, mostScripts: 17 },
  { view: 'clients', path: 'clients', needs: /\/clients-page-[^/]+\.js$/, mostScripts: 28 },
]

for (const { view, path, needs } of VIEWS)
  test(`what the ${view} needs is asked for before the first script has run`, async ({ page }) => {
    if (view !== 'login') {
      await openSignedIn(page, brokerdeck().url)
      await page.goto('about:blank')
    }
    const asked = page.waitForRequest(needs)
    // The entry script, which would otherwise request the chunk, arrives only after that request.
    await page.route(/\/base-[^/]+\.js$/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(new URL(path, brokerdeck().url).href, { waitUntil: 'commit' })
    await asked
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

for (const { view, path, needs, mostScripts } of VIEWS)
  test(`the second visit of the ${view} asks for its scripts with the page, and for few of them`, async ({
    page,
    request,
  }) => {
    if (view !== 'login') await openSignedIn(page, brokerdeck().url)
    await page.goto(new URL(path, brokerdeck().url).href)
    const [start] = (await page.context().cookies()).filter(({ name }) => name === 'brokerdeck-start')
    const answer = await request.get(new URL(path, brokerdeck().url).href, {
      headers: { accept: 'text/html', cookie: `${start?.name}=${start?.value}` },
    })
    const preloads = [...(await answer.text()).matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)]
    expect(preloads.filter(([, file]) => needs.test(file ?? ''))).toHaveLength(1)
    expect(preloads.length, 'on a slow line six come at a time').toBeLessThanOrEqual(mostScripts)
  })

for (const { path, parts } of [
  { path: 'rule/rules/create', parts: ['create-rule-page', 'rule-sql-code', 'rule-form-lab'] },
  { path: 'flow/create', parts: ['create-flow-page', 'flow-editor', 'flow-workspace', 'rule-form-lab'] },
  { path: 'flow/any', parts: ['flow-page', 'flow-editor', 'flow-workspace', 'rule-form-lab'] },
  { path: 'rule/rules', parts: ['rules-page'] },
])
  test(`the second visit of ${path} asks for what its first view shows with the page`, async ({
    request,
  }) => {
    const answer = await request.get(new URL(path, brokerdeck().url).href, {
      headers: { accept: 'text/html', cookie: 'brokerdeck-start=zh.app' },
    })
    const links = (await answer.text()).match(/<link rel="modulepreload"[^>]*>/g) ?? []
    const behind = links.filter((link) => link.includes('fetchpriority="low"'))
    const names = behind.map((link) => /\/([^/]+)-[\w-]{8}\.js"/.exec(link)?.[1])
    expect(names).toEqual(expect.arrayContaining(parts))
    // The parts that render the frame are requested before all of these.
    expect(links.slice(-behind.length)).toEqual(behind)
  })

test('an editor asks for nothing twice, and for little that was not asked for with the page', async ({
  page,
}) => {
  await openSignedIn(page, brokerdeck().url)
  await page.goto('about:blank')
  await page
    .context()
    .addCookies([{ name: 'brokerdeck-start', value: 'en.app', url: new URL(brokerdeck().url).origin }])
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url())
  })
  const answer = await page.goto(new URL('rule/rules/create', brokerdeck().url).href)
  const listed = [...((await answer?.text()) ?? '').matchAll(/href="\.\/([^"]+\.js)"/g)]
  // Waits for the statement in the editor itself, and for the result beside it.
  await expect(page.locator('.cm-content')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const withPage = new Set(listed.map(([, file]) => new URL(file ?? '', brokerdeck().url).href))
  expect(asked.length).toBe(new Set(asked).size)
  expect(asked.filter((url) => !withPage.has(url)).length).toBeLessThanOrEqual(mostLateScripts)
})

/**
 * The maximum number of late scripts: two that a browser runs before rendering, the activity record, and the
 * statement checker.
 */
const mostLateScripts = 12

for (const [path, first] of [
  ['clients', ['clients_v2?limit=20']],
  ['dashboard/overview', ['monitor?latest=3600']],
  ['rule/rules', []],
] as const)
  test(`what ${path} shows first is asked for before the first script has run, and once`, async ({
    page,
  }) => {
    await openSignedIn(page, brokerdeck().url)
    await page.goto('about:blank')
    // The clock is fixed: a slow machine needs a second for all parts of the page, and data that is a second old is
    // requested again.
    await page.clock.setFixedTime(Date.now())
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const early = [...first, 'alarms?activated=true&limit=100', 'cluster', 'nodes', 'monitor_current'].map(
      (address) => new URL(`api/v5/${address}`, brokerdeck().url).href,
    )
    const asked = Promise.all(early.map((address) => page.waitForRequest(address)))
    await page.route(/\/base-[^/]+\.js$/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(new URL(path, brokerdeck().url).href)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(early.map((address) => addresses.filter((one) => one === address).length)).toEqual(
      early.map(() => 1),
    )
  })

for (const [path, wanted] of [
  ['login', /\/overview-page-/],
  // No user is signed in, so the login is shown first.
  ['clients', /\/clients-page-/],
] as const)
  test(`what follows the login at ${path} comes while its fields are filled in`, async ({ page }) => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(new URL(path, brokerdeck().url).href)
    const username = page.locator('input[name=username]')
    await expect(username).toBeFocused()
    await page.waitForLoadState('networkidle')
    expect(addresses.filter((one) => wanted.test(one))).toEqual([])
    const asked = page.waitForRequest((request) => wanted.test(request.url()))
    await username.pressSequentially(OPERATOR.username)
    await asked
    await fillLogin(page, OPERATOR)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(addresses.filter((one) => wanted.test(one) && one.endsWith('.js'))).toHaveLength(1)
  })

/**
 * Sums up the sizes of scripts and style sheets. A file that is requested early and then used is cached, so each file
 * counts once.
 */
function weigh(page: Page): () => Promise<number> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (answer) => {
    if (['script', 'stylesheet'].includes(answer.request().resourceType()))
      sizes.set(
        answer.url(),
        answer.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
  })
  return async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
}
