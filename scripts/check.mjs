/**
 * `npm run check [-- <commit>]`: the check to run while working. Finds the files that differ from the main branch, or
 * from a commit, and checks format, types, the rules of the house, the lists, and the tests of the touched folders.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import './require-node.mjs'
import { planCheck } from './check-plan.mjs'
import { findTests } from './find-tests.mjs'
import { askGit, askGitForPaths } from './git-state.mjs'
import { inRepository, repository } from './repository.mjs'
import { isTerminal, runBeside, runScript } from './run-process.mjs'
import { commandFor, describeFailures, findComplaints, fromVitest } from './test-report.mjs'

const FORMATTED = /\.(tsx?|mjs|js|jsonc?|css|html|svg)$/
const begin = performance.now()
const took = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const base = findBase(process.argv[2])
const changed = findChanged(base.commit)
console.log(`${changed.length} files differ from ${base.name}`)
const plan = planCheck(changed, findTests(), findUsers)
for (const folder of plan.folders) console.log(`  tests of ${folder}`)
if (plan.left.length > 0) console.log(`  left to npm test: ${plan.left.map(shortened).join(', ')}`)
for (const note of plan.notes) console.log(`  ${note}`)

const isFine = await runBeside(2, [
  () => step('tests', checkTests),
  () => step('format', checkFormat),
  () =>
    step('types', () => checkTool('node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json'])),
])
console.log(`${isFine ? 'fine' : 'failed'} after ${took(begin)}`)
process.exitCode = isFine ? 0 : 1

/**
 * Returns the commit to compare with: the given commit, else the point where this branch left the main branch; on the
 * main branch itself, the commit before.
 */
function findBase(given) {
  if (given !== undefined) {
    const commit = askGit(['rev-parse', '--verify', '--quiet', `${given}^{commit}`])
    if (commit === undefined) {
      console.error(`${given} is no commit here`)
      process.exit(2)
    }
    return { name: given, commit }
  }
  for (const name of ['origin/main', 'main', 'HEAD~1']) {
    const commit = askGit(['merge-base', name, 'HEAD'])
    if (commit !== undefined && (name === 'HEAD~1' || findChanged(commit).length > 0)) return { name, commit }
  }
  return { name: 'HEAD', commit: 'HEAD' }
}

/** Returns the changed files, including uncommitted changes and files that git does not track yet. */
function findChanged(commit) {
  return [
    ...askGitForPaths(['diff', '--name-only', '--no-renames', commit]),
    ...askGitForPaths(['ls-files', '--others', '--exclude-standard']),
  ]
}

function findUsers(imported, below) {
  const found = askGitForPaths([
    'grep',
    '--files-with-matches',
    '--untracked',
    '-F',
    `${imported}'`,
    '--',
    below,
  ])
  return found.filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
}

function shortened(folder) {
  return folder.replace('packages/console/src/features/', '')
}

/** Runs a step and prints a line for it, with the errors if it failed. */
async function step(name, run) {
  const start = performance.now()
  const { isFine: isStepFine, told = [], output = '' } = await run()
  if (!isStepFine) process.stdout.write(output)
  console.log(`${isStepFine ? '✓' : '✗'} ${name} ${took(start)}`)
  for (const line of told) console.log(`  ${line}`)
  return isStepFine
}

async function checkTool(script, args) {
  const { status, output } = await runScript(script, args, { shows: 'later' })
  return { isFine: status === 0, output, told: status === 0 ? [] : findComplaints(output) }
}

async function checkFormat() {
  const files = changed.filter((path) => FORMATTED.test(path) && existsSync(inRepository(path)))
  if (files.length === 0) return { isFine: true, told: ['nothing of it is formatted'] }
  const args = ['ci', '--no-errors-on-unmatched', ...(isTerminal ? [] : ['--colors=off']), ...files]
  return checkTool('node_modules/@biomejs/biome/bin/biome', args)
}

async function checkTests() {
  const folder = inRepository('.cache/check')
  mkdirSync(folder, { recursive: true })
  const [request, report] = [`${folder}/request.json`, `${folder}/report.json`]
  writeFileSync(request, JSON.stringify({ files: plan.files, report }))
  writeFileSync(report, '{}')
  const { status, output } = await runScript('scripts/run-tests.mjs', [request], { shows: 'later' })
  const { passed, failures } = fromVitest(JSON.parse(readFileSync(report, 'utf8')), repository)
  const only = failures.length === 0 ? [] : [`only that: ${commandFor(failures)}`]
  return {
    isFine: status === 0,
    output,
    told:
      status === 0
        ? [`${passed} passed in ${plan.files.length} files`]
        : [...describeFailures(failures), ...only],
  }
}
