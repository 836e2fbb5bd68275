import { expect, it } from 'vitest'
import { planCheck } from './check-plan.mjs'
import { HEAVY, LISTS } from './test-plan.mjs'

const features = 'packages/console/src/features'
const broker = 'packages/embedded-broker/src'
const contract = 'packages/contract/src'
const languages = 'packages/languages/src'
const files = [
  ...LISTS,
  ...HEAVY,
  `${features}/access/banned/banned-page.test.tsx`,
  `${features}/access/why/why-page.test.tsx`,
  `${features}/access/why/model/story.test.ts`,
  `${features}/traffic/clients/clients-page.test.tsx`,
  ...Array.from({ length: 9 }, (_, at) => `${features}/integration/flows/flow-${at}.test.tsx`),
  `${features}/integration/rules/list/rules-page.test.tsx`,
  `${broker}/access/banned/banned-api.test.ts`,
  `${broker}/access/banned/banned.test.ts`,
  `${broker}/settings/listeners/listeners-api.test.ts`,
  `${broker}/embedded-broker.test.ts`,
  `${contract}/access/odd-rules.test.ts`,
  `${contract}/scalars.test.ts`,
  `${languages}/hocon/hocon.test.ts`,
  `${languages}/topic.test.ts`,
  'packages/console/src/kit/form/controls/control.test.tsx',
  'packages/console/src/kit/form/field.test.ts',
  'packages/server/src/site/app.test.ts',
  'scripts/build.test.ts',
  'house/house.test.ts',
]
/** Who imports what, by the end of the import. */
const users: Readonly<Record<string, readonly string[]>> = {
  '/contract/access/banned.ts': [
    `${features}/access/banned/banned-page.tsx`,
    `${features}/access/why/model/story.ts`,
    `${features}/access/messages/banned.ts`,
    `${broker}/access/banned/banned-api.ts`,
    `${features}/traffic/clients/kick.tsx`,
  ],
  '/contract/integration/rules.ts': [
    `${features}/integration/flows/flow.tsx`,
    `${features}/integration/rules/list/rules-page.tsx`,
  ],
  '/messages/banned.ts': [
    `${features}/access/banned/banned-page.tsx`,
    `${features}/traffic/clients/kick.tsx`,
  ],
}
const plan = (...changed: string[]) => {
  const planned = planCheck(changed, files, (imported, below) =>
    (users[imported] ?? []).filter((path) => path.startsWith(`${below}/`)),
  )
  return {
    ...planned,
    more: planned.files.filter((file) => !LISTS.includes(file) && !file.startsWith('house/')),
  }
}

it('always runs the lists and the rules of the house, and what goes through everything only when it was changed', () => {
  expect(plan('README.md').files).toEqual([...LISTS, 'house/house.test.ts'].toSorted())
  const [heavy = ''] = HEAVY
  expect(plan(heavy).more).toEqual([heavy])
})

it('runs for a screen the tests of its folder, however deep the change is', () => {
  expect(plan(`${features}/access/why/model/story.ts`).folders).toEqual([`${features}/access/why`])
})

it('runs for a resource of the broker its folder and the screen of that name', () => {
  expect(plan(`${broker}/access/banned/state/banned.ts`).folders).toEqual([
    `${broker}/access/banned`,
    `${features}/access/banned`,
  ])
  // One without tests is tried by those of its area.
  expect(plan(`${broker}/settings/license/license-api.ts`).folders).toEqual([`${broker}/settings`])
})

it('runs for an endpoint the tests beside it, the resource that answers it and the screens that ask it', () => {
  expect(plan(`${contract}/access/banned.ts`).folders).toEqual([
    `${contract}/access`,
    `${broker}/access/banned`,
    `${features}/access/banned`,
    `${features}/access/why`,
    `${features}/traffic/clients`,
  ])
})

it('leaves screens beyond a minute to npm test, and names them', () => {
  const { folders, left } = plan(`${contract}/integration/rules.ts`)
  expect(folders).toEqual([`${features}/integration/rules`])
  expect(left).toEqual([`${features}/integration/flows`])
})

it('runs for a catalog the screens of its area that say its words', () => {
  expect(plan(`${features}/access/messages/banned.zh.ts`).folders).toEqual([`${features}/access/banned`])
})

it.each([
  [`${contract}/scalars.ts`, [`${contract}/scalars.test.ts`]],
  [`${languages}/topic.ts`, [`${languages}/topic.test.ts`]],
  [`${languages}/hocon/parse-hocon.ts`, [`${languages}/hocon/hocon.test.ts`]],
  [
    'packages/console/src/kit/form/controls/text.tsx',
    ['packages/console/src/kit/form/controls/control.test.tsx'],
  ],
  ['packages/server/src/command/run.ts', ['packages/server/src/site/app.test.ts']],
  ['scripts/pack.mjs', ['scripts/build.test.ts']],
  [`${broker}/sample-fleet.ts`, [`${broker}/embedded-broker.test.ts`]],
])('runs for %s only %s', (path, more) => {
  expect(plan(path).more).toEqual(more)
})

it('says what it does not try', () => {
  expect(plan('e2e/fonts.spec.ts').notes).toEqual([
    'in a browser: npm run build && npx playwright test e2e/fonts.spec.ts',
  ])
  expect(plan('vitest.config.ts').notes).toEqual(['vitest.config.ts: only npm test covers it'])
})
