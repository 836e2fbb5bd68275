import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compared, compareSides } from './compare-sides.ts'

const one = (id: string, settings: Readonly<Record<string, unknown>>) => ({ id, settings })

/** Returns outcome and paths, without the values. */
const brief = (all: readonly Compared[]) =>
  all.map(({ id, outcome, differences, secrets }) => ({
    id,
    outcome,
    secrets,
    paths: differences.map(({ path }) => path),
  }))

describe('compareSides', () => {
  it('tells what is the same, different field by field, and only on one side', () => {
    const here = [one('a', { url: 'x', pool: { size: 8 } }), one('b', { url: 'x' }), one('c', {})]
    const there = [one('a', { url: 'x', pool: { size: 4 } }), one('b', { url: 'x' }), one('d', {})]
    expect(brief(compareSides(here, there))).toEqual([
      { id: 'a', outcome: 'different', secrets: [], paths: ['pool.size'] },
      { id: 'b', outcome: 'same', secrets: [], paths: [] },
      { id: 'c', outcome: 'only-here', secrets: [], paths: [] },
      { id: 'd', outcome: 'only-there', secrets: [], paths: [] },
    ])
    expect(compareSides(here, there)[0]?.differences).toEqual([
      { path: 'pool.size', before: '8', after: '4', kind: 'changed' },
    ])
  })

  it('names secrets instead of comparing them, in clear or masked, and shows none', () => {
    const here = [one('a', { password: '******', headers: { authorization: '******' } })]
    const there = [one('a', { password: 'hunter2', headers: { authorization: 'Bearer t0p' } })]
    const found = compareSides(here, there)
    expect(brief(found)).toEqual([
      { id: 'a', outcome: 'same', secrets: ['password', 'headers.authorization'], paths: [] },
    ])
    expect(JSON.stringify(found)).not.toMatch(/hunter2|t0p/)
  })

  it('takes a secret that only one side has for a difference', () => {
    const found = compareSides([one('a', {})], [one('a', { password: 'hunter2' })])
    expect(brief(found)).toEqual([{ id: 'a', outcome: 'different', secrets: [], paths: ['password'] }])
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  it('does not take what a file leaves out for a difference', () => {
    const here = [one('a', { url: 'x', pool: { size: 8, kind: 'random' }, hosts: ['p', 'q'] })]
    const part = [one('a', { pool: { size: 8 }, hosts: ['p'] })]
    expect(brief(compareSides(here, part, true))).toEqual([
      { id: 'a', outcome: 'different', secrets: [], paths: ['hosts'] },
    ])
    expect(brief(compareSides(here, part))[0]?.paths.toSorted()).toEqual(
      ['hosts', 'pool.kind', 'url'].toSorted(),
    )
  })

  const side = fc
    .dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.dictionary(
        fc.constantFrom('url', 'password', 'pool', '__proto__', 'x.y'),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    )
    .map((given) => Object.entries(given).map(([id, settings]) => one(id, settings)))

  it('finds nothing between a side and itself', () => {
    fc.assert(
      fc.property(side, (given) => {
        for (const isPart of [false, true])
          expect(
            compareSides(given, structuredClone(given), isPart).every(({ outcome }) => outcome === 'same'),
          ).toBe(true)
      }),
    )
  })

  it('finds the same from either side', () => {
    const turned: Record<string, string> = { 'only-here': 'only-there', 'only-there': 'only-here' }
    const sorted = (all: readonly Compared[]) =>
      brief(all)
        .map((each) => ({ ...each, paths: each.paths.toSorted(), secrets: each.secrets.toSorted() }))
        .toSorted((left, right) => left.id.localeCompare(right.id))
    fc.assert(
      fc.property(side, side, (left, right) => {
        const back = sorted(compareSides(right, left))
        expect(sorted(compareSides(left, right))).toEqual(
          back.map((each) => ({ ...each, outcome: turned[each.outcome] ?? each.outcome })),
        )
      }),
    )
  })
})
