import type { ValidationCheck } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { expect, it } from 'vitest'
import { checkHere } from './check-here.ts'

const message = { topic: 'a', payload: '{"t":1}' }
const sql = (text: string): ValidationCheck[] => [{ type: 'sql', sql: text }]
const protobuf = (schema: string): ValidationCheck[] => [{ type: 'protobuf', schema, message_type: 'M' }]

const group = 'syntax = "proto2"; message M { optional group G = 1 { optional int32 a = 1; } }'
const known = [{ name: 'old', type: 'protobuf', source: group }] as const

it('decides what it can: a condition that fails, and a schema that nobody has', async () => {
  expect(await checkHere({ checks: sql('SELECT payload.t AS t WHERE t > 0') }, message, [])).toEqual([
    { passes: true },
  ])
  expect(await checkHere({ checks: sql('SELECT payload.t AS t WHERE t > 1') }, message, [])).toMatchObject([
    { passes: false },
  ])
  expect(await checkHere({ checks: protobuf('gone') }, message, known)).toMatchObject([{ passes: false }])
})

it.each([
  ['a function that only the broker has', sql("SELECT kv_store_get('a') AS a WHERE a = 1"), known],
  [
    'a check against schemas that could not be read',
    sql("SELECT * WHERE schema_check('x', payload)"),
    undefined,
  ],
  [
    'a check in SQL against a schema that is not understood here',
    sql("SELECT * WHERE schema_check('old', payload)"),
    known,
  ],
  ['a schema that is not understood here', protobuf('old'), known],
] as const)('leaves %s to the broker', async (_what, checks, schemas) => {
  expect(await checkHere({ checks }, message, schemas && [...schemas])).toEqual([{ passes: undefined }])
})
