import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  base64FromBytes,
  bytesFromBase64,
  bytesFromHex,
  hexDump,
  hexFromBytes,
  textFromBytes,
} from './payload.ts'

test('bytes survive base64', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesFromBase64(base64FromBytes(bytes))).toEqual(bytes)
    }),
  )
  expect(bytesFromBase64('not base64!')).toBeUndefined()
})

test('bytes that are no text are told from a text cut in a character', () => {
  const bytes = new TextEncoder().encode('温度')
  expect(textFromBytes(bytes.subarray(0, 4)).isText).toBe(false)
  expect(textFromBytes(bytes.subarray(0, 4), true)).toEqual({ text: '温', isText: true })
})

test('a hex dump shows offset, bytes and what of them is ASCII', () => {
  expect(hexDump(new TextEncoder().encode('Hello\n'))).toBe(
    `0000  48 65 6c 6c 6f 0a${' '.repeat(30)}  Hello.`,
  )
})

test('a hex dump holds every byte, in two digits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const digits = hexDump(bytes)
        .split('\n')
        .flatMap((line) => line.slice(6, 53).trim().split(' '))
        .filter((pair) => pair !== '')
      expect(digits.map((pair) => Number.parseInt(pair, 16))).toEqual([...bytes])
      expect(digits.every((pair) => pair.length === 2)).toBe(true)
    }),
  )
})

test('bytes survive hex, however it is spaced', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom('', ' ', ':', '\n'), (bytes, separator) => {
      expect(bytesFromHex(hexFromBytes(bytes, separator))).toEqual(bytes)
    }),
  )
  expect(bytesFromHex('0x4F4b')).toEqual(Uint8Array.of(0x4f, 0x4b))
  expect(bytesFromHex('4f4')).toBeUndefined()
  expect(bytesFromHex('zz')).toBeUndefined()
})
