import { Encoder } from '@msgpack/msgpack'
import { encode as encodeCbor, Tokenizer } from 'cborg'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesFromHex } from '#lib/payload.ts'
import type { DataNode, DecodeResult } from './data-node.ts'
import { decodeCbor } from './decode-cbor.ts'
import { decodeJson } from './decode-json.ts'
import { decodeMessagePack } from './decode-message-pack.ts'
import { DECODE_LIMITS } from './decode-within.ts'
import { printData } from './print-data.ts'

/** Reduces a tree to plain values: the keys of maps become texts, and special numbers are not distinguished. */
function plain(node: DataNode): unknown {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'number':
      return Number(node.text)
    case 'word':
      return node.text
    case 'bytes':
      return [...node.bytes]
    case 'tagged':
      return plain(node.inner)
    case 'list':
      return node.items.map(plain)
    case 'map':
      return node.entries.map(({ key, value }) => [plain(key), plain(value)])
  }
}

/** Reduces a JavaScript value in the same way. */
function plainOf(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return String(value)
  if (value instanceof Uint8Array) return [...value]
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value === 'object') return Object.entries(value).map(([key, item]) => [key, plainOf(item)])
  return value
}

/** Replaces -0 by 0 everywhere in a value. */
function withoutNegativeZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0
  if (Array.isArray(value)) return value.map(withoutNegativeZero)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNegativeZero(item)]))
}

const treeOf = (result: DecodeResult) => (result.kind === 'tree' ? result.root : undefined)
const printed = (result: DecodeResult) => {
  const root = treeOf(result)
  return root && printData(root, { isInline: true })
}

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
)
const documentWith = (bytes: fc.Arbitrary<unknown>) =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      leaf,
      bytes,
      fc.array(tie('any'), { maxLength: 40 }),
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        tie('any'),
      ),
    ),
  })).any
const document = documentWith(fc.uint8Array())

describe('JSON', () => {
  it('is the document that it is, and prints as it', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, isInline) => {
        const root = treeOf(decodeJson(` ${json}\n`))
        expect(root).toBeDefined()
        expect(JSON.parse(root === undefined ? '' : printData(root, { isInline }))).toEqual(JSON.parse(json))
      }),
    )
  })

  it('reads what JSON.parse reads, and nothing else', () => {
    const almost = fc.stringMatching(/^[[\]{}",:0-9eE+.\-tfn\\u \n]{0,14}$/)
    fc.assert(
      fc.property(
        fc.oneof(
          almost,
          fc.json().map((json) => json.slice(1)),
          fc.string(),
        ),
        (text) => {
          const isJson = (() => {
            try {
              JSON.parse(text)
              return true
            } catch {
              return false
            }
          })()
          expect(decodeJson(text).kind).toBe(isJson ? 'tree' : 'refused')
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('keeps every digit and every key', () => {
    expect(printed(decodeJson('{"n":12345678901234567890.10,"n":-0,"__proto__":1e400}'))).toBe(
      '{"n": 12345678901234567890.10, "n": -0, "__proto__": 1e400}',
    )
  })
})

describe('CBOR', () => {
  it('is what was encoded', () => {
    fc.assert(
      fc.property(document, (value) => {
        // The encoder writes -0 as the integer 0; the examples below show that -0 itself is read correctly.
        const root = treeOf(decodeCbor(encodeCbor(value, { mapSorter: () => 0 })))
        expect(root && plain(root)).toEqual(plainOf(withoutNegativeZero(value)))
      }),
    )
  })

  it('reads the examples of RFC 8949, appendix A', () => {
    const examples = [
      ['1bffffffffffffffff', '18446744073709551615'],
      ['c249010000000000000000', '18446744073709551616'],
      ['c349010000000000000000', '-18446744073709551617'],
      ['f98000', '-0'],
      ['f93c00', '1'],
      ['f97bff', '65504'],
      ['f90001', '5.960464477539063e-8'],
      ['f97c00', 'Infinity'],
      ['f97e00', 'NaN'],
      ['fa47c35000', '100000'],
      ['fb3ff199999999999a', '1.1'],
      ['f7', 'undefined'],
      ['f0', 'simple(16)'],
      ['f8ff', 'simple(255)'],
      ['c11a514b67b0', '1(1363896240)'],
      ['d82076687474703a2f2f7777772e6578616d706c652e636f6d', '32("http://www.example.com")'],
      ['a201020304', '{1: 2, 3: 4}'],
      ['5f42010243030405ff', "h'0102030405'"],
      ['7f657374726561646d696e67ff', '"streaming"'],
      ['9f018202039f0405ffff', '[1, [2, 3], [4, 5]]'],
      ['bf6346756ef563416d7421ff', '{"Fun": true, "Amt": -2}'],
      ['a2616101616102', '{"a": 1, "a": 2}'],
      ['a14101820102', "{h'01': [1, 2]}"],
      ['fa3dcccccd', '0.1'],
    ] as const
    for (const [hex, text] of examples)
      expect(printed(decodeCbor(bytesFromHex(hex) ?? new Uint8Array()))).toBe(text)
  })

  it('refuses what another reader refuses', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const result = decodeCbor(bytes)
        if (result.kind === 'refused') return
        const tokens = new Tokenizer(bytes.subarray(0, bytes.length - result.rest), { allowBigInt: true })
        // The other reader supports no indefinite-length strings and no simple values.
        const other = () => {
          while (!tokens.done()) tokens.next()
        }
        if (!bytes.some((byte) => byte === 0x5f || byte === 0x7f || (byte >= 0xe0 && byte <= 0xf8)))
          expect(other).not.toThrow()
      }),
    )
  })
})

describe('MessagePack', () => {
  it('is what was encoded', () => {
    // The encoder writes -0 as an integer, which has no sign: with floats -0 is preserved.
    const encoder = new Encoder({ forceIntegerToFloat: true })
    fc.assert(
      fc.property(document, fc.boolean(), (value, isWhole) => {
        const given = isWhole ? withoutNegativeZero(value) : value
        const root = treeOf(decodeMessagePack((isWhole ? new Encoder() : encoder).encode(given)))
        expect(root && plain(root)).toEqual(plainOf(given))
      }),
    )
  })

  it('reads every kind of value', () => {
    const examples = [
      ['cfffffffffffffffff', '18446744073709551615'],
      ['d38000000000000000', '-9223372036854775808'],
      ['ca3dcccccd', '0.1'],
      ['82a16101a16102', '{"a": 1, "a": 2}'],
      ['81a95f5f70726f746f5f5f01', '{"__proto__": 1}'],
      ['8101c0', '{1: null}'],
      ['81c40101c3', "{h'01': true}"],
      ['d40510', "ext 5(h'10')"],
      ['d6ff514b67b0', 'ext -1(1363896240)'],
      ['d7ff00000004514b67b0', 'ext -1(1363896240.000000001)'],
      ['a1ff', "h'ff'"],
    ] as const
    for (const [hex, text] of examples)
      expect(printed(decodeMessagePack(bytesFromHex(hex) ?? new Uint8Array()))).toBe(text)
  })
})

describe('hostile bytes', () => {
  const decoders = [decodeCbor, decodeMessagePack]

  it('never break a decoder', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const decode of decoders) {
          const root = treeOf(decode(bytes))
          if (root !== undefined) expect(printData(root)).toBeTypeOf('string')
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('of documents within documents end at a depth', () => {
    const deep = new Uint8Array(100_000)
    expect(decodeCbor(deep.fill(0x81))).toEqual({ kind: 'refused', why: 'too-deep' })
    expect(decodeCbor(deep.fill(0xc1))).toEqual({ kind: 'refused', why: 'too-deep' })
    expect(decodeMessagePack(deep.fill(0x91))).toEqual({ kind: 'refused', why: 'too-deep' })
    expect(decodeJson('['.repeat(100_000))).toEqual({ kind: 'refused', why: 'too-deep' })
    expect(decodeJson(`${'['.repeat(DECODE_LIMITS.depth)}${']'.repeat(DECODE_LIMITS.depth)}`).kind).toBe(
      'tree',
    )
  })

  it('that announce more than they hold cost nothing', () => {
    const announced = Uint8Array.from({ length: 90_000 }, (_, at) => [0xdc, 0xff, 0xff][at % 3] ?? 0)
    expect(decodeMessagePack(announced)).toEqual({ kind: 'refused', why: 'too-deep' })
    expect(decodeMessagePack(Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff))).toEqual({
      kind: 'refused',
      why: 'malformed',
    })
    expect(decodeCbor(Uint8Array.of(0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))).toEqual({
      kind: 'refused',
      why: 'malformed',
    })
  })

  it('are not turned into more values than a page can hold', () => {
    const many = new Uint8Array(DECODE_LIMITS.nodes + 10).fill(0)
    many.set([0x9f])
    many.set([0xff], many.length - 1)
    expect(decodeCbor(many)).toEqual({ kind: 'refused', why: 'too-large' })
    expect(decodeJson(' '.repeat(DECODE_LIMITS.size + 1))).toEqual({ kind: 'refused', why: 'too-large' })
  })
})
