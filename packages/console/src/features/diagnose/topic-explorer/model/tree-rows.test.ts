import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildNodeTopic } from './topic-node.ts'
import { TopicTree } from './topic-tree.ts'
import { findTyped, moveInTree, treeKeys } from './tree-keys.ts'
import { byName, childrenInOrder, listRows, type RowChoice } from './tree-rows.ts'
import { TreeSearch } from './tree-search.ts'

function treeOf(...topics: readonly string[]): TopicTree {
  const tree = new TopicTree()
  for (const topic of topics) tree.addRoute(topic, 'n1')
  return tree
}
const plain: RowChoice = { order: byName, show: 'all', search: undefined, turned: new Map() }
const open = (tree: TopicTree, ...topics: readonly string[]) => {
  for (const topic of topics) {
    const node = tree.find(topic)
    if (node !== undefined) node.isOpen = true
  }
}
const shown = (tree: TopicTree, choice: RowChoice = plain) =>
  listRows(tree.root, choice).map(({ node }) => buildNodeTopic(node))

describe('order', () => {
  test('by name counts as people do, with what the broker makes last', () => {
    expect(shown(treeOf('$SYS/x', 'line-10', 'line-2', '工厂', 'B', 'a'))).toEqual([
      'a',
      'B',
      'line-2',
      'line-10',
      '工厂',
      '$SYS',
    ])
  })

  test('by name, new ones come in between: the same as if they had always been there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.nat(30), (names, first) => {
        const tree = treeOf(...names.slice(0, first))
        childrenInOrder(tree.root, byName)
        for (const name of names.slice(first)) tree.addRoute(name, 'n1')
        expect(shown(tree)).toEqual(shown(treeOf(...names)))
      }),
    )
  })

  test('by activity stands still until it is asked for again', () => {
    const tree = treeOf('a', 'b')
    const receive = (topic: string) =>
      tree.addMessage(topic, {
        seq: 1,
        time: 1,
        qos: 0,
        retain: false,
        size: 0,
        payload: new Uint8Array(),
        contentType: undefined,
      })
    receive('b')
    expect(shown(tree, { ...plain, order: 1 })).toEqual(['b', 'a'])
    for (let i = 0; i < 5; i += 1) receive('a')
    receive('0')
    expect(shown(tree, { ...plain, order: 1 })).toEqual(['b', 'a', '0'])
    expect(shown(tree, { ...plain, order: 2 })).toEqual(['a', '0', 'b'])
  })
})

describe('rows', () => {
  test('are those of open branches, with their place among their siblings', () => {
    const tree = treeOf('a/b/c', 'a/d', 'e')
    open(tree, 'a')
    expect(
      listRows(tree.root, plain).map(({ node, position, setSize, isOpen }) => [
        buildNodeTopic(node),
        position,
        setSize,
        isOpen,
      ]),
    ).toEqual([
      ['a', 1, 2, true],
      ['a/b', 1, 2, false],
      ['a/d', 2, 2, false],
      ['e', 2, 2, false],
    ])
  })

  test('of one source leave out branches that it does not name', () => {
    const tree = treeOf('a/b', 'c')
    tree.addRetained('a/r', { qos: 0, publishedAt: 0, clientId: '' })
    open(tree, 'a')
    expect(shown(tree, { ...plain, show: 'retained' })).toEqual(['a', 'a/r'])
  })
})

describe('search', () => {
  let searches = 0
  const find = (tree: TopicTree, text: string) => {
    searches += 1
    const search = new TreeSearch(searches, text)
    search.mark(tree.root)
    return { rows: shown(tree, { ...plain, search }), found: search.found, search }
  }

  test('opens the way to what it finds, and leaves what it found closed', () => {
    const tree = treeOf('plant/hall/temp', 'plant/yard', 'office/temp/x', 'office/y')
    expect(find(tree, 'TEMP').rows).toEqual([
      'office',
      'office/temp',
      'plant',
      'plant/hall',
      'plant/hall/temp',
    ])
    expect(find(tree, 'temp').found).toBe(2)
    expect(find(tree, 'hall/t').rows).toEqual(['plant', 'plant/hall', 'plant/hall/temp'])
  })

  test('with wildcards finds the topics that a filter covers', () => {
    const tree = treeOf('plant/hall/temp', 'plant/hall/power', 'plant/yard/temp')
    expect(find(tree, 'plant/+/temp').found).toBe(2)
    expect(find(tree, 'plant/hall/#').found).toBe(2)
  })

  test('finds what comes in later as if it had been there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 3 })),
        fc.constantFrom('a', 'b/a', 'ab', 'a/'),
        (paths, text) => {
          const topics = paths.map((levels) => levels.join('/'))
          const before = treeOf(...topics)
          const whole = new TreeSearch(1, text)
          whole.mark(before.root)
          const after = new TopicTree()
          const later = new TreeSearch(1, text)
          later.mark(after.root)
          for (const topic of topics) {
            const node = after.addRoute(topic, 'n1')
            if (node !== undefined) later.markPath(node)
          }
          expect(later.found).toBe(whole.found)
          expect(shown(after, { ...plain, search: later })).toEqual(
            shown(before, { ...plain, search: whole }),
          )
        },
      ),
    )
  })
})

describe('the keyboard', () => {
  const tree = treeOf('a/b/c', 'a/d', 'e')
  open(tree, 'a')
  const rows = listRows(tree.root, plain)

  test('walks, opens and closes as a tree does', () => {
    expect(moveInTree(rows, -1, 'ArrowDown')).toEqual({ index: 0 })
    expect(moveInTree(rows, 1, 'ArrowRight').turn?.isOpen).toBe(true)
    expect(moveInTree(rows, 0, 'ArrowRight')).toEqual({ index: 1 })
    expect(moveInTree(rows, 2, 'ArrowLeft')).toEqual({ index: 0 })
    expect(moveInTree(rows, 0, 'ArrowLeft').turn?.isOpen).toBe(false)
    expect(moveInTree(rows, 3, 'ArrowRight')).toEqual({ index: 3 })
    expect(moveInTree(rows, 1, 'End')).toEqual({ index: 3 })
  })

  test('never leaves the rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 3 }), fc.constantFrom(...treeKeys), (index, key) => {
        expect(rows[moveInTree(rows, index, key).index]).toBeDefined()
      }),
    )
    expect(moveInTree([], -1, 'End')).toEqual({ index: 0 })
  })

  test('finds what is typed, from where it is and around', () => {
    expect([findTyped(rows, 0, 'e'), findTyped(rows, 3, 'A'), findTyped(rows, 1, 'zz')]).toEqual([3, 0, 1])
  })
})
