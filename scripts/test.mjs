/** `npm test`: everything, from a clean clone; the last line is the sum of all tests. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import './require-node.mjs'
import { ensureChromium } from './chromium.mjs'
import { inRepository, repository } from './repository.mjs'
import { ensureTestServers } from './test-servers.mjs'

const REPORTS = inRepository('.cache/test-reports')
const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env
const environment = { ...inherited, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) }

const steps = [
  { name: 'install', run: () => node('scripts/install.mjs') },
  {
    name: 'Chromium',
    run: () => {
      environment.BROKERDECK_CHROMIUM = ensureChromium()
      console.log(environment.BROKERDECK_CHROMIUM)
    },
  },
  { name: 'servers that tests talk to', run: ensureTestServers },
  {
    name: 'format and lint',
    run: () => tool('@biomejs/biome/bin/biome', 'ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])),
  },
  { name: 'unused', run: () => tool('knip/bin/knip.js') },
  { name: 'types', run: () => tool('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json') },
  { name: 'house', run: () => vitest('house', 'house/') },
  { name: 'unit and page tests', run: () => vitest('unit', 'packages/', 'scripts/', 'bench/') },
  { name: 'build', run: () => node('scripts/build.mjs') },
  {
    name: 'budgets',
    run: () => node('scripts/run-ts.mjs', 'house/check-bundles.ts'),
  },
  { name: 'browser tests', run: playwright },
]

class StepFailed extends Error {}

const sum = { passed: 0, failed: 0, skipped: 0 }
const lines = []
let hasFailed = false

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

for (const { name, run } of steps) {
  if (hasFailed) {
    lines.push(`  -       ${name}`)
    continue
  }
  console.log(`\n▸ ${name}`)
  const start = performance.now()
  try {
    await run()
  } catch (error) {
    hasFailed = true
    if (!(error instanceof StepFailed)) console.error(error)
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
  lines.push(`  ${hasFailed ? '✗' : '✓'}${seconds} s ${name}`)
}

// A step can fail without a test of its own: the sum must not look like a success then.
if (hasFailed && sum.failed === 0) sum.failed = 1

console.log(`\n${lines.join('\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exitCode = hasFailed ? 1 : 0

function vitest(name, ...filters) {
  const report = join(REPORTS, `${name}.json`)
  try {
    tool(
      'vitest/vitest.mjs',
      'run',
      ...filters,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    )
  } finally {
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readReport(report)
    sum.passed += numPassedTests
    sum.failed += numFailedTests
    sum.skipped += numPendingTests
  }
}

function playwright() {
  const report = join(REPORTS, 'browser.json')
  environment.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  try {
    tool('@playwright/test/cli.js', 'test', '--reporter=list,json')
  } finally {
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(report).stats ?? {}
    sum.passed += expected
    sum.failed += unexpected + flaky
    sum.skipped += skipped
  }
}

/** Empty when the tool ended before it wrote one. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    console.error(`no report: ${error.message}`)
    return {}
  }
}

function tool(path, ...args) {
  node(`node_modules/${path}`, ...args)
}

function node(script, ...args) {
  const { status, error } = spawnSync(process.execPath, [inRepository(script), ...args], {
    cwd: repository,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) throw new StepFailed()
}
