import { describe, expect, test } from 'vitest'
import { Settings } from '../client/settings.ts'
import { createNodeContext, type NodeContext } from '../connection/node-context.ts'
import type { Message } from '../node/cluster.ts'
import { createMessage } from './message.ts'
import { ShareGroup, type ShareRules } from './share-group.ts'

const here = createNodeContext('here', new Settings())
const there = createNodeContext('there', new Settings())

const subscription = { topic: '$share/g/t', filter: 't', group: 'g', qos: 0, nl: 0, rap: 0, rh: 0 } as const

const subscriber = (clientid: string, nodeContext: NodeContext, isConnected = true) => ({
  clientid,
  nodeContext,
  isConnected,
  deliver: () => undefined,
})

function groupOf(...members: readonly Parameters<typeof subscriber>[]): ShareGroup {
  const group = new ShareGroup()
  for (const member of members) group.set(subscriber(...member), subscription)
  return group
}

function leave(group: ShareGroup, clientid: string): void {
  for (const member of [...group.members()])
    if (member.subscriber.clientid === clientid) group.delete(member.subscriber)
}

const message = (topic: string, fromClientid: string): Message =>
  createMessage(
    { topic, payload: Buffer.alloc(0), qos: 0, retain: false, fromClientid, fromUsername: undefined },
    0,
  )

function picks(group: ShareGroup, rules: Partial<ShareRules>, messages: readonly Message[]): string[] {
  const whole = { sharedStrategy: 'round_robin', firstStickyPick: 'random', ...rules } as const
  return messages.map((one) => group.pick(one, here, whole)?.subscriber.clientid ?? 'nobody')
}

const abc = () => groupOf(['a', here], ['b', there], ['c', there])
/** Texts for each member, chosen by the published FNV-1a hash of the text, modulo three. */
const [toA, toB, toC] = ['foo', 'foobar', 'c']
const times = (count: number, one: Message) => Array.from({ length: count }, () => one)

describe('how a member of a shared subscription is chosen', () => {
  test('in turn for each publisher', () => {
    const group = abc()
    expect(picks(group, {}, times(4, message('t', 'p')))).toEqual(['a', 'b', 'c', 'a'])
    expect(picks(group, {}, times(2, message('t', 'q')))).toEqual(['b', 'c'])
    // The turn of one publisher does not affect the turn of the other.
    expect(picks(group, {}, [message('t', 'p'), message('t', 'q')])).toEqual(['b', 'a'])
  })

  test('in the same turn when another member goes', () => {
    const four = () => groupOf(['a', here], ['b', there], ['c', there], ['d', there])
    const [first, second] = [four(), four()]
    expect(picks(first, {}, times(2, message('t', 'p')))).toEqual(['a', 'b'])
    leave(first, 'a')
    expect(picks(first, {}, times(3, message('t', 'p')))).toEqual(['c', 'd', 'b'])
    // The next member leaves, so it is the turn of the member after it.
    expect(picks(second, {}, [message('t', 'p')])).toEqual(['a'])
    leave(second, 'b')
    expect(picks(second, {}, times(3, message('t', 'p')))).toEqual(['c', 'd', 'a'])
  })

  test('in turn for all publishers together', () => {
    const both = [message('t', 'p'), message('t', 'q'), message('t', 'r')]
    expect(picks(abc(), { sharedStrategy: 'round_robin_per_group' }, both)).toEqual(['a', 'b', 'c'])
  })

  test('by chance, everybody some time', () => {
    const found = picks(abc(), { sharedStrategy: 'random' }, times(200, message('t', 'p')))
    expect([...new Set(found)].sort()).toEqual(['a', 'b', 'c'])
  })

  test('on the node of the publisher, elsewhere only if nobody is there', () => {
    expect(new Set(picks(abc(), { sharedStrategy: 'local' }, times(20, message('t', 'p'))))).toEqual(
      new Set(['a']),
    )
    expect(picks(groupOf(['b', there]), { sharedStrategy: 'local' }, [message('t', 'p')])).toEqual(['b'])
  })

  test.each([
    ['hash_topic', (at: number) => message(`t/${at}`, 'p')],
    ['hash_clientid', (at: number) => message('t', `p${at}`)],
  ] as const)('always the same by %s', (sharedStrategy, nth) => {
    const messages = Array.from({ length: 40 }, (_, at) => nth(at))
    const found = picks(abc(), { sharedStrategy }, messages)
    expect(new Set(found).size).toBe(3)
    expect(picks(abc(), { sharedStrategy }, messages)).toEqual(found)
  })

  test('the same one for a publisher until it goes', () => {
    const group = groupOf(['a', here], ['b', here, false])
    const rules = { sharedStrategy: 'sticky', firstStickyPick: 'hash_clientid' } as const
    expect(new Set(picks(group, rules, times(10, message('t', 'p'))))).toEqual(new Set(['a']))
    leave(group, 'a')
    expect(picks(group, rules, [message('t', 'p')])).toEqual(['b'])
  })

  test('the same one whatever a publisher sends and whoever else goes, but not one that went and came back', () => {
    const group = abc()
    const b = [...group.members()].find((member) => member.subscriber.clientid === 'b')?.subscriber
    const rules = { sharedStrategy: 'sticky', firstStickyPick: 'hash_topic' } as const
    const send = (...topics: readonly string[]) =>
      picks(
        group,
        rules,
        topics.map((topic) => message(topic, 'p')),
      )
    expect(send(toB, toA, toC)).toEqual(['b', 'b', 'b'])
    leave(group, 'a')
    expect(send(toA, toC)).toEqual(['b', 'b'])
    leave(group, 'b')
    if (b !== undefined) group.set(b, subscription)
    // The group now consists of c and b, and the publisher is no longer known.
    expect(send(toB)).toEqual(['c'])
  })

  test('by the hash that every node and every start makes of a text', () => {
    const found = [toA, toB, toC].map((text) => [
      ...picks(abc(), { sharedStrategy: 'hash_topic' }, [message(text, 'p')]),
      ...picks(abc(), { sharedStrategy: 'hash_clientid' }, [message('t', text)]),
    ])
    expect(found).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ])
  })

  test('ten thousand publishers are told apart, and one more begins anew', () => {
    const others = Array.from({ length: 9999 }, (_, at) => message('t', `other-${at}`))
    const sticky = { sharedStrategy: 'sticky', firstStickyPick: 'hash_topic' } as const
    const [stuck, turning] = [abc(), abc()]
    expect(picks(stuck, sticky, [message(toB, 'p'), message(toA, 'p')])).toEqual(['b', 'b'])
    picks(stuck, sticky, others)
    expect(picks(stuck, sticky, [message(toA, 'p')])).toEqual(['b'])
    picks(stuck, sticky, [message('t', 'one more')])
    expect(picks(stuck, sticky, [message(toA, 'p')])).toEqual(['a'])

    expect(picks(turning, {}, times(2, message('t', 'p')))).toEqual(['a', 'b'])
    picks(turning, {}, [...others, message('t', 'one more')])
    // The turn of c would come if the publisher were still known.
    expect(picks(turning, {}, [message('t', 'p')])).toEqual(['b'])
  })

  test.each(['random', 'local', 'hash_topic', 'hash_clientid', 'sticky', 'round_robin'] as const)(
    'who is away is asked only if all are: %s',
    (sharedStrategy) => {
      const some = groupOf(['a', here, false], ['b', there], ['c', here, false])
      expect(new Set(picks(some, { sharedStrategy }, times(20, message('t', 'p'))))).toEqual(new Set(['b']))
      const none = groupOf(['a', here, false])
      expect(picks(none, { sharedStrategy }, [message('t', 'p')])).toEqual(['a'])
    },
  )

  test('in turn, too, while all are away', () => {
    const group = groupOf(['a', here, false], ['b', there, false], ['c', there, false])
    expect(picks(group, {}, times(4, message('t', 'p')))).toEqual(['a', 'b', 'c', 'a'])
  })
})

test('who subscribes again is still one member, with what it asks for now; who is none cannot leave', () => {
  const group = new ShareGroup()
  const [a, b] = [subscriber('a', here), subscriber('b', here)]
  expect([group.set(a, subscription), group.set(a, { ...subscription, qos: 1 })]).toEqual([true, false])
  expect([...group.members()]).toEqual([{ subscriber: a, subscription: { ...subscription, qos: 1 } }])
  expect(group.set(b, subscription)).toBe(true)
  expect(group.size).toBe(2)
  expect([group.delete(a), group.delete(a)]).toEqual([true, false])
  expect([...group.members()]).toEqual([{ subscriber: b, subscription }])
})
