import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AvroJson } from './avro-json.ts'

const list = {
  type: 'record',
  name: 'Node',
  namespace: 'a.b',
  fields: [{ name: 'next', type: ['null', 'Node'] }],
}

describe('Avro JSON', () => {
  it.each([
    [{ type: 'array', items: 'int' }, [1, 2], true],
    [{ type: 'array', items: 'int' }, [1.5], false],
    [{ type: 'map', values: 'boolean' }, { a: true }, true],
    [{ type: 'map', values: 'boolean' }, { a: 1 }, false],
    [{ type: 'enum', name: 'E', symbols: ['a'] }, 'b', false],
    [{ type: ['null', 'double'] }, { double: 1.5 }, true],
    [{ type: ['null', 'double'] }, 1.5, false],
    [list, { next: { Node: { next: null } } }, true],
    [list, { next: { 'a.b.Node': { next: null } } }, true],
    [list, { next: { Node: {} } }, false],
    [{ type: 'unheard-of' }, 7, true],
  ])('of %j: %j is %s', (schema, value, expected) => {
    expect(new AvroJson(schema).accepts(value)).toBe(expected)
  })

  it.each([
    ['null', 'string'],
    ['null', 'int', 'string'],
    ['null', 'boolean', { type: 'array', items: 'string' }, { type: 'map', values: 'int' }],
  ])('of a union that is told apart without tags has none for people: %j', (...types) => {
    const avro = new AvroJson(types)
    for (const value of ['x', 7, true, ['a'], { a: 1 }]) {
      const tagged = avro.fromPlain(value)
      if (tagged === value) continue
      expect(avro.accepts(tagged), JSON.stringify(tagged)).toBe(true)
      expect(avro.toPlain(tagged)).toEqual(value)
    }
    expect(avro.fromPlain(null)).toBeNull()
  })

  it('keeps the tags of a union whose values look alike', () => {
    const avro = new AvroJson(['null', 'int', 'double'])
    expect(avro.toPlain({ int: 1 })).toEqual({ int: 1 })
    expect(avro.fromPlain({ int: 1 })).toEqual({ int: 1 })
  })

  it('says null, or else the default or what is empty, for what was left out', () => {
    const fields = [
      { name: 'note', type: ['string', 'null'], default: 'x' },
      { name: 'unit', type: ['string', 'int'], default: 's' },
      { name: 'port', type: 'int', default: 1883 },
      { name: 'host', type: 'string' },
      { name: 'retries', type: 'int' },
    ]
    expect(new AvroJson({ type: 'record', name: 'R', fields }).fromPlain({ other: 1 })).toEqual({
      other: 1,
      note: null,
      unit: { string: 's' },
      port: 1883,
      host: '',
    })
  })

  it('names a type in full, with the namespace that it stands in', () => {
    const inner = { type: 'record', name: 'In', fields: [{ name: 'a', type: 'int' }] }
    const schema = {
      type: 'record',
      name: 'Out',
      namespace: 'n',
      fields: [{ name: 'in', type: ['null', inner] }],
    }
    expect(new AvroJson(schema).fromPlain({ in: { a: 1 } })).toEqual({ in: { 'n.In': { a: 1 } } })
  })

  it('comes back as it was, whatever is said by a schema', () => {
    fc.assert(
      fc.property(
        typed.chain(([schema, values]) => fc.tuple(fc.constant(schema), values)),
        ([schema, value]) => {
          const avro = new AvroJson(schema)
          expect(avro.accepts(value)).toBe(true)
          expect(avro.fromPlain(avro.toPlain(value))).toEqual(value)
        },
      ),
    )
  })

  it.each([
    { name: [{ toString: 0 }], namespace: { toString: 0 } },
    { type: 'record', name: 'A', fields: [{ name: 'a', type: { name: 'B', type: 'B' } }] },
    { type: 'toString' },
    { type: 'record', name: 'null', fields: [] },
  ])('is decided for a hostile schema: %j', (schema) => {
    expect(new AvroJson(schema).accepts({ a: { 'undefined.x': 1 } })).toBe(true)
  })

  it('ends for a schema that leads to itself, and for one as deep as an answer can be', () => {
    const ring = { type: 'record', name: 'A', fields: [{ name: 'a', type: 'A', default: {} }] }
    expect(Object.keys(Object(new AvroJson(ring).fromPlain({})))).toEqual(['a'])
    const deep: unknown = JSON.parse(`${'{"type":"array","items":'.repeat(3000)}"int"${'}'.repeat(3000)}`)
    const value: unknown = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`)
    const avro = new AvroJson(deep)
    expect(avro.accepts(value)).toBe(true)
    expect(avro.fromPlain(avro.toPlain(value))).toEqual(value)
  })

  it('ends for defaults that double with every level', () => {
    const field = (name: string) => ({ name, type: 'A', default: {} })
    const avro = new AvroJson({ type: 'record', name: 'A', fields: [field('x'), field('y')] })
    expect(avro.fromPlain({})).toHaveProperty('x')
  })

  it('is decided for any schema and any value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('type', 'items', 'fields', 'name', 'namespace'), fc.jsonValue()),
        fc.jsonValue(),
        (schema, value) => {
          const avro = new AvroJson(schema)
          expect(typeof avro.accepts(value)).toBe('boolean')
          avro.fromPlain(avro.toPlain(value))
        },
      ),
    )
  })
})

type Typed = readonly [schema: unknown, values: fc.Arbitrary<unknown>]

let named = 0
const scalar: fc.Arbitrary<Typed> = fc.constantFrom<Typed>(
  ['int', fc.integer()],
  ['double', fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)],
  ['boolean', fc.boolean()],
  ['string', fc.string()],
)

/** Generates a type together with values of it in Avro JSON. */
const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 3 },
    scalar,
    tie('typed').map(
      ([items, values]): Typed => [{ type: 'array', items }, fc.array(values, { maxLength: 3 })],
    ),
    tie('typed').map(
      ([values, of]): Typed => [
        { type: 'map', values },
        fc.dictionary(fc.stringMatching(/^k\w{0,5}$/), of, { maxKeys: 3 }),
      ],
    ),
    fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map((types): Typed => {
      named += 1
      const fields = types.map(([type], at) => ({ name: `f${at}`, type }))
      const values = fc.record(Object.fromEntries(types.map(([, of], at) => [`f${at}`, of])))
      return [{ type: 'record', name: `R${named}`, namespace: 'test', fields }, values]
    }),
    fc.uniqueArray(scalar, { minLength: 1, maxLength: 3, selector: ([type]) => type }).map((types): Typed => {
      const values = types.map(([type, of]) => of.map((value) => ({ [String(type)]: value })))
      return [['null', ...types.map(([type]) => type)], fc.oneof(fc.constant(null), ...values)]
    }),
  ),
}))
