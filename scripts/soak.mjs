/** `npm run soak [SECONDS [RATE]]`: a load of minutes on the built command, with an attacker beside it; it prints what was lost, how long others waited and what is left in memory. */
import { spawnSync } from 'node:child_process'
import './require-node.mjs'
import { buildStale } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { inRepository, repository } from './repository.mjs'

ensureInstalled()
buildStale()
const { status } = spawnSync(
  process.execPath,
  [inRepository('scripts/run-ts.mjs'), 'bench/soak.ts', ...process.argv.slice(2)],
  { cwd: repository, stdio: 'inherit' },
)
process.exitCode = status ?? 1
