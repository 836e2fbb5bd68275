import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareTerms, isSame } from './compare-terms.ts'
import { Atom, Opaque, type Term } from './term.ts'

const map = (entries: Readonly<Record<string, Term>>): Term => new Map(Object.entries(entries))

/** Each term is less than the next in Erlang's order: number < atom < tuple < map < list < bit string. */
const ascending: readonly Term[] = [
  -1n,
  0.5,
  2n,
  new Atom('a'),
  new Atom('b'),
  false,
  null,
  true,
  undefined,
  new Opaque('tuple'),
  map({}),
  // The smaller of two maps comes first, whatever its keys are; then keys decide, then values.
  map({ z: 9n }),
  map({ a: 1n, b: 1n }),
  map({ a: 1n, b: 2n }),
  map({ a: 1n, c: 0n }),
  [],
  [1n],
  [1n, 0n],
  [2n],
  '',
  'a',
  'ab',
  'b',
  Uint8Array.of(0xff),
]

it('orders terms as Erlang does', () => {
  for (const [at, left] of ascending.entries())
    for (const [other, right] of ascending.entries())
      expect([at, other, Math.sign(compareTerms(left, right))]).toEqual([at, other, Math.sign(at - other)])
})

it('takes 1 and 1.0 for equal in order, and for two things where they must be the same', () => {
  expect(compareTerms(1n, 1)).toBe(0)
  expect([isSame(1n, 1), isSame(1n, 1n), isSame([1n], [1])]).toEqual([false, true, false])
  expect([isSame(map({ a: 1n }), map({ a: 1n, b: 1n })), isSame(map({ a: 1n }), map({ b: 1n }))]).toEqual([
    false,
    false,
  ])
  expect([isSame('a', new Atom('a')), isSame(true, new Atom('true')), isSame(null, undefined)]).toEqual([
    false,
    true,
    false,
  ])
})

it('finds a place for every two terms', () => {
  const place = fc.nat(ascending.length - 1)
  fc.assert(
    fc.property(place, place, (left, right) => {
      const [a, b] = [ascending[left], ascending[right]]
      expect(Math.sign(compareTerms(a, b)) + Math.sign(compareTerms(b, a))).toBe(0)
    }),
  )
})

it('compares bits that fill no byte with texts bit by bit', () => {
  const bits = (byte: number, length: number) => new Opaque('bits', Uint8Array.of(byte), length)
  const order = (a: Term, b: Term) => Math.sign(compareTerms(a, b))
  // The bits of `a` are 01100001.
  expect([order(bits(0x60, 5), 'a'), order('a', bits(0x60, 5)), order(bits(0x60, 5), '')]).toEqual([-1, 1, 1])
  expect([order(bits(0x80, 3), 'a'), order(bits(0x40, 3), 'a'), order(bits(0x60, 3), 'ab')]).toEqual([
    1, -1, -1,
  ])
  expect([order(bits(0x60, 3), bits(0x60, 3)), order(bits(0x60, 3), bits(0x60, 4))]).toEqual([0, -1])
  expect([isSame(bits(0x60, 3), 'a'), isSame(bits(0x60, 3), bits(0x60, 3))]).toEqual([false, true])
})

it('orders characters behind the first plane as their bytes are ordered', () => {
  expect(Math.sign(compareTerms('\uffee', '\u{1f600}'))).toBe(-1)
  expect(Math.sign(compareTerms('\u{1f600}', '\u{1f601}'))).toBe(-1)
  expect(Math.sign(compareTerms('a\ue000', 'a\ud7ff'))).toBe(1)
})
