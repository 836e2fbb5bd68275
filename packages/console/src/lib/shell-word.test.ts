import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shellWord } from './shell-word.ts'

const readByShell = (words: readonly string[]) =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

it('is read by a shell as it was meant', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '',
      '-n',
      "'; exit 3; '",
      '$(id)',
      '`id`',
      '"$HOME"',
      '\\',
      '%s',
      '~',
      '#',
      '!!',
      'a\n',
      '\n',
    ),
    fc.constantFrom('\u001b[201~id\r', '\u009b31m', 'a\u202eb', '\u2028', '\t', '👩‍👩‍👧', '中文'),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  )
  // All texts share one shell: the start of each shell takes longer than all texts together.
  const texts = fc.sample(hostile, 400)
  expect(readByShell(texts.map(shellWord))).toEqual(texts)
})

it.each([
  ['plant/line-1', 'plant/line-1'],
  ['a b', "'a b'"],
  ['$share/g/#', "'$share/g/#'"],
  ["it's", "'it'\\''s'"],
  ['\u001b[201~', `"$(printf '\\033')"'[201~'`],
])('%j is %s', (text, word) => {
  expect(shellWord(text)).toBe(word)
})
