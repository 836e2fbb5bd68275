/**
 * `npm run soak [SECONDS [RATE]]`: puts a load on the built command for minutes, with an attacker beside it; prints
 * the losses, the waiting times of other clients and the memory that stays in use.
 */
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
