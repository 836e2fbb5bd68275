import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Section } from './field.ts'
import { isShownTheSame, visibleSections } from './visibility.ts'

const when = (path: string) => [{ path, is: [true] }]

/** Conditions at a section, at the switch of a section, at a field, in an object and in a union. */
const sections: readonly Section[] = [
  { id: 'one', title: 'One', when: when('a'), fields: [{ kind: 'text', path: 'x', label: 'X' }] },
  {
    id: 'two',
    title: 'Two',
    switch: 'b',
    fields: [
      { kind: 'text', path: 'y', label: 'Y', when: when('c') },
      {
        kind: 'object',
        path: 'o',
        label: 'O',
        fields: [{ kind: 'text', path: 'o.z', label: 'Z', when: when('o.d') }],
      },
      {
        kind: 'union',
        path: 'u',
        label: 'U',
        variants: [
          {
            id: 'v',
            label: 'V',
            matches: () => true,
            fields: [{ kind: 'text', path: 'u.w', label: 'W', when: when('u.e') }],
          },
        ],
      },
    ],
  },
]

const values = fc.record({
  a: fc.boolean(),
  b: fc.boolean(),
  c: fc.boolean(),
  x: fc.constantFrom('', 'typed'),
  o: fc.record({ d: fc.boolean(), z: fc.constantFrom('', 'typed') }),
  u: fc.record({ e: fc.boolean(), w: fc.constantFrom('', 'typed') }),
})

it('knows by few values whether something else is shown', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      if (isShownTheSame(sections, before, after))
        expect(visibleSections(sections, after)).toEqual(visibleSections(sections, before))
    }),
  )
  const all = { a: true, b: true, c: true, x: '', o: { d: true, z: '' }, u: { e: true, w: '' } }
  expect(isShownTheSame(sections, all, { ...all, x: 'typed', o: { d: true, z: 'typed' } })).toBe(true)
  for (const other of [{ a: false }, { b: false }, { c: false }, { o: { d: false } }, { u: { e: false } }])
    expect(isShownTheSame(sections, all, { ...all, ...other })).toBe(false)
})
