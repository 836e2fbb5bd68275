/**
 * Creates docs/screenshot.png: the overview of the embedded cluster with its sample fleet, after it has run for a
 * minute.
 */
import { spawnSync } from 'node:child_process'
import './require-node.mjs'
import { buildStale } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { inRepository, repository } from './repository.mjs'

ensureInstalled()
buildStale()
const { status } = spawnSync(
  process.execPath,
  [inRepository('scripts/run-ts.mjs'), 'e2e/take-screenshot.ts', ...process.argv.slice(2)],
  { cwd: repository, stdio: 'inherit', env: { ...process.env, BROKERDECK_CHROMIUM: ensureChromium() } },
)
process.exitCode = status ?? 1
