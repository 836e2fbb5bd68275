import { expect, it } from 'vitest'
import { checkStatement } from './check-statement.ts'

const registered = new Set(['sensor', 'meter'])
const absent = (fields: string, schemas: ReadonlySet<string> | undefined = registered) =>
  checkStatement(`SELECT ${fields} FROM "t"`, { schemas })

it('warns of a schema that the registry does not have, where all are known', () => {
  expect(absent("schema_decode('sensor', payload) as s, schema_check('meter', payload) as c")).toEqual([])
  expect(absent("schema_decode('sensr', payload, 'Reading') as s, schema_encode('other', 1) as e")).toEqual([
    expect.objectContaining({
      kind: 'unknown-schema',
      name: 'sensr',
      near: 'sensor',
      fix: { from: 21, to: 28, text: "'sensor'" },
    }),
    expect.objectContaining({ kind: 'unknown-schema', name: 'other', near: undefined }),
  ])
  expect(absent("schema_check('sensor', payload) as c", new Set())).toHaveLength(1)
  expect(checkStatement('SELECT schema_decode(\'sensr\', payload) as s FROM "t"')).toEqual([])
})

it('looks into every part of a statement', () => {
  const sql = `FOREACH schema_decode('a', payload) as l
DO CASE WHEN schema_check('b', l) = true THEN 1 ELSE 2 END as ok
INCASE schema_check('c', l) = true FROM "t" WHERE schema_check('d', payload) = true`
  const found = checkStatement(sql, { schemas: registered }).filter(({ kind }) => kind === 'unknown-schema')
  expect(found.map((one) => ('name' in one ? one.name : ''))).toEqual(['a', 'b', 'c', 'd'])
})

it('takes only the name of a schema for one', () => {
  const named = "schema_encode_and_tag('sensr', 'confluent', payload, 'subject') as a"
  expect(absent(named)).toMatchObject([{ kind: 'unknown-schema', name: 'sensr' }])
  // These arguments are the name of an external registry, bytes, and the schema of Sparkplug, which the broker has
  // without listing it.
  for (const other of [
    "avro_decode('confluent', payload) as a",
    "avro_encode('confluent', payload, 1) as a",
    "schema_decode_tagged('confluent', payload) as a",
    "sparkplug_decode(payload, 'Payload') as a",
    "schema_decode('__CSpB', payload) as a",
    "schema_decode(concat('sen', 'sr'), payload) as a",
    'schema_decode(topic, payload) as a',
    "upper('sensr') as a",
  ])
    expect(absent(other), other).toEqual([])
})

it('compares no more names than somebody has patience for', () => {
  const many = new Set(Array.from({ length: 5000 }, (_, at) => `schema_${at}`))
  const calls = Array.from({ length: 200 }, (_, at) => `schema_check('schema${at}_', payload) as c${at}`)
  expect(absent(calls.join(', '), many)).toHaveLength(100)
  expect(absent("schema_check('schema_4999', payload) as c", many)).toEqual([])
})
