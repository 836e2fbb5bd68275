/**
 * `node scripts/run-tests.mjs <request>`: runs exactly the test files that the request names, the files in `first`
 * before all others, and writes their report. A parent process that listens is told when all files have been started.
 */
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'
import { repository } from './repository.mjs'
import { findMiscounts } from './test-plan.mjs'

/** @type {{ files: string[], report: string, first?: string[], maxWorkers?: number }} */
const request = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { files, report, first = [], maxWorkers } = request
const toPath = (/** @type {string} */ id) => relative(repository, id).split(sep).join('/')

class FirstOnesFirst extends BaseSequencer {
  async sort(specifications) {
    const sorted = await super.sort(specifications)
    const rank = ({ moduleId }) => (first.includes(toPath(moduleId)) ? 0 : 1)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

let startedFiles = 0
const startReporter = {
  onTestModuleQueued() {
    startedFiles += 1
    if (startedFiles === files.length) process.send?.({ kind: 'started' })
  },
}

process.env.NODE_ENV ??= 'test'
const vitest = await createVitest('test', {
  watch: false,
  reporters: ['default', ['json', { outputFile: report }], startReporter],
  sequence: { sequencer: FirstOnesFirst },
  ...(maxWorkers === undefined ? {} : { maxWorkers }),
})
try {
  const all = await vitest.globTestSpecifications()
  const wanted = all.filter(({ moduleId }) => files.includes(toPath(moduleId)))
  const { missing, repeated } = findMiscounts(
    files,
    wanted.map(({ moduleId }) => toPath(moduleId)),
  )
  for (const file of missing) console.error(`${file}: no project of vitest.config.ts runs it`)
  for (const file of repeated) console.error(`${file}: two projects of vitest.config.ts run it`)
  await vitest.standalone()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, true)
  for (const { message, stacks = [] } of unhandledErrors) {
    const [{ file = '', line = 0 } = {}] = stacks
    process.send?.({ kind: 'error', message: String(message), place: file && `${toPath(file)}:${line}` })
  }
  const isFine = testModules.every((module) => module.ok()) && unhandledErrors.length === 0
  process.exitCode = isFine && missing.length + repeated.length === 0 ? 0 : 1
} finally {
  await vitest.close()
  process.disconnect?.()
}
