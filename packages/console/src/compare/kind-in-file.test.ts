import { expect, it } from 'vitest'
import { compareSides } from './compare-sides.ts'
import { kindInFile } from './kind-in-file.ts'

it('reads lists among the settings, and fills in what the broker gives a topic', () => {
  const rule = { action: 'all', source_topic: 'x/#', dest_topic: 'z/$1', re: '^x/(.+)$' }
  const file = { rewrite: [rule], auto_subscribe: { topics: [{ topic: 'a', qos: 1 }] }, other: [1] }
  const here = [
    { id: 'auto_subscribe', settings: { topics: [{ topic: 'a', qos: 1, rh: 0, rap: 0, nl: 0 }] } },
    { id: 'rewrite', settings: { rules: [{ ...rule, action: 'publish' }] } },
  ]
  const all = compareSides(here, kindInFile('settings', file) ?? [], true)
  expect(all.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['auto_subscribe', 'same'],
    ['rewrite', 'different'],
  ])
})
