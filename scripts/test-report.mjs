/**
 * Reads the reports of the tools: how many tests passed, which tests failed and where, which tests did not run and
 * why. Pure.
 */

/**
 * @typedef {{ name: string, place: string, message: string }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[], reasons: string[], files: string[] }} Report
 */

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const REASON = /\(not run: ([^()]+)\)/
const LONGEST_LINE = 150

/** @returns {Report} */
export function emptyReport() {
  return { passed: 0, failed: 0, skipped: 0, failures: [], reasons: [], files: [] }
}

/** @param {readonly Report[]} reports @returns {Report} */
export function joinReports(reports) {
  return reports.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
      reasons: [...all.reasons, ...one.reasons],
      files: [...all.files, ...one.files],
    }),
    emptyReport(),
  )
}

/** The first line that says something. @param {unknown} text */
export function firstLine(text) {
  const lines = String(text ?? '')
    .replaceAll(ESCAPES, '')
    .split('\n')
    .map((line) => line.trim())
  return (lines.find((line) => line !== '') ?? '').slice(0, LONGEST_LINE)
}

/** Vitest's JSON. @param {string} root where the repository is, with a slash at its end @returns {Report} */
export function fromVitest(json, root) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = json
  const toPath = (name) => (name.startsWith(root) ? name.slice(root.length) : name)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = toPath(name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && failed.length === 0)
      return [{ name: 'the file cannot be run', place: file, message: firstLine(message) }]
    return failed.map(({ fullName, failureMessages = [] }) => ({
      name: fullName,
      place: placeIn(file, failureMessages.join('\n')),
      message: firstLine(failureMessages[0]),
    }))
  })
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
  return {
    passed: numPassedTests,
    failed: numFailedTests + failures.filter(({ name }) => name === 'the file cannot be run').length,
    skipped: Math.max(numPendingTests, skipped.length),
    failures,
    reasons: skipped.map(({ fullName }) => REASON.exec(fullName)?.[1] ?? 'no reason is given'),
    files: testResults.map(({ name }) => toPath(name)),
  }
}

/** Returns the file with the line of the test file that appears in the stack. */
function placeIn(file, stack) {
  const end = file.slice(file.lastIndexOf('/') + 1).replaceAll('.', '\\.')
  const line = new RegExp(`${end}(?:\\?[^:)]*)?:(\\d+)`).exec(stack)?.[1]
  return line === undefined ? file : `${file}:${line}`
}

/** Playwright's JSON. @returns {Report} */
export function fromPlaywright(json, folder = 'e2e/') {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = json.stats ?? {}
  const specs = (json.suites ?? []).flatMap(listSpecs)
  const broken = (json.errors ?? []).map(({ message, location }) => ({
    name: 'outside of a test',
    place: location === undefined ? '' : `${folder}${location.file.split('/').at(-1)}:${location.line}`,
    message: firstLine(message),
  }))
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => ({
      name: title,
      place: `${folder}${file}:${line}`,
      message: firstLine(tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message),
    }))
  const left = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: [...broken, ...failures],
    reasons: left.map(
      ({ tests }) =>
        tests.flatMap(({ annotations = [] }) => annotations).find(({ type }) => type === 'skip')
          ?.description ?? 'not reached: an earlier part failed',
    ),
    files: [],
  }
}

/** Lists the specs; the title of each includes the titles of the groups that contain it. */
function listSpecs({ suites = [], specs = [], title, file }) {
  return [
    ...specs.map((spec) => ({ ...spec, title: title === file ? spec.title : `${title} ${spec.title}` })),
    ...suites.flatMap(listSpecs),
  ]
}

const PLACE = /^\S+\.\w+[:(]\d+|^\S+\.\w+ (format|lint|organizeImports|assist)\b|^Error: /
/** Biome prints below the place whether a message is an error or only information. */
const GOOD_TO_KNOW = /^\s*i /

/**
 * What a tool without tests said, in few lines: those that name a place, else its last ones.
 *
 * @param {string} output
 */
export function findComplaints(output, most = 8) {
  const lines = output
    .replaceAll(ESCAPES, '')
    .split('\n')
    .map((line) => line.replaceAll('━', '').trimEnd())
    .filter((line) => /[\p{L}\d]/u.test(line))
  const places = lines.filter((line, at) => PLACE.test(line) && !GOOD_TO_KNOW.test(lines[at + 1] ?? ''))
  const told = places.length > 0 ? places : lines.slice(-most)
  const shown = told.slice(0, most).map((line) => line.trim().slice(0, LONGEST_LINE))
  return told.length > most ? [...shown, `and ${told.length - most} more lines like these`] : shown
}

/**
 * What failed in a step, in about ten lines, and what runs only that.
 *
 * @param {readonly Failure[]} failures
 */
export function describeFailures(failures, most = 3) {
  const shown = failures
    .slice(0, most)
    .flatMap(({ name, place, message }) => [`${place}  ${name}`.slice(0, LONGEST_LINE), `    ${message}`])
  const left = failures.length - most
  return left > 0 ? [...shown, `and ${left} more`] : shown
}

/**
 * What runs only the tests that failed: by file, by line where the tool takes one, by name where it is one test.
 *
 * @param {readonly Failure[]} failures
 * @param {'vitest' | 'playwright'} tool
 */
export function commandFor(failures, tool = 'vitest') {
  const isVitest = tool === 'vitest'
  const places = failures.map(({ place }) => (isVitest ? place.replace(/:\d+$/, '') : place))
  const files = [...new Set(places.filter(Boolean))]
  const [only] = failures
  const isOne = isVitest && failures.length === 1 && only?.name !== 'the file cannot be run'
  const name = isOne ? ` -t '${escapeName(only?.name ?? '')}'` : ''
  const more = files.length > 6 ? ` # and ${files.length - 6} more` : ''
  return `npx ${tool} ${isVitest ? 'run' : 'test'} ${files.slice(0, 6).join(' ')}${name}${more}`
}

/** The option takes a pattern, and a quote ends a string in the shell. */
function escapeName(name) {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')
}

/** `12 tests: no redis-server`, most first. @param {readonly string[]} reasons */
export function describeSkips(reasons) {
  const counts = new Map()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`)
}
