import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { type Budget, bundleBudgets, manifestSchema } from './bundle-budget.ts'

const DIST = join(import.meta.dirname, '../dist')

/** After a build: prints what each view costs and fails where it costs too much. */
export function main(): number {
  const manifest = v.parse(
    manifestSchema,
    JSON.parse(readFileSync(join(DIST, 'console-manifest.json'), 'utf8')),
  )
  const budgets = bundleBudgets(
    manifest,
    (file) => gzipSync(readFileSync(join(DIST, 'console', file)), { level: 9 }).length,
  )
  process.stdout.write(`${budgets.map(formatBudget).join('\n')}\n`)
  return budgets.some(({ bytes, limit }) => bytes > limit) ? 1 : 0
}

function formatBudget({ view, bytes, limit }: Budget): string {
  const kilobytes = (value: number) => (value / 1000).toFixed(1).padStart(6)
  return `${bytes > limit ? '✗' : '✓'} ${kilobytes(bytes)} of ${kilobytes(limit)} kB gzip  ${view}`
}
