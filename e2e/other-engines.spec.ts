import { expect, test } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { createSample } from './create-sample.ts'
import { ENTERPRISE } from './operator-test.ts'
import { type EngineTab, needEngine, otherEngines } from './other-engines.ts'
import { postAsOperator } from './post-as-operator.ts'
import { CLIENT, visits } from './routes.ts'
import { type Brokerdeck, OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'

/*
 * Visits every route once in the other engines that operators use, in the light theme and in English; the visits in
 * Chromium check the content of each page.
 */

const button = (name: string) => `//button[normalize-space()='${name}']`
const BROKEN = ['Error occurred', 'Loading chunk failed', 'Loading CSS chunk failed']

/** The heading of the page, once nothing is loading; an empty text before. */
const HEADING = `(() => {
  const headings = document.querySelectorAll('main h1')
  const isBusy = document.querySelector('[aria-busy=true]') !== null
  return headings.length === 1 && !isBusy ? headings[0].textContent : ''
})()`
const TEXT = 'document.body.innerText'

async function signIn(tab: EngineTab, url: string): Promise<void> {
  await tab.open(url)
  await tab.type("//input[@name='username']", OPERATOR.username)
  await tab.type("//input[@name='password']", OPERATOR.password)
  await tab.click("//form//button[@type='submit']")
  await expect.poll(() => tab.read(HEADING)).toBe('Cluster Overview')
}

/** Waits until the page is loaded, because its elements may be replaced or moved by arriving data before. */
async function openPage(tab: EngineTab, url: string): Promise<void> {
  await tab.open(url)
  await expect.poll(() => tab.read(HEADING), { message: url }).not.toBe('')
}

async function expectText(tab: EngineTab, text: string | RegExp): Promise<void> {
  await expect.poll(() => tab.read(TEXT)).toEqual(expect.stringMatching(text))
}

for (const engine of otherEngines)
  test.describe(engine.name, { tag: '@engines' }, () => {
    needEngine(engine)
    let brokerdeck: Brokerdeck
    let tab: EngineTab

    test.beforeAll(async () => {
      brokerdeck = await startBrokerdeck(...ENTERPRISE)
      for (const { path } of visits) await createSample(brokerdeck.url, path)
      tab = await engine.openTab()
      await signIn(tab, brokerdeck.url)
      test.info().annotations.push({ type: 'version', description: tab.version })
    })

    test.afterAll(async () => {
      await tab.close()
      await brokerdeck.stop()
    })

    test('shows every route', async () => {
      test.setTimeout(600_000)
      const device = await connectAsync(brokerdeck.tcp[0] ?? '', { clientId: CLIENT, username: 'press' })
      for (const { path, leadsTo } of visits)
        await test.step(path, async () => {
          await openPage(tab, new URL(path, brokerdeck.url).href)
          expect(BROKEN, path).not.toContain(await tab.read(HEADING))
          if (leadsTo !== undefined) expect(await tab.read('location.pathname')).toBe(leadsTo)
        })
      expect(tab.complaints).toEqual([])
      await device.endAsync(true)
    })

    test('previews and saves a rule', async () => {
      const rule = { id: 'oven', sql: 'SELECT payload.celsius as celsius FROM "ovens/+"', actions: [] }
      expect((await postAsOperator(brokerdeck.url, 'rules', rule)).ok).toBe(true)
      await openPage(tab, new URL('rule/rules/oven?tab=settings', brokerdeck.url).href)
      // The editor has replaced the plain field, and the example has been evaluated.
      await expectText(tab, 'Line 1, column 1')
      await expectText(tab, 'as you type')
      await tab.click("//*[@role='tab'][starts-with(normalize-space(), 'Messages')]")
      await tab.click(button('Paste…'))
      await tab.type(
        "//*[@role='dialog']//textarea",
        '{"event_type":"message_publish","topic":"ovens/1","payload":"{\\"celsius\\":95}"}',
      )
      await tab.click(button('Add'))
      await expectText(tab, /^Messages\s*1$/m)
      await tab.click("//*[@role='tab'][normalize-space()='Preview']")
      await expectText(tab, /"celsius": 95/)
      await tab.type("//input[@aria-label='Note' or @id=//label[starts-with(., 'Note')]/@for]", 'of the oven')
      await tab.click(button('Apply 1 change'))
      await expectText(tab, 'Rule saved')
      expect(tab.complaints).toEqual([])
    })

    test('connects the test client', async () => {
      await openPage(tab, new URL('websocket', brokerdeck.url).href)
      await tab.click(button('Connect'))
      await expectText(tab, 'Disconnect')
      await expect
        .poll(() => tab.read(`document.querySelectorAll("main button").length > 0 && ${TEXT}`))
        .toEqual(expect.stringContaining('Disconnect'))
      expect(tab.complaints).toEqual([])
    })

    test('draws the map of flows', async () => {
      await openPage(tab, new URL('flow', brokerdeck.url).href)
      const drawn = `document.querySelectorAll('[aria-label="Map of flows"] .react-flow__node').length`
      await expect.poll(() => tab.read(drawn)).toBeGreaterThan(2)
      expect(tab.complaints).toEqual([])
    })
  })
