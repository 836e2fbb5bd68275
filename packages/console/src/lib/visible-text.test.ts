import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlain, truncate, visiblePieces, visibleText } from './visible-text.ts'

const anyText = fc
  .array(fc.oneof(fc.nat(0x2ff), fc.integer({ min: 0x2000, max: 0x20ff }), fc.nat(0x10ffff)))
  .map((codes) => String.fromCodePoint(...codes))

describe('visible text', () => {
  test('spells out what cannot be seen or reorders its neighbours', () => {
    expect(visibleText('a\u0000b\u202ec\u200bd\u00ade\ufeff\u{e0041}')).toBe(
      'a[NUL]b[U+202E]c[U+200B]d[U+00AD]e[U+FEFF][U+E0041]',
    )
    expect(visibleText('line\r\nbreak\u2028\u007f\u0085')).toBe('line[CR][LF]break[U+2028][DEL][U+0085]')
    expect(visibleText('broken \ud800 pair')).toBe('broken [U+D800] pair')
  })

  test('tells apart what differs only in blanks', () => {
    const blanks = [' ', '\u00a0', '\u2003', '\u3000', '\u2800', '']
    const shown = blanks.flatMap((blank) =>
      [`plc${blank}1`, `plc-1${blank}`, `${blank}plc-1`].map((id) => visibleText(id)),
    )
    expect(new Set(shown).size).toBe(
      new Set(blanks.flatMap((b) => [`plc${b}1`, `plc-1${b}`, `${b}plc-1`])).size,
    )
    expect(visibleText('plc\u00a01')).toBe('plc[U+00A0]1')
    expect(visibleText('plc-1 ')).toBe('plc-1[U+0020]')
    expect(visibleText('two  blanks')).toBe('two[U+0020][U+0020]blanks')
    expect(visiblePieces('a\u3000 b ', true)).toEqual([{ kind: 'text', at: 0, text: 'a\u3000 b ' }])
  })

  test('leaves readable text alone', () => {
    for (const text of ['注塑机-07', 'plant/hz/line/+/event', 'Ünïcode 🚀', '<b>x</b>', ''])
      expect(visibleText(text)).toBe(text)
  })

  test('keeps lines and tabs of a payload when asked to', () => {
    expect(visiblePieces('a\n\tb', true)).toEqual([{ kind: 'text', at: 0, text: 'a\n\tb' }])
  })

  test('loses no character and leaves no tricky one in a piece of text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = visiblePieces(text)
        const plain = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
        const escapes = pieces.filter((piece) => piece.kind === 'escape').length
        expect([...plain.join('')].length + escapes).toBe([...text].length)
        expect(plain.join('')).not.toMatch(/\p{Cc}|\p{Cf}/u)
      }),
    )
  })

  test('knows without splitting whether there is anything to spell out', () => {
    // A null byte at the end forces the text to be split.
    const isFree = (text: string, keepLines: boolean) =>
      visiblePieces(`${text}\u0000`, keepLines).filter(({ kind }) => kind === 'escape').length === 1
    const edges = [
      0x09, 0x0a, 0x1f, 0x20, 0x7e, 0x7f, 0xad, 0xae, 0x2ff, 0x300, 0x4dff, 0x4e00, 0x9fff, 0xa000,
    ]
    const all = [...edges, 0x34f, 0x61c, 0xd800, 0xdfff, 0xfe0f, 0x3000, 0x1f680, 0xe0041]
    for (const keepLines of [true, false])
      for (const code of all)
        for (const text of [`x${String.fromCodePoint(code)}x`, `注${String.fromCodePoint(code)}x`])
          expect([code, keepLines, isPlain(text, keepLines)]).toEqual([
            code,
            keepLines,
            isFree(text, keepLines),
          ])
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, keepLines) => {
        expect(isPlain(`x${text}x`, keepLines)).toBe(isFree(`x${text}x`, keepLines))
      }),
    )
  })

  test('says where each piece begins', () => {
    expect(visiblePieces('🚀a\u0000b\u202e')).toEqual([
      { kind: 'text', at: 0, text: '🚀a' },
      { kind: 'escape', at: 3, label: 'NUL' },
      { kind: 'text', at: 4, text: 'b' },
      { kind: 'escape', at: 5, label: 'U+202E' },
    ])
    expect(visiblePieces('a\n\u0000', true)).toEqual([
      { kind: 'text', at: 0, text: 'a\n' },
      { kind: 'escape', at: 2, label: 'NUL' },
    ])
  })

  test('cuts at the length, and only what is longer', () => {
    expect([truncate('abc', 3), truncate('abcd', 3), truncate('ab\ue000d', 3)]).toEqual([
      'abc',
      'abc',
      'ab\ue000',
    ])
    expect([truncate('ab\ud7ffd', 3), truncate('ab\ud800\udc00', 3), truncate('ab\udbff\udfff', 3)]).toEqual([
      'ab\ud7ff',
      'ab',
      'ab',
    ])
    expect([visibleText('abc', 3), visibleText('abcd', 3)]).toEqual(['abc', 'abc…'])
  })

  test('cuts before a surrogate pair, not inside', () => {
    expect(truncate('ab🚀', 3)).toBe('ab')
    expect(truncate('ab🚀', 4)).toBe('ab🚀')
    expect(visibleText('x'.repeat(65_536), 10)).toBe('xxxxxxxxxx…')
  })
})
