import { performance } from 'node:perf_hooks'
import { loadJq } from '@brokerdeck/contract/rule-sql/evaluate/load-jq.ts'
import { runStatement } from '@brokerdeck/contract/rule-sql/evaluate/run-statement.ts'
import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import type { Statement } from '@brokerdeck/contract/rule-sql/statement.ts'
import type { Page } from '@playwright/test'
import { watchTasks } from '../e2e/page-tasks.ts'
import { main as printBundles } from '../house/check-bundles.ts'
import { evaluateTwice } from '../packages/console/src/features/integration/rule-lab/engine/evaluate-message.ts'
import { type Bench, openMeasuredPage } from './measured-page.ts'

const STATEMENTS = {
  'simple filter': 'SELECT payload.celsius as celsius, clientid FROM "ovens/+" WHERE payload.celsius > 90',
  jq: `SELECT jq('.list | map(. * 2)', payload) as doubled FROM "ovens/+"`,
  'FOREACH of 100':
    'FOREACH payload.list as item DO item * 2 as doubled, clientid INCASE item > 10 FROM "ovens/+"',
} as const

const PAYLOAD = JSON.stringify({ celsius: 95.5, list: Array.from({ length: 100 }, (_, at) => at) })
const EVENT = { clientid: 'oven-1', topic: 'ovens/1', payload: PAYLOAD }
const MESSAGE = JSON.stringify({ event_type: 'message_publish', ...EVENT })
const SECONDS = 2
const MESSAGES = 1000
const LINES = 2000

// Here, because nothing can be imported any more once the bench runs.
await loadJq(statementOf(STATEMENTS.jq))

/** What rules cost: an execution, the preview of what was captured, a key in the editor, and the bytes of the pages. */
export async function measureRules(bench: Bench): Promise<void> {
  for (const [name, sql] of Object.entries(STATEMENTS)) {
    const statement = statementOf(sql)
    const run = runnerOf(statement)
    const each = MESSAGES / timeOf(() => times(MESSAGES, run))
    const most = timeOf(() => times(Math.ceil(each * SECONDS * 1000), run))
    const perSecond = (Math.ceil(each * SECONDS * 1000) / most) * 1000
    const start = performance.now()
    for (let at = 0; at < MESSAGES; at += 1) await evaluateTwice(statement, MESSAGE, Date.now())
    const preview = performance.now() - start
    console.log(`  ${name.padEnd(15)} ${Math.round(perSecond).toLocaleString('en')} executions a second`)
    console.log(`  ${''.padEnd(15)} preview of ${MESSAGES} messages ${preview.toFixed(0)} ms`)
  }
  await measureKeys(bench)
  printBundles()
}

function statementOf(sql: string): Statement {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) throw new Error(`no statement: ${sql}`)
  return parsed.statement
}

function runnerOf(statement: Statement): () => void {
  const columns = new Map(Object.entries(EVENT))
  return () => {
    const { kind } = runStatement(statement, columns, { now: Date.now })
    if (kind !== 'result') throw new Error(`an execution gives ${kind}`)
  }
}

function times(count: number, run: () => void): void {
  for (let at = 0; at < count; at += 1) run()
}

/** Milliseconds. */
function timeOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Processor time of the longest task for each key, at the start of a long statement. */
async function measureKeys(bench: Bench): Promise<void> {
  const { page, devtools, close } = await openMeasuredPage(bench, true)
  await page.goto(new URL('rule/rules/create', bench.brokerdeck.url).href)
  const editor = page.locator('.cm-content')
  await editor.focus()
  await page.keyboard.press('Control+a')
  const fields = Array.from({ length: LINES - 2 }, (_, at) => `  payload.sensors.s${at} as s${at}`)
  await page.keyboard.insertText(`SELECT\n${fields.join(',\n')}\nFROM "plant/#"`)
  await page.getByText(`${LINES.toLocaleString('en')} lines`).waitFor()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  const longest: number[] = []
  for (const letter of 'clientid as c, qos as q, ') {
    const tasks = await watchTasks(devtools)
    await page.keyboard.type(letter)
    await settled(page)
    longest.push(Math.max(...(await tasks.end()).map(({ processor }) => processor)))
  }
  const sorted = longest.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  console.log(
    `  key in ${LINES} lines  median ${median.toFixed(1)} ms, longest ${(sorted.at(-1) ?? Number.NaN).toFixed(1)} ms`,
  )
  await close()
}

function settled(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
