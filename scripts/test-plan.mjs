/** Defines the steps of `npm test`, their order, and which files can change the outcome of each step. Pure. */

/**
 * The tests that compare lists of the whole repository: they are cheap, and the first to fail when something is
 * added.
 */
export const LISTS = [
  'packages/console/src/app/routes.test.tsx',
  'packages/console/src/features/system/audit-log/operation-name.test.ts',
  'packages/console/src/routes/routes.test.ts',
  'packages/contract/src/api-coverage.test.ts',
  'packages/contract/src/openapi.test.ts',
  'packages/contract/src/recordings.test.ts',
  'packages/contract/src/refreshes.test.ts',
  'packages/embedded-broker/src/http/api-resource.test.ts',
  'packages/embedded-broker/src/http/answers.test.ts',
  'packages/server/src/check/check-embedded.test.ts',
  'packages/server/src/check/questions.test.ts',
]

/**
 * The tests that go through every endpoint or page: they take longest, so they begin first and none is left over at
 * the end.
 */
export const HEAVY = [
  'packages/embedded-broker/src/http/hostile-requests.test.ts',
  'packages/embedded-broker/src/restart-writes.test.ts',
  'packages/console/src/app/exports.test.tsx',
  'packages/console/src/app/page-names.test.tsx',
]

/**
 * Each test file stands in exactly one group.
 *
 * @param {readonly string[]} files
 */
export function toGroups(files) {
  const lists = files.filter((file) => file.startsWith('house/') || LISTS.includes(file))
  const others = files.filter((file) => !lists.includes(file))
  const heavy = HEAVY.filter((file) => others.includes(file))
  return { lists, unit: [...heavy, ...others.filter((file) => !heavy.includes(file))] }
}

/**
 * Test files that no group ran, and those that ran twice.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} ran
 */
export function findMiscounts(files, ran) {
  return {
    missing: files.filter((file) => !ran.includes(file)),
    repeated: ran.filter((file, at) => ran.indexOf(file) !== at),
    unknown: ran.filter((file) => !files.includes(file)),
  }
}

const isCode = (/** @type {string} */ path) => /\.(tsx?|mjs)$/.test(path)
const isPackage = (/** @type {string} */ path) =>
  path === 'package-lock.json' || path.endsWith('package.json')
const isUnitTest = (/** @type {string} */ path) => /\.test\.tsx?$|\/testing\//.test(path)
const isSource = (/** @type {string} */ path) => path.startsWith('packages/') && !isUnitTest(path)
const buildScripts =
  /^scripts\/(build|bundle-server|join-languages|precompress|repository|rule-sql-sources)\.mjs$/
const isBuilt = (/** @type {string} */ path) => isSource(path) || isPackage(path) || buildScripts.test(path)

/** The steps that prove a commit, each with a function that tells whether a changed file can change its outcome. */
export const STEPS = [
  {
    name: 'format',
    title: 'format and lint',
    isTouchedBy: (path) => /\.(tsx?|mjs|js|jsonc?|css|html|svg)$/.test(path) && path !== 'package-lock.json',
  },
  {
    name: 'unused',
    title: 'unused',
    isTouchedBy: (path) => isCode(path) || isPackage(path) || path === 'knip.json',
  },
  {
    name: 'types',
    title: 'types',
    isTouchedBy: (path) =>
      (/\.tsx?$/.test(path) && !path.startsWith('scripts/')) ||
      /\.d\.mts$|(^|\/)tsconfig[^/]*\.json$/.test(path) ||
      isPackage(path),
  },
  // The rules of the house read the whole tree, including prose.
  { name: 'lists', title: 'house and lists', isTouchedBy: () => true },
  {
    name: 'unit',
    title: 'unit and page tests',
    isTouchedBy: (path) =>
      /^(packages|scripts|bench|docs)\//.test(path) || isPackage(path) || path === 'vitest.config.ts',
  },
  { name: 'build', title: 'build', isTouchedBy: isBuilt },
  {
    name: 'budgets',
    title: 'budgets',
    isTouchedBy: (path) => isBuilt(path) || /^house\/(bundle-budget|check-bundles)\.ts$/.test(path),
  },
  {
    name: 'browser',
    title: 'browser tests',
    isTouchedBy: (path) =>
      isBuilt(path) ||
      /^(e2e|deploy)\/|\/testing\/|^playwright\.config\.ts$|^scripts\/(chromium|start|install)\.mjs$/.test(
        path,
      ),
  },
]

/** @param {string} path */
export function stepsTouchedBy(path) {
  return STEPS.filter(({ isTouchedBy }) => isTouchedBy(path)).map(({ name }) => name)
}
