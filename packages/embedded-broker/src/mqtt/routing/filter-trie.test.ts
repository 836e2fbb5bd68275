import { topicFilterFault, topicMatches } from '@brokerdeck/languages/topic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FilterTrie } from './filter-trie.ts'
import { TopicTree } from './topic-tree.ts'

const level = fc.constantFrom('', 'a', 'b', '$SYS', 'ü')
const topic = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join('/'))
const filter = fc
  .array(fc.oneof(level, fc.constant('+'), fc.constant('#')), { minLength: 1, maxLength: 4 })
  .map((levels) => levels.join('/'))
  .filter((text) => topicFilterFault(text) === undefined)
const names = fc.uniqueArray(topic.filter((text) => text !== ''))

test('the trie finds exactly the filters that match', () => {
  fc.assert(
    fc.property(fc.uniqueArray(filter), fc.uniqueArray(filter), names, (kept, removed, topics) => {
      const trie = new FilterTrie<string>()
      for (const one of [...kept, ...removed]) trie.getOrInsert(one, () => one)
      for (const one of removed) trie.delete(one)
      const living = kept.filter((one) => !removed.includes(one))
      for (const name of topics) {
        const found: string[] = []
        trie.match(name, (one) => found.push(one))
        expect(found.sort()).toEqual(living.filter((one) => topicMatches(one, name)).sort())
      }
      for (const one of removed) expect(trie.get(one)).toBeUndefined()
      for (const one of living) expect(trie.get(one)).toBe(one)
      for (const one of living) expect(trie.getOrInsert(one, () => 'another')).toBe(one)
    }),
  )
})

test('a filter that is taken for a topic is found once', () => {
  const trie = new FilterTrie<string>()
  for (const one of ['a/+', 'a/#', '+/b']) trie.getOrInsert(one, () => one)
  const found: string[] = []
  for (const name of ['a/+', 'a/#', '+/b']) trie.match(name, (one) => found.push(one))
  expect(found.sort()).toEqual(['+/b', 'a/#', 'a/#', 'a/+', 'a/+'])
})

test('the trie finds the filters that another one covers', () => {
  const trie = new FilterTrie<string>()
  for (const one of ['a', 'a/b', 'a/+', 'a/+/c', 'a/#', '+/b', '#', '$SYS/x'])
    trie.getOrInsert(one, () => one)
  const covered = (by: string) => [...trie.listCovered(by)].sort()
  expect(covered('a/b')).toEqual(['a/b'])
  expect(covered('a/+')).toEqual(['a/+', 'a/b'])
  expect(covered('a/#')).toEqual(['a', 'a/#', 'a/+', 'a/+/c', 'a/b'])
  expect(covered('+/b')).toEqual(['+/b', 'a/b'])
  expect(covered('#')).not.toContain('$SYS/x')
  expect(covered('$SYS/#')).toEqual(['$SYS/x'])
})

test('a level may have more children than a call has arguments', () => {
  const tree = new TopicTree<number>()
  for (let at = 0; at < 200_000; at += 1) tree.set(`a/${at}`, at)
  expect([...tree.matching('a/#')]).toHaveLength(200_000)
})

test('the tree finds exactly the topics that a filter covers', () => {
  fc.assert(
    fc.property(names, names, fc.uniqueArray(filter), (kept, removed, filters) => {
      const tree = new TopicTree<string>()
      for (const one of [...kept, ...removed]) tree.set(one, one)
      for (const one of removed) tree.delete(one)
      const living = kept.filter((one) => !removed.includes(one))
      for (const one of filters) {
        expect([...tree.matching(one)].sort()).toEqual(
          living.filter((name) => topicMatches(one, name)).sort(),
        )
      }
      expect(tree.size).toBe(living.length)
    }),
  )
})

test('a topic of 30,000 levels is walked', () => {
  const deep = '/'.repeat(30_000)
  const trie = new FilterTrie<string>()
  trie.getOrInsert(deep, () => 'deep')
  trie.getOrInsert('#', () => 'all')
  const found: string[] = []
  trie.match(deep, (one) => found.push(one))
  expect(found.sort()).toEqual(['all', 'deep'])
})
