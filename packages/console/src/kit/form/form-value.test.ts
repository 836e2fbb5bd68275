import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueAt, withoutValueAt, withValueAt } from './form-value.ts'

test('reads and places deep values without touching what it was given', () => {
  const document = Object.freeze({
    tcp: Object.freeze({ backlog: 1024 }),
    rules: [{ topic: 'a' }, { topic: 'b' }],
  })
  expect(valueAt(document, 'tcp.backlog')).toBe(1024)
  expect(valueAt(document, 'rules.1.topic')).toBe('b')
  expect(valueAt(document, '')).toBe(document)
  expect(withValueAt(document, 'tcp.nodelay', true)['tcp']).toEqual({ backlog: 1024, nodelay: true })
  expect(withValueAt(document, 'rules.0.topic', 'c')['rules']).toEqual([{ topic: 'c' }, { topic: 'b' }])
  expect(withoutValueAt(document, 'tcp.backlog')).toEqual({ tcp: {}, rules: document.rules })
  expect(withoutValueAt(document, 'ssl.verify')).toBe(document)
  expect(Object.keys(withValueAt(document, 'tcp', 1))).toEqual(['tcp', 'rules'])
})

test('nothing inherited is read, and the prototype cannot be changed', () => {
  expect(valueAt({}, 'constructor.name')).toBeUndefined()
  expect(valueAt({}, '__proto__.polluted')).toBeUndefined()
  const placed = withValueAt({}, '__proto__.polluted', 'yes')
  expect(valueAt({}, 'polluted')).toBeUndefined()
  expect(valueAt(placed, '__proto__.polluted')).toBe('yes')
  expect(Reflect.getPrototypeOf(placed)).toBe(Object.prototype)
})

test('what was placed is found there', () => {
  const path = fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), path, fc.jsonValue(), (holder, keys, value) => {
      // Lists are excluded, because their elements are addressed by number only.
      fc.pre(keys.every((_, depth) => !Array.isArray(valueAt(holder, keys.slice(0, depth).join('.')))))
      expect(valueAt(withValueAt(holder, keys.join('.'), value), keys.join('.'))).toEqual(value)
    }),
  )
})
