import { expect, it } from 'vitest'
import {
  commandFor,
  describeFailures,
  describeSkips,
  findComplaints,
  fromPlaywright,
  fromVitest,
  joinReports,
} from './test-report.mjs'

const root = '/repository/'
const escapeCode = String.fromCharCode(27)

const vitest = fromVitest(
  {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: '/repository/packages/a/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'a is b', status: 'passed' },
          {
            fullName: "a isn't (b)",
            status: 'failed',
            failureMessages: [
              `${escapeCode}[31mAssertionError: expected 1 to be 2${escapeCode}[39m\n  at lib.ts:3:1\n  at /repository/packages/a/a.test.ts:12:5`,
            ],
          },
          { fullName: 'asks (not run: no redis-server)', status: 'skipped' },
          { fullName: 'asks again', status: 'skipped' },
        ],
      },
      {
        name: '/repository/packages/b.test.ts',
        status: 'failed',
        message: 'No such file',
        assertionResults: [],
      },
    ],
  },
  root,
)

it('reads from the report of Vitest what failed and where, a file that cannot be run included', () => {
  expect(vitest).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    failures: [
      {
        name: "a isn't (b)",
        place: 'packages/a/a.test.ts:12',
        message: 'AssertionError: expected 1 to be 2',
      },
      { name: 'the file cannot be run', place: 'packages/b.test.ts', message: 'No such file' },
    ],
    reasons: ['no redis-server', 'no reason is given'],
    files: ['packages/a/a.test.ts', 'packages/b.test.ts'],
  })
})

const spec = (line: number, ok: boolean, test: object) => ({
  title: `visit ${line}`,
  file: 'x.spec.ts',
  line,
  ok,
  tests: [{ status: 'expected', results: [], ...test }],
})

const browser = fromPlaywright({
  stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2 },
  suites: [
    {
      title: 'x.spec.ts',
      file: 'x.spec.ts',
      specs: [spec(3, true, {})],
      suites: [
        {
          title: 'en light',
          file: 'x.spec.ts',
          specs: [
            spec(7, false, { results: [{ errors: [{ message: '\nTimed out\nmore' }] }] }),
            spec(9, true, { status: 'skipped', annotations: [{ type: 'skip', description: 'no fonts' }] }),
            spec(11, true, { status: 'skipped' }),
          ],
        },
      ],
    },
  ],
})

it('reads from the report of Playwright what failed and where, and what was not reached', () => {
  expect(browser).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [{ name: 'en light visit 7', place: 'e2e/x.spec.ts:7', message: 'Timed out' }],
    reasons: ['no fonts', 'not reached: an earlier part failed'],
    files: [],
  })
})

it('counts the tests of all groups together', () => {
  const { passed, failed, skipped, failures } = joinReports([vitest, browser])
  expect([passed, failed, skipped, failures.length]).toEqual([2, 3, 4, 3])
})

it('reads nothing from a tool that ended before it wrote a report', () => {
  expect(joinReports([fromVitest({}, root), fromPlaywright({})])).toEqual(joinReports([]))
})

it('says in few lines what failed, and how to run only that', () => {
  expect(describeFailures(vitest.failures, 1)).toEqual([
    "packages/a/a.test.ts:12  a isn't (b)",
    '    AssertionError: expected 1 to be 2',
    'and 1 more',
  ])
  const [first = { name: '', place: '', message: '' }] = vitest.failures
  expect(commandFor([first])).toBe("npx vitest run packages/a/a.test.ts -t 'a isn.t \\(b\\)'")
  expect(commandFor(vitest.failures)).toBe('npx vitest run packages/a/a.test.ts packages/b.test.ts')
  expect(commandFor(browser.failures, 'playwright')).toBe('npx playwright test e2e/x.spec.ts:7')
})

it('groups what was not run by its reason, most first', () => {
  expect(describeSkips(['no slapd', 'no redis-server', 'no redis-server'])).toEqual([
    '2 tests: no redis-server',
    '1 test: no slapd',
  ])
})

it('finds the errors in what a tool printed, and leaves out what is only good to know', () => {
  const biome = [
    'a.ts:193:16 lint/complexity/useIndexOf  FIXABLE  ━━━━━━━━━━',
    '',
    '  i Prefer indexOf().',
    'b.mjs format ━━━━━━━━',
    '',
    '  × File content differs from formatting output',
    'Found 1 error.',
  ]
  expect(findComplaints(biome.join('\n'))).toEqual(['b.mjs format'])
  const types = Array.from({ length: 10 }, (_, at) => `a.ts(${at},1): error TS2322: no`)
  expect(findComplaints(types.join('\n'), 2)).toEqual([...types.slice(0, 2), 'and 8 more lines like these'])
  expect(findComplaints('one\ntwo\n\nthree\n', 2)).toEqual(
    ['two', 'three', 'and 1 more lines like these'].slice(0, 2),
  )
})
