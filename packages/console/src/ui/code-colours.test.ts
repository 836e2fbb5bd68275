import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineBlocks } from './code-colours.tsx'

const joined = (pieces: readonly { readonly text: string }[]) => pieces.map(({ text }) => text).join('')

test('pieces are cut between lines, and keep what they are', () => {
  const pieces = [{ text: 'a\nb' }, { text: '"c\nd"', kind: 'text' }, { text: '\n' }, { text: 'e' }]
  expect(lineBlocks(pieces, 2)).toEqual([
    [{ text: 'a\nb' }, { text: '"c\n', kind: 'text' }],
    [{ text: 'd"', kind: 'text' }, { text: '\n' }, { text: 'e' }],
  ])
  expect(lineBlocks([{ text: '' }], 2)).toEqual([])
})

test('nothing is lost, and no block is longer', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '"') }))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 5 }), (list, lines) => {
      const pieces = list.map((text) => ({ text }))
      const blocks = lineBlocks(pieces, lines)
      expect(blocks.map(joined).join('')).toBe(joined(pieces))
      for (const block of blocks.slice(0, -1)) {
        expect(joined(block).split('\n')).toHaveLength(lines + 1)
        expect(joined(block).endsWith('\n')).toBe(true)
      }
    }),
  )
})
