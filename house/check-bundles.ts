import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { type Budget, bundleBudgets, filesInCircles, type Manifest, manifestSchema } from './bundle-budget.ts'

/** Of which each has a build of its own. */
const LANGUAGES = ['en', 'zh']
const DIST = join(import.meta.dirname, '../dist')

/** After a build: prints what each view costs in each language and fails where it costs too much, or where files need each other. */
export function main(): number {
  const budgets = builtBudgets()
  const circles = LANGUAGES.flatMap((language) => filesInCircles(builtManifest(language)))
  const lines = [...budgets.map(formatBudget), ...circles.map((file) => `✗ in a circle of files  ${file}`)]
  process.stdout.write(`${lines.join('\n')}\n`)
  return circles.length > 0 || budgets.some(({ bytes, limit }) => bytes > limit) ? 1 : 0
}

/** Of what stands in `dist`. */
export function builtBudgets(): readonly Budget[] {
  return LANGUAGES.flatMap((language) =>
    bundleBudgets(builtManifest(language), gzipSize).map((budget) => ({
      ...budget,
      view: `${language} ${budget.view}`,
    })),
  )
}

function builtManifest(language: string): Manifest {
  const file = readFileSync(join(DIST, `console-manifest.${language}.json`), 'utf8')
  return v.parse(manifestSchema, JSON.parse(file))
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(join(DIST, 'console', file)), { level: 9 }).length
}

export function formatBudget({ view, bytes, limit }: Budget): string {
  const kilobytes = (value: number) => (value / 1000).toFixed(1).padStart(6)
  return `${bytes > limit ? '✗' : '✓'} ${kilobytes(bytes)} of ${kilobytes(limit)} kB gzip  ${view}`
}
