import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTlv, type Tlv, writeTlv } from './lwm2m-tlv.ts'
import { readContent, valueBytes } from './lwm2m-values.ts'

const id = fc.nat(0xffff)
const value = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const leaf = <Kind extends 'resource' | 'resource-instance'>(kind: Kind): fc.Arbitrary<Tlv> =>
  fc.record({ kind: fc.constant(kind), id, value })
const multiple: fc.Arbitrary<Tlv> = fc.record({
  kind: fc.constant('multiple-resource' as const),
  id,
  items: fc.array(leaf('resource-instance'), { maxLength: 4 }),
})
const resource = fc.oneof(leaf('resource'), multiple)
const instance: fc.Arbitrary<Tlv> = fc.record({
  kind: fc.constant('object-instance' as const),
  id,
  items: fc.array(resource, { maxLength: 4 }),
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(resource, instance), { maxLength: 4 }), (items) => {
      expect(readTlv(writeTlv(items))).toEqual(items)
    }),
  )
})

test('an id and a length take as few bytes as they may', () => {
  const head = (id: number, length: number) => {
    const written = writeTlv([{ kind: 'resource', id, value: Buffer.alloc(length) }])
    expect(readTlv(written)).toEqual([{ kind: 'resource', id, value: Buffer.alloc(length) }])
    return written.toString('hex', 0, written.length - length)
  }
  expect([0xff, 0x100].map((id) => head(id, 0))).toEqual(['c0ff', 'e00100'])
  expect([7, 8, 0xff].map((length) => head(1, length))).toEqual(['c701', 'c80108', 'c801ff'])
  expect([0x100, 0xffff].map((length) => head(1, length))).toEqual(['d0010100', 'd001ffff'])
  expect(head(1, 0x1_0000)).toBe('d801010000')
})

test('what promises more than there is, is no TLV', () => {
  const whole = writeTlv([{ kind: 'resource', id: 1, value: Buffer.alloc(300) }])
  for (const length of [1, 2, 3, 4, 303]) expect(readTlv(whole.subarray(0, length))).toBeUndefined()
  expect(readTlv(whole)).toHaveLength(1)
})

test('a device sends a thousand items and three levels, and no more', () => {
  const items = (count: number): readonly Tlv[] =>
    Array.from({ length: count }, () => ({ kind: 'resource', id: 1, value: Buffer.alloc(0) }))
  expect(readTlv(writeTlv(items(1000)))).toHaveLength(1000)
  expect(readTlv(writeTlv(items(1001)))).toBeUndefined()
  // An item that contains other items counts like any other item.
  const held = (count: number): readonly Tlv[] => [{ kind: 'object-instance', id: 0, items: items(count) }]
  expect(readTlv(writeTlv(held(999)))).toHaveLength(1)
  expect(readTlv(writeTlv(held(1000)))).toBeUndefined()
  const nested = (levels: number): readonly Tlv[] =>
    levels === 1 ? items(1) : [{ kind: 'object-instance', id: 0, items: nested(levels - 1) }]
  expect(readTlv(writeTlv(nested(3)))).toEqual(nested(3))
  expect(readTlv(writeTlv(nested(4)))).toBeUndefined()
})

test('whatever comes is read or is none', () => {
  const formats = fc.constantFrom(undefined, 0, 42, 1542, 11_542, 11_543)
  const path = fc.constantFrom('/3', '/3/0', '/3/0/9', '/9999/0/1')
  fc.assert(
    fc.property(value, formats, path, (bytes, format, asked) => {
      const read = readContent(asked, format, bytes)
      expect(JSON.parse(JSON.stringify({ read }))).toBeDefined()
    }),
    { numRuns: 1000 },
  )
})

test('the example of the specification says what it says there', () => {
  const device = Buffer.from(
    'c800144f70656e204d6f62696c6520416c6c69616e6365c801164c69676874776569676874204d324d20436c69656e74860641000141010588070842000ed842011388c10964',
    'hex',
  )
  expect(readContent('/3/0', 11_542, device)).toEqual([
    { path: '/3/0/0', value: 'Open Mobile Alliance' },
    { path: '/3/0/1', value: 'Lightweight M2M Client' },
    { path: '/3/0/6/0', value: 1 },
    { path: '/3/0/6/1', value: 5 },
    { path: '/3/0/7/0', value: 3800 },
    { path: '/3/0/7/1', value: 5000 },
    { path: '/3/0/9', value: 100 },
  ])
})

test('text, JSON and bytes are read as what the resource is', () => {
  expect(readContent('/3/0/9', 0, Buffer.from('12'))).toEqual([{ path: '/3/0/9', value: 12 }])
  expect(readContent('/3/0/0', 0, Buffer.from('12'))).toEqual([{ path: '/3/0/0', value: '12' }])
  expect(readContent('/5/0/0', 42, Buffer.from('ab'))).toEqual([{ path: '/5/0/0', value: 'YWI=' }])
  const json = Buffer.from(
    '{"bn":"/3/0/","e":[{"n":"9","v":7},{"n":"0","sv":"x"},{"n":"8","bv":true},{"n":"7"}]}',
  )
  expect(readContent('/3/0', 11_543, json)).toEqual([
    { path: '/3/0/9', value: 7 },
    { path: '/3/0/0', value: 'x' },
    { path: '/3/0/8', value: true },
  ])
  expect(readContent('/3/0', 11_543, Buffer.from('{'))).toBeUndefined()
})

test('values are as long as they need to be', () => {
  const written = (type: Parameters<typeof valueBytes>[0], given: string | number | boolean) =>
    valueBytes(type, given)?.toString('hex')
  expect(written('Integer', '12')).toBe('0c')
  expect(written('Integer', -129)).toBe('ff7f')
  expect(written('Time', 1_700_000_000_000)).toBe('0000018bcfe56800')
  expect(written('Float', 1.5)).toBe('3ff8000000000000')
  expect(written('Boolean', 'true')).toBe('01')
  expect(written('Objlnk', '3:0')).toBe('00030000')
  expect([written('Integer', 'x'), written('Objlnk', '3'), written('Float', '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

const typed = fc.oneof(
  fc.record({ type: fc.constant('String' as const), path: fc.constant('/3/0/0'), value: fc.string() }),
  fc.record({
    type: fc.constant('Integer' as const),
    path: fc.constant('/3/0/9'),
    value: fc.maxSafeInteger(),
  }),
  fc.record({
    type: fc.constant('Float' as const),
    path: fc.constant('/3303/0/5700'),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
  fc.record({ type: fc.constant('Boolean' as const), path: fc.constant('/1/0/6'), value: fc.boolean() }),
  fc.record({
    type: fc.constant('Opaque' as const),
    path: fc.constant('/5/0/0'),
    value: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
  }),
  fc.record({
    type: fc.constant('Objlnk' as const),
    path: fc.constant('/1/0/10'),
    value: fc.tuple(fc.nat(0xffff), fc.nat(0xffff)).map(([object, instance]) => `${object}:${instance}`),
  }),
)

test('what is written of each type is read as the same value, as TLV, text and JSON', () => {
  fc.assert(
    fc.property(typed, ({ type, path, value: written }) => {
      const bytes = valueBytes(type, written)
      if (bytes === undefined) throw new Error('it is a value of its type')
      const id = Number(path.split('/').at(-1))
      const tlv = writeTlv([{ kind: 'resource', id, value: bytes }])
      expect(readContent(path, 11_542, tlv)).toEqual([{ path, value: written }])
      const entry =
        typeof written === 'number'
          ? { v: written }
          : typeof written === 'boolean'
            ? { bv: written }
            : { sv: written }
      // JSON does not distinguish -0 from 0.
      const said = written === 0 ? 0 : written
      expect(readContent(path, 11_543, Buffer.from(JSON.stringify({ bn: path, e: [entry] })))).toEqual([
        { path, value: said },
      ])
      const text = typeof written === 'boolean' ? String(Number(written)) : String(written)
      expect(readContent(path, 0, Buffer.from(text))).toEqual([{ path, value: said }])
    }),
    { numRuns: 1000 },
  )
})

test('a value that is none of its type is not written, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
      expect(valueBytes('Float', text) === undefined).toBe(!isNumber)
      expect(valueBytes('Integer', text) === undefined).toBe(!isNumber || !Number.isSafeInteger(Number(text)))
    }),
  )
})
