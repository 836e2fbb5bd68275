import { chromium } from '@playwright/test'
import { OPERATOR, startBrokerdeck } from '../e2e/start-brokerdeck.ts'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { measureBroker } from './broker-load.ts'
import { measureChart } from './chart-update.ts'
import { measureRows } from './client-rows.ts'
import { measureIntegration } from './integration-pages.ts'
import { measureLists } from './list-pages.ts'
import type { Bench } from './measured-page.ts'
import { measureFirstViews, measurePages } from './page-load.ts'
import { measureRules } from './rule-work.ts'
import { measureScreens } from './screen-tasks.ts'
import { measureTracing } from './trace-cost.ts'

const SECTIONS: ReadonlyMap<string, (bench: Bench) => Promise<void>> = new Map([
  ['pages', measurePages],
  ['first-views', measureFirstViews],
  ['rows', measureRows],
  ['chart', measureChart],
  ['broker', measureBroker],
  ['lists', measureLists],
  ['screens', measureScreens],
  ['tracing', measureTracing],
  ['rules', measureRules],
  ['integration', measureIntegration],
])

/** Runs all sections, or the named ones. A section that cannot be measured does not prevent the others. */
export async function main(names: readonly string[]): Promise<number> {
  const wanted = names.length > 0 ? names : [...SECTIONS.keys()]
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : {}),
  })
  const brokerdeck = await startBrokerdeck('--admin-password', OPERATOR.password)
  let exitCode = 0
  try {
    for (const name of wanted) {
      const measure = SECTIONS.get(name)
      if (!measure)
        throw new Error(`There is no section ${name}; there are ${[...SECTIONS.keys()].join(', ')}`)
      console.log(`\n${name}`)
      await measure({ browser, brokerdeck }).catch((error: unknown) => {
        exitCode = 1
        console.error(`  not measured: ${error instanceof Error ? error.message : String(error)}`)
      })
    }
  } finally {
    await brokerdeck.stop()
    await browser.close()
  }
  return exitCode
}
