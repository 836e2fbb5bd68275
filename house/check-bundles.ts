import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import {
  type Budget,
  bundleBudgets,
  type FileBudget,
  fileBudgets,
  filesInCircles,
  type Manifest,
  manifestSchema,
} from './bundle-budget.ts'

/** The languages, each of which has a build of its own. */
const LANGUAGES = ['en', 'zh']
const DIST = join(import.meta.dirname, '../dist')

/**
 * Runs after a build: prints the size of each view in each language, and fails if a view is too large or has too many
 * files, or if files import each other cyclically.
 */
export function main(): number {
  const budgets = builtBudgets()
  const circles = LANGUAGES.flatMap((language) => filesInCircles(builtManifest(language)))
  const files = builtFileBudgets()
  const lines = [
    ...budgets.map(formatBudget),
    ...files.map(formatFiles),
    ...circles.map((file) => `✗ in a circle of files  ${file}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const isTooMuch =
    budgets.some(({ bytes, limit }) => bytes > limit) || files.some((one) => one.files > one.limit)
  return circles.length > 0 || isTooMuch ? 1 : 0
}

/** Returns the budgets of the builds in `dist`. */
export function builtBudgets(): readonly Budget[] {
  return LANGUAGES.flatMap((language) =>
    bundleBudgets(builtManifest(language), gzipSize).map((budget) => ({
      ...budget,
      view: `${language} ${budget.view}`,
    })),
  )
}

const pageFilesSchema = v.record(v.string(), v.record(v.string(), v.array(v.string())))

function builtFileBudgets(): readonly FileBudget[] {
  const text = readFileSync(join(DIST, 'console/static/page-files.json'), 'utf8')
  const pages = v.parse(pageFilesSchema, JSON.parse(text))
  return LANGUAGES.flatMap((language) =>
    fileBudgets(builtManifest(language), pages[language] ?? {}).map((budget) => ({
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

function formatFiles({ view, files, limit }: FileBudget): string {
  return `${files > limit ? '✗' : '✓'} ${String(files).padStart(6)} of ${String(limit).padStart(6)} files    ${view}`
}
