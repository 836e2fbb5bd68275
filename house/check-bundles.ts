import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { type Budget, bundleBudgets, manifestSchema } from './bundle-budget.ts'

/** Of which each has a build of its own. */
const LANGUAGES = ['en', 'zh']
const DIST = join(import.meta.dirname, '../dist')

/** After a build: prints what each view costs in each language and fails where it costs too much. */
export function main(): number {
  const budgets = builtBudgets()
  process.stdout.write(`${budgets.map(formatBudget).join('\n')}\n`)
  return budgets.some(({ bytes, limit }) => bytes > limit) ? 1 : 0
}

/** Of what stands in `dist`. */
export function builtBudgets(): readonly Budget[] {
  return LANGUAGES.flatMap((language) => {
    const file = readFileSync(join(DIST, `console-manifest.${language}.json`), 'utf8')
    const views = bundleBudgets(v.parse(manifestSchema, JSON.parse(file)), gzipSize)
    return views.map((budget) => ({ ...budget, view: `${language} ${budget.view}` }))
  })
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(join(DIST, 'console', file)), { level: 9 }).length
}

export function formatBudget({ view, bytes, limit }: Budget): string {
  const kilobytes = (value: number) => (value / 1000).toFixed(1).padStart(6)
  return `${bytes > limit ? '✗' : '✓'} ${kilobytes(bytes)} of ${kilobytes(limit)} kB gzip  ${view}`
}
