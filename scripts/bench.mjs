/** `npm run bench`: measures pages and broker on this machine and prints the results, without judging them. */
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
  [inRepository('scripts/run-ts.mjs'), 'bench/bench.ts', ...process.argv.slice(2)],
  { cwd: repository, stdio: 'inherit', env: { ...process.env, BROKERDECK_CHROMIUM: ensureChromium() } },
)
process.exitCode = status ?? 1
