import { expect, it } from 'vitest'
import { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import { compileSchema, type SchemaKind } from './compile-schema.ts'
import { CodecFault } from './schema-fault.ts'

const compiled = (type: SchemaKind, source: unknown) =>
  compileSchema({ name: 'x', type, source: typeof source === 'string' ? source : JSON.stringify(source) })
const draft = { $schema: 'http://json-schema.org/draft-06/schema#' }

it('compares a long value with many of an enum by where they differ', () => {
  const { decode } = compiled('json', { ...draft, enum: Array.from({ length: 15_000 }, (_, at) => ({ at })) })
  const budget = new EvaluationBudget()
  const payload = JSON.stringify({ at: -1, text: 'x'.repeat(400_000) })
  expect(() => decode(payload, undefined, budget)).toThrow(/none of the values/)
  expect(budget.used.steps).toBeLessThan(1_000_000)
})

it.each<[string, unknown, string]>([
  [
    'each of many items of a list by many properties',
    { items: { properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, {}])) } },
    `[${'{},'.repeat(100_000)}{}]`,
  ],
  [
    'many lengths of a long text',
    { allOf: Array.from({ length: 20_000 }, () => ({ maxLength: 9_000_000 })) },
    JSON.stringify('x'.repeat(500_000)),
  ],
  ['a pattern that turns back', { pattern: '^(a+)+\\1\\1c$' }, `"${'a'.repeat(400)}b"`],
  ['an integer of very many digits', { minimum: 1 }, '7'.repeat(900_000)],
])('ends in a fault: %s', (_what, schema, payload) => {
  expect(() => compiled('json', { ...draft, ...Object(schema) }).decode(payload)).toThrow(CodecFault)
})

it('reads very many empty messages for a few steps each, or says that they are too many', () => {
  const { decode } = compiled(
    'protobuf',
    'syntax = "proto3"; message A { repeated B b = 1; } message B { int32 n = 1; }',
  )
  const pairs = (count: number) => Uint8Array.from({ length: count * 2 }, (_, at) => (at % 2 === 0 ? 10 : 0))
  const stepsFor = (count: number) => {
    const budget = new EvaluationBudget({ timeMs: 60_000 })
    expect(decode(pairs(count), 'A', budget)).toHaveProperty('size', 1)
    return budget.used.steps
  }
  expect(stepsFor(40_000)).toBeLessThan(stepsFor(4000) * 11)
  expect(stepsFor(4000)).toBeLessThan(4000 * 100)
})

it('ends what has a message of many fields very many times', () => {
  const fields = Array.from({ length: 5000 }, (_, at) => `int32 n${at} = ${at + 1};`).join(' ')
  const { decode } = compiled(
    'protobuf',
    `syntax = "proto3"; message A { repeated B b = 1; } message B { ${fields} }`,
  )
  const payload = Uint8Array.from({ length: 800_000 }, (_, at) => (at % 2 === 0 ? 10 : 0))
  expect(() => decode(payload, 'A')).toThrow(CodecFault)
})

it('ends a list of records that need no bytes', () => {
  const fields = Array.from({ length: 2000 }, (_, at) => ({ name: `n${at}`, type: 'null' }))
  const { decode } = compiled('avro', { type: 'array', items: { type: 'record', name: 'r', fields } })
  // The bytes are a block of 500,000 items, then the end of the list.
  expect(() => decode(Uint8Array.of(0xc0, 0x84, 0x3d, 0))).toThrow(CodecFault)
})
