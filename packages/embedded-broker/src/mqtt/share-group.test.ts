import { describe, expect, test } from 'vitest'
import type { Message } from './cluster.ts'
import { createHome, type Home } from './home.ts'
import { createMessage } from './message.ts'
import { Settings } from './settings.ts'
import { ShareGroup, type ShareRules } from './share-group.ts'

const here = createHome('here', new Settings())
const there = createHome('there', new Settings())

function groupOf(...members: readonly (readonly [string, Home, boolean?])[]): ShareGroup {
  const group = new ShareGroup()
  for (const [clientid, home, isConnected = true] of members) {
    const subscriber = { clientid, home, isConnected, deliver: () => undefined }
    const subscription = {
      topic: '$share/g/t',
      filter: 't',
      group: 'g',
      qos: 0,
      nl: 0,
      rap: 0,
      rh: 0,
    } as const
    group.set(subscriber, subscription)
  }
  return group
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
const times = (count: number, one: Message) => Array.from({ length: count }, () => one)

describe('how a member of a shared subscription is chosen', () => {
  test('in turn for each publisher', () => {
    const group = abc()
    expect(picks(group, {}, times(4, message('t', 'p')))).toEqual(['a', 'b', 'c', 'a'])
    expect(picks(group, {}, times(2, message('t', 'q')))).toEqual(['b', 'c'])
  })

  test('in the same turn when another member goes', () => {
    const four = () => groupOf(['a', here], ['b', there], ['c', there], ['d', there])
    const [first, second] = [four(), four()]
    const leave = (group: ShareGroup, clientid: string) => {
      for (const { subscriber } of [...group.members()])
        if (subscriber.clientid === clientid) group.delete(subscriber)
    }
    expect(picks(first, {}, times(2, message('t', 'p')))).toEqual(['a', 'b'])
    leave(first, 'a')
    expect(picks(first, {}, times(3, message('t', 'p')))).toEqual(['c', 'd', 'b'])
    // Whoever was next goes: it is the turn of the one after it.
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
    const gone = group.pick(message('t', 'p'), here, rules)?.subscriber
    if (gone !== undefined) group.delete(gone)
    expect(picks(group, rules, [message('t', 'p')])).toEqual(['b'])
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
})
