import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientText } from './client-expression.ts'

const facts = {
  clientid: 'Plant-7-pump',
  username: 'joe',
  peerhost: '10.0.0.1',
  peerport: 5000,
  listener: 'tcp:default',
} as const

test.each([
  ['username', 'joe'],
  ["'a\\'b'", "a'b"],
  ['"x"', 'x'],
  ['12', '12'],
  ["nth(2, tokens(clientid, '-'))", '7'],
  ["nth(9, tokens(clientid, '-'))", undefined],
  ["tokens(clientid, '-')", undefined],
  ["concat(username, '@', peerhost)", 'joe@10.0.0.1'],
  ["concat(['a', username])", 'ajoe'],
  ["coalesce(password, '', username)", 'joe'],
  ["join_to_string('/', tokens(clientid, '-'))", 'Plant/7/pump'],
  ['upper(substr(clientid, 0, 5))', 'PLANT'],
  ["lower(trim('  X '))", 'x'],
  ["iif(str_eq(username, 'joe'), 'yes', 'no')", 'yes'],
  ["iif(is_empty(zone), 'yes', 'no')", 'no'],
  ["replace(clientid, '-', '$&')", 'Plant$&7$&pump'],
  ['num_to_str(strlen(username))', '3'],
  ["hash(md5, 'x')", undefined],
  ["hash('sha256', 'x')", '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'],
  ['peername', '10.0.0.1:5000'],
  ['nofun(x)', undefined],
  ['unknown', undefined],
])('%s', (expression, text) => {
  expect(clientText(expression)?.(facts)).toBe(text)
})

test.each(['', 'a b', 'concat(', 'concat(a,)', 'concat(a))', "'open", ')', '[', `${'['.repeat(5000)}`])(
  'what is no expression gives no reader: %j',
  (expression) => {
    expect(clientText(expression)).toBeUndefined()
  },
)

test('no text harms the reader', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    ',',
    "'",
    '"',
    '\\',
    'concat',
    'clientid',
    '1',
    '.',
    ' ',
    '-',
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = clientText(pieces.join(''))?.(facts)
      expect(['string', 'undefined']).toContain(typeof text)
    }),
  )
})
