import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type HookMove, planHookMoves } from './hook-servers.ts'

/** Moves a hook server in the same way as the broker. */
function move(present: readonly string[], { name, position }: HookMove): readonly string[] {
  const others = present.filter((one) => one !== name)
  const at = position === 'front' ? 0 : others.indexOf(position.slice('after:'.length)) + 1
  return others.toSpliced(at, 0, name)
}

it('puts hook servers in any order', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const shuffled = fc.shuffledSubarray(names, { minLength: names.length })
  fc.assert(
    fc.property(shuffled, shuffled, (present, wanted) => {
      expect(planHookMoves(present, wanted).reduce(move, present)).toEqual(wanted)
    }),
  )
})

it('moves only what has to move', () => {
  const present = ['a', 'b', 'c', 'd']
  expect(planHookMoves(present, present)).toEqual([])
  expect(planHookMoves(present, ['d', 'a', 'b', 'c'])).toEqual([{ name: 'd', position: 'front' }])
  expect(planHookMoves(present, ['b', 'c', 'd', 'a'])).toEqual([{ name: 'a', position: 'after:d' }])
  expect(planHookMoves(present, ['b', 'a', 'd', 'c'])).toHaveLength(2)
})
