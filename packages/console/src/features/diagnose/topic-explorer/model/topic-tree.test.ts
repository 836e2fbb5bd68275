import { topicMatches } from '@brokerdeck/languages/topic.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filtersMatching } from '#features/diagnose/topic-explorer/engine/topic-facts.ts'
import type { CapturedMessage } from './message-store.ts'
import { buildNodeTopic, type Source, type TopicNode } from './topic-node.ts'
import { TopicTree } from './topic-tree.ts'

const level = fc.constantFrom('a', 'b', 'line-2', '', '$SYS', '工厂')
const topics = fc.array(level, { minLength: 1, maxLength: 5 }).map((levels) => levels.join('/'))
const filters = fc
  .tuple(fc.array(fc.oneof(level, fc.constant('+')), { maxLength: 4 }), fc.boolean())
  .map(([levels, isOpen]) => (isOpen || levels.length === 0 ? [...levels, '#'] : levels).join('/'))

const message = (seq: number, text = 'x', time = seq): CapturedMessage => ({
  seq,
  time,
  qos: 0,
  retain: false,
  size: text.length,
  payload: new TextEncoder().encode(text),
  contentType: undefined,
})
const fact = { qos: 0, publishedAt: 0, clientId: 'c' }

function add(tree: TopicTree, source: Source, topic: string, seq: number): void {
  if (source === 'routes') tree.addRoute(topic, 'n1')
  if (source === 'retained') tree.addRetained(topic, fact)
  if (source === 'capture') tree.addMessage(topic, message(seq))
}

function nodesOf(tree: TopicTree): readonly TopicNode[] {
  const found: TopicNode[] = []
  const visit = (node: TopicNode) => {
    for (const child of node.children?.values() ?? []) {
      found.push(child)
      visit(child)
    }
  }
  visit(tree.root)
  return found
}

const step = fc.record({ source: fc.constantFrom<Source>('routes', 'retained', 'capture'), topic: topics })

describe('the tree', () => {
  test('has every topic once, counts what is below, and forgets only what a source alone named', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom<Source>('routes', 'retained', 'capture'),
        (steps, gone) => {
          const tree = new TopicTree()
          for (const [seq, { source, topic }] of steps.entries()) add(tree, source, topic, seq)
          const check = (expected: typeof steps) => {
            const named = new Set(expected.map(({ topic }) => topic))
            const nodes = nodesOf(tree)
            expect(tree.size).toBe(nodes.length)
            expect(new Set(nodes.filter(({ own }) => own !== 0).map(buildNodeTopic))).toEqual(named)
            expect(tree.root.topics).toBe(named.size)
            for (const node of [tree.root, ...nodes]) {
              const here = buildNodeTopic(node)
              const inside = [...named].filter(
                (topic) => node === tree.root || topic === here || topic.startsWith(`${here}/`),
              )
              expect(node.topics).toBe(inside.length)
              const messages = expected.filter(
                ({ source, topic }) => source === 'capture' && inside.includes(topic),
              )
              expect(node.messages).toBe(messages.length)
            }
          }
          check(steps)
          tree.forget(gone)
          check(steps.filter(({ source }) => source !== gone))
        },
      ),
    )
  })

  test('a retained message that was cleared takes its topic with it, unless something else names it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const tree = new TopicTree()
        for (const [seq, { source, topic }] of steps.entries()) add(tree, source, topic, seq)
        for (const { topic } of steps) tree.dropRetained(topic)
        const left = new Set(steps.filter(({ source }) => source !== 'retained').map(({ topic }) => topic))
        expect(
          new Set(
            nodesOf(tree)
              .filter(({ own }) => own !== 0)
              .map(buildNodeTopic),
          ),
        ).toEqual(left)
        expect([tree.root.topics, tree.named.retained]).toEqual([left.size, 0])
        expect(nodesOf(tree).every(({ below }) => below !== 0)).toBe(true)
      }),
    )
  })

  test('never grows beyond its limit, and says how often it would have', () => {
    const tree = new TopicTree({ nodes: 10, messages: 1000 })
    for (let i = 0; i < 50; i += 1) tree.addMessage(`a/${i}`, message(i))
    expect([tree.size, tree.root.topics, tree.unplaced]).toEqual([10, 9, 41])
    tree.addMessage('/'.repeat(65_535), message(99))
    expect(tree.size).toBe(10)
  })

  test('a topic of very many levels stays one last level', () => {
    const tree = new TopicTree()
    const deep = Array.from({ length: 40_000 }, () => 'x').join('/')
    tree.addMessage(deep, message(1))
    expect(tree.size).toBe(128)
    expect(tree.find(deep)?.history?.received).toBe(1)
  })
})

describe('messages', () => {
  test('are kept as long as all of them fit, the oldest of all topics goes first', () => {
    const tree = new TopicTree({ nodes: 1000, messages: 10_000 })
    for (let i = 0; i < 400; i += 1) tree.addMessage(`t/${i % 3}`, message(i, 'y'.repeat(100)))
    expect(tree.keptBytes).toBeLessThanOrEqual(10_000)
    const kept = [0, 1, 2].flatMap((i) => tree.find(`t/${i}`)?.history?.messages ?? []).map(({ seq }) => seq)
    expect(kept.sort((a, b) => a - b)).toEqual(
      Array.from({ length: kept.length }, (_, i) => 400 - kept.length + i),
    )
    expect(kept.length).toBeGreaterThan(20)
  })

  test('of one topic the last 500 are kept, a long payload by its beginning', () => {
    const tree = new TopicTree()
    for (let i = 0; i < 3000; i += 1) tree.addMessage('busy', message(i))
    const history = tree.find('busy')?.history
    expect([history?.received, history?.messages.length, history?.messages[0]?.seq]).toEqual([
      3000, 500, 2500,
    ])
    tree.addMessage('big', message(9, 'z'.repeat(2_000_000)))
    const [big] = tree.find('big')?.history?.messages ?? []
    expect([big?.size, big?.payload.length]).toEqual([2_000_000, 65_536])
  })
})

test('a list that is loaded again leaves open what was open', () => {
  const tree = new TopicTree()
  tree.addRoute('a/b/c', 'n1')
  for (const topic of ['a', 'a/b']) {
    const node = tree.find(topic)
    if (node !== undefined) node.isOpen = true
  }
  tree.forget('routes')
  for (const topic of ['a/b/c', 'x/y']) tree.addRoute(topic, 'n1')
  expect(['a', 'a/b', 'x'].map((topic) => tree.find(topic)?.isOpen)).toEqual([true, true, false])
})

test('who receives a topic is told as a broker matches', () => {
  fc.assert(
    fc.property(fc.array(filters, { maxLength: 12 }), topics, (subscribed, topic) => {
      const tree = new TopicTree()
      for (const filter of subscribed) tree.addRoute(filter, 'n1')
      const expected = new Set(subscribed.filter((filter) => topicMatches(filter, topic)))
      expect(new Set(filtersMatching(tree.root, topic).map(({ filter }) => filter))).toEqual(expected)
    }),
  )
})

test('a shared subscription stands under its filter, with its group', () => {
  const tree = new TopicTree()
  for (const topic of ['$share/g/a/+', '$queue/a/+', 'a/+', 'a/+']) tree.addRoute(topic, 'n1')
  expect(tree.find('a/+')?.routes).toEqual([
    { node: 'n1', group: 'g' },
    { node: 'n1', group: '$queue' },
    { node: 'n1', group: undefined },
  ])
  expect(tree.find('$share')).toBeUndefined()
})
