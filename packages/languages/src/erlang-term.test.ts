import fc from 'fast-check'
import { expect, test } from 'vitest'
import { erlangWords, parseErlangTerm, parseErlangTerms, plainErlang } from './erlang-term.ts'

test.each([
  ['{invalid_topic_filter,<<"$share/g1">>}', 'invalid topic filter: $share/g1'],
  ["{already_in_cluster,'emqx@127.0.0.1'}", 'already in cluster: emqx@127.0.0.1'],
  [
    '#{msg => "bad_info_file",reason => {enoent,"/opt/x.json"}}',
    'msg: bad_info_file; reason: enoent: /opt/x.json',
  ],
  ['{"missing terminating ] for character class",3}', 'missing terminating ] for character class: 3'],
  ['[67,97,110,110,111,116,\n 32,"1795250481",32,116,111]', 'Cannot 1795250481 to'],
  ['<<77,101,115,115,97,103,101,32,195,188>>', 'Message ü'],
  ['<<"gr\\"ün"/utf8>>', 'gr"ün'],
  ['"bad peerhost"', 'bad peerhost'],
  ['"in two\n"\n  " pieces"', 'in two\n pieces'],
  ['[1,2,3]', '1, 2, 3'],
  ['{}', ''],
  ['{shutdown,[{gen,call,4,[{file,"gen.erl"},{line,1}]}]}', 'shutdown'],
])('%s reads %s', (text, words) => {
  const term = parseErlangTerm(text)
  expect(term && erlangWords(term)).toBe(words)
})

test('sentences are no terms, but their binaries become text', () => {
  expect(parseErlangTerm('Client ID not found')).toBeUndefined()
  expect(plainErlang('Cannot delete user <<"admin">>')).toBe('Cannot delete user admin')
  expect(plainErlang('bad rpc call <<"ghost@127.0.0.9">>, Reason <<"invalid node">>')).toBe(
    'bad rpc call ghost@127.0.0.9, Reason invalid node',
  )
})

test('several terms', () => {
  expect(parseErlangTerms('error, {badkey,<<"topic">>}, []')?.length).toBe(3)
})

test('any text is read or not, in bounded time, without failing', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '#{',
    '=>',
    ',',
    '<<',
    '>>',
    '"',
    "'",
    '\\',
    '1',
    '11111111',
    'a',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(piece, { maxLength: 200 }).map((all) => all.join('')),
      ),
      (text) => {
        expect(typeof plainErlang(text)).toBe('string')
      },
    ),
    { numRuns: 2_000 },
  )
})

// The shorter texts are the longest that are still parsed; in the longer texts only binaries are searched for.
test.each([
  '['.repeat(90_000),
  '['.repeat(1_000_000),
  '<<'.repeat(45_000),
  '<<'.repeat(500_000),
  `<<${'1'.repeat(90_000)}`,
  `<<${'1'.repeat(1_000_000)}`,
  ...[90_000, 1_000_000].map((length) => `${'{a,'.repeat(20)}${'"'.repeat(length)}`),
])('a text made to be slow is given up on, or the test would not end', (text) => {
  expect(plainErlang(text).length).toBeGreaterThan(0)
})

test('what is printed is read again', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 20 })
  fc.assert(
    fc.property(word, (text) => {
      expect(parseErlangTerm(`<<"${text.replace(/["\\]/g, '\\$&')}"/utf8>>`)).toEqual({
        kind: 'text',
        value: text,
      })
    }),
  )
})
