import { encode as encodeMessagePack } from '@msgpack/msgpack'
import { encode as encodeCbor } from 'cborg'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestForm } from './payload-form.ts'

const text = (content: string) => new TextEncoder().encode(content)

test('content says how it is shown first', () => {
  expect(suggestForm(text('{"t":21.5}'))).toBe('json')
  expect(suggestForm(text(' [1, 2]'))).toBe('json')
  expect(suggestForm(text('21.5'))).toBe('text')
  expect(suggestForm(text('{oops'))).toBe('text')
  expect(suggestForm(text(''))).toBe('text')
  expect(suggestForm(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('hex')
  expect(suggestForm(encodeCbor({ temperature: 21.5, unit: '°C' }))).toBe('cbor')
  expect(suggestForm(encodeMessagePack({ temperature: 21.5, unit: '°C' }))).toBe('message-pack')
})

test('the content type is believed only where it is true', () => {
  expect(suggestForm(text('21.5'), 'application/json; charset=utf-8')).toBe('json')
  expect(suggestForm(text('on'), 'application/senml+json')).toBe('text')
  expect(suggestForm(encodeCbor(1000), 'application/cbor')).toBe('cbor')
  expect(suggestForm(encodeCbor(1000))).toBe('hex')
  expect(suggestForm(Uint8Array.of(0xc1), 'application/msgpack')).toBe('hex')
})

test('objects of several names are told apart', () => {
  const record = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.oneof(fc.double({ noNaN: true }), fc.uint8Array()),
    {
      minKeys: 1,
    },
  )
  const isBinary = (bytes: Uint8Array) => suggestForm(bytes) !== 'text'
  fc.assert(
    fc.property(record, (value) => {
      const [cbor, messagePack] = [encodeCbor(value), encodeMessagePack(value)]
      if (isBinary(cbor)) expect(suggestForm(cbor)).toBe('cbor')
      if (isBinary(messagePack)) expect(suggestForm(messagePack)).toBe('message-pack')
    }),
  )
})
