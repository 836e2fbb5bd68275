import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topicMatches } from '../topic.ts'
import { mayMatch, republishLoop } from './republish-loop.ts'

const rule = (id: string, from: string, ...targets: string[]) => ({ id, from: [from], targets })

describe('what comes back to a rule', () => {
  it.each([
    ['t/#', 't/out', true],
    ['t/+', 't/out/1', false],
    ['t/#', 'out/${topic}', false],
    ['t/#', '${topic}', true],
    ['t/+/out', '${topic}/out', true],
    ['t/1', '${topic}/out', false],
    ['dev/+/up', 'dev/${clientid}/up', true],
    ['dev/+/up', 'dev/${clientid}/down', false],
    ['dev/plc-1-a', 'dev/plc-${n}-a', true],
    ['dev/plc-a', 'dev/plc-${n}-a', false],
    ['#', '$SYS/${node}', false],
    ['#', '${topic}', true],
    ['a/#', 'a/${x}/b/c', true],
    // `${topic}` stands for as many levels as the topic has.
    ['a/b', '${topic}', true],
    ['x/a/b/c/y', 'x/${topic}/y', true],
    ['x/y', 'x/${topic}/y', false],
    // Any placeholder may have an empty value.
    ['abba', 'ab${x}ba', true],
    ['aba', 'ab${x}ba', false],
    // The texts at both ends have to match.
    ['xlc-1-a', 'plc-${n}-a', false],
    ['plc-1-b', 'plc-${n}-a', false],
    // The texts between placeholders have to match as well, in their order and without overlaps.
    ['1-b-2', '${x}-b-${y}', true],
    ['b1', '${x}b${y}', true],
    ['1-c-2', '${x}-b-${y}', false],
    ['b1a', '${x}a${y}b${z}', false],
    ['1a2', '${x}a${y}a${z}', false],
    ['ab', '${x}ab${y}b', false],
  ])('%s reads %s: %s', (filter, template, expected) => {
    expect(mayMatch(filter, template)).toBe(expected)
  })

  it('reads a topic without placeholders as the broker does, and with one where any value fits', () => {
    const level = fc.constantFrom('a', 'b', 'ab', '')
    const topic = fc.array(level, { minLength: 1, maxLength: 4 })
    const filter = fc.array(fc.oneof(level, fc.constant('+')), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(topic, filter, fc.boolean(), fc.nat(3), (levels, wanted, isOpen, at) => {
        const text = [...wanted, ...(isOpen ? ['#'] : [])].join('/')
        expect(mayMatch(text, levels.join('/'))).toBe(topicMatches(text, levels.join('/')))
        const template = levels.map((one, index) => (index === at ? '${x}' : one)).join('/')
        if (topicMatches(text, levels.join('/'))) expect(mayMatch(text, template)).toBe(true)
      }),
    )
  })

  it('takes no time for many placeholders', () => {
    const many = (part: string) => Array.from({ length: 60 }, () => part).join('/')
    expect(mayMatch(`${many('+')}/b`, `${many('${topic}')}/a`)).toBe(false)
  })

  it('goes over other rules, the shortest way, and never round without end', () => {
    const one = rule('one', 'a/#', 'b/1')
    expect(republishLoop(one, [rule('two', 'b/+', 'c'), rule('three', 'c', 'c', 'a/x')])).toEqual([
      { id: 'one', target: 'b/1' },
      { id: 'two', target: 'c' },
      { id: 'three', target: 'a/x' },
    ])
    expect(republishLoop(one, [rule('two', 'b/+', 'b/2')])).toBeUndefined()
    expect(republishLoop(rule('self', 't/#', 't/out'), [])).toEqual([{ id: 'self', target: 't/out' }])
    expect(republishLoop(rule('event', '$events/client_connected', 't'), [])).toBeUndefined()
  })
})
