import { loadavg } from 'node:os'
import jqSource from '@brokerdeck/embedded-broker/jq/jq-thread.ts?thread'
import { provideJqThread } from '@brokerdeck/embedded-broker/jq/jq-worker.ts'
import { runStatement } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Page } from '@playwright/test'
import { typeEverywhere, writeLongStatement } from '../e2e/long-statement.ts'
import { builtBudgets, formatBudget } from '../house/check-bundles.ts'
import { type Bench, openMeasuredPage } from './measured-page.ts'
import { watchStep } from './step-watch.ts'

const ROUNDS = 5
const ROUND_MS = 300
const MESSAGES = 1_000

const reading = JSON.stringify({ celsius: 71.5, unit: 'C', place: { hall: 3, row: 'b' } })
const readings = JSON.stringify({
  list: Array.from({ length: 100 }, (_, at) => ({ id: `s${at}`, celsius: at })),
})

const STATEMENTS = [
  {
    name: 'a simple filter',
    sql: 'SELECT payload.celsius as celsius, clientid FROM "ovens/+" WHERE payload.celsius > 70',
    payload: reading,
  },
  { name: 'jq', sql: `SELECT jq('.place | {hall, row}', payload) as place FROM "ovens/+"`, payload: reading },
  {
    name: 'FOREACH over 100',
    sql: 'FOREACH payload.list as s DO s.id as id, s.celsius as celsius INCASE s.celsius >= 0 FROM "ovens/+"',
    payload: readings,
  },
] as const

/**
 * Measures rules: the evaluator, the lab with its maximum number of messages, a keystroke in a long statement, and
 * the bundle sizes.
 */
export async function measureRules(bench: Bench): Promise<void> {
  console.log(`  load average ${(loadavg()[0] ?? 0).toFixed(1)}`)
  provideJqThread(jqSource)
  for (const { name, sql, payload } of STATEMENTS) {
    const perSecond = runsPerSecond(sql, payload)
    console.log(`  ${name.padEnd(44)} ${Math.round(perSecond)} runs per second of processor time`)
  }
  const { page, close } = await openMeasuredPage(bench, true)
  await page.goto(new URL('rule/rules/create', bench.brokerdeck.url).href)
  await preview(page)
  await typeLong(page)
  await close()
  for (const budget of builtBudgets().filter(({ view }) => /\brule (editor|page)|\brule-page/.test(view)))
    console.log(`  ${formatBudget(budget)}`)
}

/** The fastest round counts: other load on the machine makes no round faster. */
function runsPerSecond(sql: string, payload: string): number {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(`no statement: ${sql}`)
  const columns = new Map([
    ['clientid', 'oven-3'],
    ['topic', 'ovens/3'],
    ['payload', payload],
  ])
  let best = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    const end = performance.now() + ROUND_MS
    let runs = 0
    for (; performance.now() < end; runs += 1) {
      const { kind } = runStatement(parsed.statement, columns, { now: Date.now })
      if (kind !== 'result') throw new Error(`${kind}: ${sql}`)
    }
    const { user, system } = process.cpuUsage(before)
    best = Math.max(best, (runs / (user + system)) * 1_000_000)
  }
  return best
}

/**
 * Measures from a keystroke to the count over all messages. The page first waits a third of a second for another
 * keystroke.
 */
async function preview(page: Page): Promise<void> {
  const messages = Array.from({ length: MESSAGES }, (_, at) => ({
    event_type: 'message_publish',
    topic: `ovens/${at}`,
    clientid: `oven-${at}`,
    payload: JSON.stringify({ celsius: at, unit: 'C' }),
  }))
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('SELECT payload.celsius as c FROM "ovens/+" WHERE payload.celsius >= 50')
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByRole('button', { name: 'Paste…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste messages' })
  await dialog.getByRole('textbox').fill(JSON.stringify(messages))
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByText('950 of 1,000 pass').waitFor()
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+End')
  await watchStep(page, `preview of ${MESSAGES} messages after a key`, async () => {
    await page.keyboard.type('0')
    await page.getByText('500 of 1,000 pass').waitFor()
  })
}

async function typeLong(page: Page): Promise<void> {
  await writeLongStatement(page)
  for (const { place, keys, tasks } of await typeEverywhere(page)) {
    const longest = Math.max(...tasks.map(({ processor }) => processor))
    const what = `${keys} keys at the ${place} of 2,000 lines`
    console.log(`  ${what.padEnd(44)} longest task ${longest.toFixed(1)} ms of processor`)
  }
}
