import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fromSearch, toSearch } from './endpoint.ts'
import { hasNextPage } from './paging.ts'
import {
  byteSizeSchema,
  csv,
  document,
  flag,
  integerSchema,
  moment,
  parseByteSize,
  repeated,
  textSchema as textScalar,
  timestamp,
} from './scalars.ts'
import { clients } from './traffic/clients.ts'

const received = (text: string) => v.parse(clients.list.query, fromSearch(new URLSearchParams(text)))

test('the schema coerces, not the look', () => {
  const query = received('clientid=0042&username=true&limit=20&page=2&clean_start=false&proto_ver=5')
  expect(query).toMatchObject({
    clientid: ['0042'],
    username: ['true'],
    limit: 20,
    page: 2,
    clean_start: false,
    proto_ver: 5,
    fields: 'all',
  })
})

test('defaults, unknown keys, lists and moments', () => {
  expect(received('foo=bar')).toEqual({ page: 1, limit: 100, fields: 'all' })
  expect(received('clientid=a&clientid=b').clientid).toEqual(['a', 'b'])
  expect(received('fields=clientid,recv_msg.qos0').fields).toEqual(['clientid', 'recv_msg.qos0'])
  const times = received('gte_connected_at=2020-01-01T00:00:00%2B08:00&lte_connected_at=1795250357612')
  expect(times.gte_connected_at).toBe(Date.UTC(2019, 11, 31, 16))
  expect(times.lte_connected_at).toBe(1_795_250_357_612)
})

test.each([
  'limit=0',
  'limit=10001',
  'page=one',
  'page=0',
  'limit=1&limit=2',
  'clean_start=maybe',
  'conn_state=sleeping',
  'fields=clientid,nope',
  'gte_connected_at=yesterday',
])('refused: %s', (text) => {
  expect(() => received(text)).toThrow(v.ValiError)
})

test('what a caller writes is what the broker’s side reads', () => {
  const asked = fc.record({
    page: fc.integer({ min: 1, max: 1e9 }),
    limit: fc.integer({ min: 1, max: 10_000 }),
    clean_start: fc.boolean(),
    clientid: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
    gte_created_at: fc.integer({ min: 0, max: 4e12 }),
  })
  fc.assert(
    fc.property(asked, (query) => {
      expect(v.parse(clients.list.query, fromSearch(toSearch(query)))).toEqual({ ...query, fields: 'all' })
    }),
  )
})

test('scalars on their own', () => {
  expect(v.is(integerSchema(0, 65_535), 65_536)).toBe(false)
  expect(v.is(integerSchema(0), '1.5')).toBe(false)
  expect(v.is(integerSchema(0), '9'.repeat(17))).toBe(false)
  expect(v.parse(flag, 'true')).toBe(true)
  expect(v.is(flag, '1')).toBe(false)
  expect(v.parse(repeated, 'a,b')).toEqual(['a,b'])
  expect(v.parse(csv(['a', 'b']), 'a,b')).toEqual(['a', 'b'])
  expect(v.is(timestamp, '2026-11-21T08:40:16.593+00:00')).toBe(true)
  expect(v.is(timestamp, '2026-13-21T08:40:16Z')).toBe(false)
  expect(v.is(timestamp, '2026-11-21')).toBe(false)
  expect(v.is(moment, 'NaN')).toBe(false)
  expect(v.parse(byteSizeSchema, '40B')).toBe(40)
  expect(v.is(byteSizeSchema, '0')).toBe(false)
})

test.each([
  ['15.62G', 16_771_847_291],
  ['1MB', 1_048_576],
  ['4KB', 4_096],
  ['40B', 40],
  ['123', 123],
  ['1TB', 1_099_511_627_776],
  ['lots', undefined],
  ['', undefined],
  ['-1K', undefined],
  ['infinity', undefined],
])('%s is %s bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes)
})

test('a size that is none is refused as the broker says it', () => {
  const read = v.safeParse(byteSizeSchema, 'lots')
  expect([read.success, read.issues?.map(({ message }) => message)]).toEqual([
    false,
    ['Not a valid bytesize'],
  ])
  expect([v.parse(byteSizeSchema, '4KB'), v.parse(byteSizeSchema, 4096)]).toEqual([4096, 4096])
})

test('a text may come as a number, as passwords do', () => {
  expect([v.parse(textScalar, 123), v.parse(textScalar, '0123')]).toEqual(['123', '0123'])
  expect(v.is(textScalar, true)).toBe(false)
})

test('a document is any object: what is wrong in it the broker says', () => {
  const schema = document(v.object({ enable: v.boolean() }))
  const wrong: unknown = { enable: 'perhaps' }
  expect(v.parse(schema, wrong)).toBe(wrong)
  expect([null, undefined, 'text', 1].some((value) => v.is(schema, value))).toBe(false)
  expect(schema.document.entries.enable.type).toBe('boolean')
})

test('a next page is told by hasnext, else by the count', () => {
  expect(hasNextPage({ page: 1, limit: 10, hasnext: true })).toBe(true)
  expect(hasNextPage({ page: 2, limit: 10, count: 21 })).toBe(true)
  expect(hasNextPage({ page: 3, limit: 10, count: 21 })).toBe(false)
  expect(hasNextPage({ page: 1, limit: 10 })).toBe(false)
})
