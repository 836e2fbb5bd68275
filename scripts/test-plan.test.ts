import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findTests } from './find-tests.mjs'
import { inRepository } from './repository.mjs'
import { findMiscounts, HEAVY, LISTS, STEPS, stepsTouchedBy, toGroups } from './test-plan.mjs'

it.each([...LISTS, ...HEAVY])('%s is there', (file) => {
  expect(existsSync(inRepository(file))).toBe(true)
})

it('puts each test file of the repository into exactly one group', () => {
  const files = findTests()
  expect(files).toContain('scripts/test-plan.test.ts')
  expect(files).toContain('house/house.test.ts')
  const { lists, unit } = toGroups(files)
  expect([...lists, ...unit].toSorted()).toEqual(files)
  expect(unit.slice(0, HEAVY.length)).toEqual(HEAVY)
})

it('tells a file that no group ran from one that ran twice and one that nobody knows', () => {
  expect(findMiscounts(['a', 'b', 'c'], ['a', 'c', 'a', 'd'])).toEqual({
    missing: ['b'],
    repeated: ['a'],
    unknown: ['d'],
  })
  expect(findMiscounts(['a', 'b'], ['b', 'a'])).toEqual({ missing: [], repeated: [], unknown: [] })
})

it.each([
  ['README.md', ['lists']],
  ['docs/api-coverage.md', ['lists', 'unit']],
  ['e2e/actions.spec.ts', ['format', 'unused', 'types', 'lists', 'browser']],
  ['packages/console/src/app/exports.test.tsx', ['format', 'unused', 'types', 'lists', 'unit']],
  ['packages/embedded-broker/src/testing/free-port.ts', STEPS.map(({ name }) => name).filter(isNotBuilt)],
  ['packages/console/src/main.tsx', STEPS.map(({ name }) => name)],
  ['packages/console/src/styles/tokens.css', ['format', 'lists', 'unit', 'build', 'budgets', 'browser']],
  ['scripts/build.mjs', ['format', 'unused', 'lists', 'unit', 'build', 'budgets', 'browser']],
  ['scripts/mutate.mjs', ['format', 'unused', 'lists', 'unit']],
  ['vitest.config.ts', ['format', 'unused', 'types', 'lists', 'unit']],
  ['package-lock.json', STEPS.map(({ name }) => name).filter((name) => name !== 'format')],
])('a change of %s can touch %s', (path, steps) => {
  expect(stepsTouchedBy(path)).toEqual(steps)
})

function isNotBuilt(name: string): boolean {
  return name !== 'build' && name !== 'budgets'
}
