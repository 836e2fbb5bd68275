import { loadavg } from 'node:os'
import { openFromMenu } from '../e2e/open-from-menu.ts'
import { OPERATOR, startBrokerdeck } from '../e2e/start-brokerdeck.ts'
import { type AskAsOperator, asOperator } from './as-operator.ts'
import { type Bench, openMeasuredPage } from './measured-page.ts'
import { watchStep } from './step-watch.ts'

const MADE = { actions: 5_000, rules: 500 } as const
const AT_ONCE = 100

const named = (word: string, number: number) => `${word}_${String(number).padStart(4, '0')}`

/** Measures the list of many actions and the map of many flows from the operator's point of view. */
export async function measureIntegration({ browser }: Bench): Promise<void> {
  const brokerdeck = await startBrokerdeck('--no-sample-fleet', '--admin-password', OPERATOR.password)
  try {
    const ask = await asOperator(brokerdeck.url)
    await make(ask, brokerdeck.url)
    await timed('GET actions_summary', () => ask('GET', 'actions_summary'))
    const { page, close } = await openMeasuredPage({ browser, brokerdeck }, true)
    console.log(
      `  ${MADE.actions} actions, ${MADE.rules} rules; load average ${(loadavg()[0] ?? 0).toFixed(1)}`,
    )
    await page.goto(new URL('rule/functions', brokerdeck.url).href)
    const first = page.getByRole('link', { name: /^http:action_/ }).first()
    await watchStep(page, 'actions: list', async () => {
      await openFromMenu(page, 'Integration', 'Actions')
      await first.waitFor({ timeout: 60_000 })
    })
    await watchStep(page, 'actions: find the last', async () => {
      await page.getByLabel('Name', { exact: true }).fill(named('action', MADE.actions - 1))
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: `http:${named('action', MADE.actions - 1)}` }).waitFor()
    })
    await watchStep(page, 'flows: draw the map', async () => {
      await openFromMenu(page, 'Integration', 'Flows')
      await page
        .getByRole('button', { name: /^rule_/ })
        .first()
        .waitFor({ timeout: 60_000 })
    })
    await watchStep(page, 'flows: find one', async () => {
      await page.getByRole('searchbox', { name: 'Rule, topic or action' }).fill(named('rule', MADE.rules - 1))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: new RegExp(`^${named('rule', MADE.rules - 1)}`) }).waitFor()
    })
    await close()
  } finally {
    await brokerdeck.stop()
  }
}

async function make(ask: AskAsOperator, url: string): Promise<void> {
  await ask('POST', 'connectors', { type: 'http', name: 'there', url: new URL(url).origin, pool_size: 1 })
  await each(MADE.actions, (number) =>
    ask('POST', 'actions', {
      type: 'http',
      name: named('action', number),
      connector: 'there',
      parameters: { path: '/', method: 'post' },
    }),
  )
  await each(MADE.rules, (number) =>
    ask('POST', 'rules', {
      id: named('rule', number),
      sql: `SELECT * FROM "site/${number % 350}/#" WHERE payload.t > ${number}`,
      actions: [`http:${named('action', number)}`],
    }),
  )
}

async function each(count: number, one: (number: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => one(at + more)))
}

async function timed(what: string, work: () => Promise<Response>): Promise<void> {
  const start = performance.now()
  const bytes = (await (await work()).arrayBuffer()).byteLength
  console.log(`  ${what}: ${(performance.now() - start).toFixed(0)} ms, ${(bytes / 1000).toFixed(0)} kB`)
}
