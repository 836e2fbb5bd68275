/** `npm test`: runs everything from a clean clone; the last line is the sum of all tests. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './require-node.mjs'
import { ensureChromium } from './chromium.mjs'
import { findTests } from './find-tests.mjs'
import { readGitState } from './git-state.mjs'
import { addStep, readProof, writeProof } from './proof.mjs'
import { inRepository, repository } from './repository.mjs'
import { environment, isTerminal, runBeside, runScript } from './run-process.mjs'
import { findMiscounts, HEAVY, STEPS, toGroups } from './test-plan.mjs'
import {
  commandFor,
  describeFailures,
  describeSkips,
  findComplaints,
  fromPlaywright,
  fromVitest,
  joinReports,
} from './test-report.mjs'
import { ensureTestServers, isNeededInCi } from './test-servers.mjs'

/**
 * @typedef {import('./test-report.mjs').Report} Report
 * @typedef {{ isFine: boolean, output?: string, failures?: string[], command?: string }} Outcome
 * @typedef {'at once' | 'later'} Showing
 */

const REPORTS = inRepository('.cache/test-reports')
const BIOME = 'node_modules/@biomejs/biome/bin/biome'

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const begin = performance.now()
const before = readGitState()
const files = findTests()
const groups = toGroups(files)
/** @type {Map<string, Report>} */
const reports = new Map()
/** @type {Map<string, string>} */
const lines = new Map()
let record = {
  ...readProof(),
  last: { commit: before?.commit, isClean: before?.isClean, at: new Date().toISOString(), steps: [] },
}

/** @type {Record<string, (showing: Showing) => Promise<Outcome> | Outcome>} */
const steps = {
  install: (shows) => runTool('scripts/install.mjs', [], { shows, command: 'node scripts/install.mjs' }),
  Chromium: () => {
    environment.BROKERDECK_CHROMIUM = ensureChromium()
    console.log(environment.BROKERDECK_CHROMIUM)
    return { isFine: true }
  },
  'servers that tests talk to': () => {
    ensureTestServers()
    return { isFine: true }
  },
  format: (shows) =>
    runTool(BIOME, ['ci', '.', ...(isTerminal ? [] : ['--colors=off'])], {
      shows,
      command: 'npm run format',
    }),
  unused: (shows) => runTool('node_modules/knip/bin/knip.js', [], { shows, command: 'npx knip' }),
  types: (shows) =>
    runTool('node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json'], {
      shows,
      command: 'npm run types',
    }),
  lists: (shows) => runVitest('lists', { shows }),
  unit: () => runVitest('unit', { shows: 'directly' }),
  build: (shows) => runTool('scripts/build.mjs', [], { shows, command: 'npm run build' }),
  budgets: (shows) =>
    runTool('scripts/run-ts.mjs', ['house/check-bundles.ts'], {
      shows,
      command: 'node scripts/run-ts.mjs house/check-bundles.ts',
    }),
  browser: runPlaywright,
}

/** Called once when all test files have been started, which leaves a core free before the last file has ended. */
let whenAllStarted = () => undefined
/** Resolves when no process prints directly to the terminal. */
let isQuiet = Promise.resolve()

let hasFailed = false
for (const name of ['install', 'Chromium', 'servers that tests talk to']) hasFailed ||= !(await runStep(name))
// These steps take less than a minute together, so all of them run and the developer learns of all failures.
hasFailed ||= !(await runBeside(
  2,
  ['format', 'unused', 'types', 'lists'].map((name) => () => runStep(name, 'later')),
))
hasFailed ||= !(await runUnitAndBuild())
for (const name of ['budgets', 'browser']) hasFailed ||= !(await runStep(name))

const sum = joinReports([...reports.values()])
const titles = Object.keys(steps).map((name) => lines.get(name) ?? `  -       ${findTitle(name)}`)
console.log(`\n${titles.join('\n')}\n`)
if (sum.reasons.length > 0) console.log(`not run:\n  ${describeSkips(sum.reasons).join('\n  ')}\n`)
const lacking = sum.reasons.filter(isNeededInCi)
if (process.env.CI && process.env.CI !== 'false' && lacking.length > 0) {
  hasFailed = true
  console.log(`CI is set, and has to run those that every system can run: ${lacking.length} were not.\n`)
}
const seconds = Math.round((performance.now() - begin) / 1000)
writeProof({ ...record, last: { ...record.last, seconds, passed: sum.passed, failed: sum.failed } })
// A step can fail without a failed test of its own: the sum must not look like a success then.
if (hasFailed && sum.failed === 0) sum.failed = 1
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exitCode = hasFailed ? 1 : 0

/** Runs the unit tests and the build. The build takes one core, so it begins beside the last test files. */
async function runUnitAndBuild() {
  /** @type {Promise<boolean> | undefined} */
  let build
  whenAllStarted = () => {
    build ??= runStep('build', 'later')
  }
  const isFine = await runStep('unit')
  if (build !== undefined) return (await build) && isFine
  return isFine && (await runStep('build'))
}

function findTitle(name) {
  return STEPS.find((step) => step.name === name)?.title ?? name
}

/**
 * Runs a step, prints its title and its output and, if it failed, the failures and the command that runs only those.
 */
async function runStep(name, /** @type {Showing} */ showing = 'at once') {
  const title = findTitle(name)
  if (showing === 'at once') console.log(`\n▸ ${title}`)
  const start = performance.now()
  const { isFine, output = '', failures = [], command } = await runSafely(steps[name], showing)
  const took = Math.round((performance.now() - start) / 100) / 10
  if (showing === 'later') {
    await isQuiet
    console.log(`\n▸ ${title}`)
    process.stdout.write(output)
  }
  lines.set(name, `  ${isFine ? '✓' : '✗'}${took.toFixed(1).padStart(6)} s ${title}`)
  if (!isFine) {
    const told = [...failures, ...(command === undefined ? [] : [`only that: ${command}`])]
    console.log(`\n✗ ${title}\n  ${told.join('\n  ')}`)
  }
  const step = { name, seconds: took, outcome: isFine ? 'passed' : 'failed' }
  record = addStep(record, step, before, readGitState(), new Date().toISOString())
  writeProof(record)
  return isFine
}

async function runSafely(run, showing) {
  try {
    return await run(showing)
  } catch (error) {
    console.error(error)
    return { isFine: false, failures: [String(error)] }
  }
}

async function runTool(script, args, { shows, command }) {
  const { status, output } = await runScript(script, args, { shows })
  return { isFine: status === 0, output, failures: findComplaints(output), command }
}

/** @param {'lists' | 'unit'} name */
async function runVitest(name, { shows }) {
  const report = join(REPORTS, `${name}.json`)
  const request = join(REPORTS, `${name}.request.json`)
  writeFileSync(request, JSON.stringify({ files: groups[name], first: HEAVY, report }))
  const outside = []
  const running = runScript('scripts/run-tests.mjs', [request], {
    shows,
    onMessage: (message) => {
      if (message.kind === 'started' && name === 'unit') whenAllStarted()
      if (message.kind === 'error') outside.push({ name: 'outside of a test', ...message })
    },
  })
  if (shows === 'directly')
    isQuiet = running.then(
      () => undefined,
      () => undefined,
    )
  const { status, output } = await running
  const told = fromVitest(readReport(report), repository)
  reports.set(name, told)
  const failures = [...told.failures, ...outside]
  if (told.files.length === 0 && failures.length === 0)
    return {
      isFine: false,
      output,
      failures: [`the run ended with ${status} before it wrote a report`, ...findComplaints(output)],
    }
  const miscounted = describeMiscounts()
  return {
    isFine: status === 0 && miscounted.length === 0,
    output,
    failures: [...describeFailures(failures), ...miscounted],
    ...(failures.length === 0 ? {} : { command: commandFor(failures) }),
  }
}

/** Checks, once all groups ran, that no test file was left out or counted twice. */
function describeMiscounts() {
  if (!reports.has('lists') || !reports.has('unit')) return []
  const ran = [...reports.values()].flatMap((report) => report.files)
  const { missing, repeated, unknown } = findMiscounts(files, ran)
  return [
    ...missing.map((file) => `${file} was not run`),
    ...repeated.map((file) => `${file} was run twice`),
    ...unknown.map((file) => `${file} was run and is no test file`),
  ].slice(0, 8)
}

async function runPlaywright(/** @type {Showing} */ shows) {
  const report = join(REPORTS, 'browser.json')
  environment.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const playwright = 'node_modules/@playwright/test/cli.js'
  const { status } = await runScript(playwright, ['test', '--reporter=list,json'], { shows })
  const told = fromPlaywright(readReport(report))
  reports.set('browser', told)
  return {
    isFine: status === 0,
    failures: describeFailures(told.failures),
    command: commandFor(told.failures, 'playwright'),
  }
}

/** Reads a report; returns an empty object if the tool ended before it wrote the report. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    console.error(`no report: ${error.message}`)
    return {}
  }
}
