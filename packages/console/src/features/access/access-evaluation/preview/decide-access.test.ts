import { placeBuiltInRules } from '@brokerdeck/contract/access/place-rules.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ruleCandidates } from './decide-access.ts'

const level = fc.constantFrom('a', 'b', 'ab', '+', '#', '$x', '', 'a+')
const path = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join('/'))

const rulesOf = (topics: readonly string[]) =>
  placeBuiltInRules(
    'all',
    topics.map((topic) => ({ topic, permission: 'deny', action: 'all', qos: [0], retain: 'all' }) as const),
  )

test('no rule is left out that covers the topic', () => {
  fc.assert(
    fc.property(fc.array(path), path, (filters, topic) => {
      const candidates = ruleCandidates(rulesOf(filters), { action: 'subscribe', topic })
      const numbers = candidates.map(({ number }) => number)
      for (const [at, filter] of filters.entries())
        if (topicMatches(filter, topic)) expect(numbers).toContain(at + 1)
    }),
  )
})

test('those with placeholders and exact ones are kept, others are not', () => {
  const rules = rulesOf(['${clientid}/x', 'eq a/#', 'a/${username}', 'b/#', 'a', 'a/b/c'])
  const candidates = ruleCandidates(rules, { action: 'publish', topic: 'a/#' })
  expect(candidates.map(({ number }) => number)).toEqual([1, 2, 3, 5])
})
