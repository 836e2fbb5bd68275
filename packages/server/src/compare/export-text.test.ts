import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExport, printExport } from './export-text.ts'
import { readReferences, referSecrets } from './secret-references.ts'

const documents = fc.dictionary(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.dictionary(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('__proto__', '123', '<<', 'a: b', '#'),
    ),
    fc.oneof(
      fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
      fc.constantFrom(
        'a\nb\n',
        '\ta\n',
        '\u001b[31m',
        '\u202eabc',
        '\u2028',
        '${env:X}',
        '$${file:Y}',
        'null',
        '~',
      ),
    ),
  ),
)

const comparables = (given: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
  Object.entries(given).map(([id, settings]) => ({ id, settings }))

it('reads back what it has printed, whatever is in it', () => {
  fc.assert(
    fc.property(documents, (given) => {
      const all = comparables(given)
      const text = printExport(referSecrets(new Map([['connectors', all]])).documents)
      expect(text).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}/u)
      const read = parseExport('x.yaml', text).get('connectors') ?? []
      const found = read.map(({ id, settings }) => [id, readReferences(settings).settings] as const)
      const left = ['type', 'name', 'status', 'status_reason', 'node_status', 'actions', 'sources', 'rules']
      expect(new Map(found)).toEqual(
        new Map(
          all.map(({ id, settings }) => [
            id,
            Object.fromEntries(Object.entries(settings).filter(([key]) => !left.includes(key))),
          ]),
        ),
      )
    }),
  )
})

it('prints the same in whatever order it was read', () => {
  const [one, other] = [
    { b: 1, a: { d: 2, c: [2, 1] } },
    { a: { c: [2, 1], d: 2 }, b: 1 },
  ]
  const print = (all: readonly (readonly [string, Readonly<Record<string, unknown>>])[]) =>
    printExport(new Map([['rules', all.map(([id, settings]) => ({ id, settings }))]]))
  expect(
    print([
      ['x', one],
      ['10', {}],
      ['9', {}],
    ]),
  ).toBe(
    print([
      ['9', {}],
      ['10', {}],
      ['x', other],
    ]),
  )
})
