import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textPieces } from './long-text.tsx'

test('the pieces are the text, none is too long and none divides a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 2, max: 9 }),
      (text, most) => {
        const pieces = textPieces(text, most)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(most)
          expect(piece.text).not.toMatch(/\p{Surrogate}/u)
          expect(text.startsWith(piece.text, piece.at)).toBe(true)
        }
      },
    ),
  )
})

test('lines are cut apart only where they are too long', () => {
  const texts = (text: string) => textPieces(text, 4).map((piece) => piece.text)
  expect(texts('ab\nc\nd')).toEqual(['ab\n', 'c\nd'])
  expect(texts('abcdefgh\nij')).toEqual(['abcd', 'efgh', '\nij'])
  expect(texts('')).toEqual([])
})
