import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfDraft, convertDraft, draftOfBytes, type PayloadKind, readableDraft } from './payload-draft.ts'

const kinds: readonly PayloadKind[] = ['text', 'json', 'hex', 'base64']
const kind = fc.constantFrom(...kinds)

test('the bytes stay the same from kind to kind', () => {
  fc.assert(
    fc.property(
      fc.uint8Array(),
      fc.constantFrom('hex' as const, 'base64' as const),
      kind,
      (bytes, from, to) => {
        const draft = draftOfBytes(bytes, from)
        const converted = draft && convertDraft(draft, to)
        if (converted === undefined)
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
        else if (to !== 'json') expect(bytesOfDraft(converted)).toEqual(bytes)
      },
    ),
  )
})

test('text goes to every kind and comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), kind, (text, to) => {
      const there = convertDraft({ kind: 'text', text }, to)
      expect(there && convertDraft(there, 'text')).toEqual({ kind: 'text', text })
    }),
  )
})

test('any bytes have a readable form', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesOfDraft(readableDraft(bytes))).toEqual(bytes)
    }),
  )
  expect(readableDraft(new TextEncoder().encode('{"a":1}')).kind).toBe('json')
  expect(readableDraft(Uint8Array.of(0xff)).text).toBe('ff')
  expect(readableDraft(new Uint8Array(5000).fill(0xff)).kind).toBe('base64')
})

test('what is not of its kind is kept as it was typed', () => {
  expect(bytesOfDraft({ kind: 'hex', text: '4f4' })).toBeUndefined()
  expect(bytesOfDraft({ kind: 'base64', text: '%%%' })).toBeUndefined()
  expect(bytesOfDraft({ kind: 'json', text: '{' })).toBeUndefined()
  expect(bytesOfDraft({ kind: 'json', text: '' })).toEqual(new Uint8Array())
  expect(convertDraft({ kind: 'hex', text: 'zz' }, 'text')).toEqual({ kind: 'text', text: 'zz' })
  expect(convertDraft({ kind: 'hex', text: 'ff' }, 'text')).toBeUndefined()
})

test('a draft is read once, whoever asks', () => {
  const draft = { kind: 'hex', text: 'fF 0A:9c' } as const
  expect(bytesOfDraft(draft)).toEqual(Uint8Array.of(0xff, 0x0a, 0x9c))
  expect(bytesOfDraft(draft)).toBe(bytesOfDraft(draft))
  expect(bytesOfDraft({ ...draft, text: '00' })).toEqual(Uint8Array.of(0))
})
