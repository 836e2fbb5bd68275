import { describe, expect, test } from 'vitest'
import { compilePcre, findsPattern, Pcre } from './compile-pcre.ts'

function compiled(text: string): Pcre {
  const pattern = compilePcre(text)
  if (!(pattern instanceof Pcre)) throw new Error(`${text}: ${pattern.fault} at ${pattern.at}`)
  return pattern
}

/** The errors that `re:compile` of Erlang 25 reports, which has PCRE 8.44. */
const refused: readonly (readonly [pattern: string, fault: string, at: number])[] = [
  ['[', 'missing terminating ] for character class', 1],
  ['([a', 'missing terminating ] for character class', 3],
  ['[]', 'missing terminating ] for character class', 2],
  ['(a)|b)', 'unmatched parentheses', 5],
  ['*a', 'nothing to repeat', 0],
  ['a**', 'nothing to repeat', 2],
  ['a{2}{3}', 'nothing to repeat', 6],
  ['a{65535}{65535}', 'nothing to repeat', 14],
  ['^*', 'nothing to repeat', 1],
  ['\\b+', 'nothing to repeat', 2],
  ['(?i)*', 'nothing to repeat', 4],
  ['a{37,17}', 'numbers out of order in {} quantifier', 7],
  ['z{65536}', 'number too big in {} quantifier', 7],
  ['\\', '\\ at end of pattern', 1],
  ['[z-a]', 'range out of order in character class', 3],
  ['[a-[:digit:]]', 'invalid range in character class', 3],
  ['[a-\\d]', 'invalid range in character class', 4],
  ['[[:foo:]]', 'unknown POSIX class name', 3],
  ['[:alpha:]', 'POSIX named classes are supported only within a class', 0],
  ['[[.a.]]', 'POSIX collating elements are not supported', 1],
  ['(?<%)b', 'unrecognized character after (?<', 3],
  ['(?z)', 'unrecognized character after (? or (?-', 2],
  ['(?', 'unrecognized character after (? or (?-', 2],
  ['(?P', 'unrecognized character after (?P', 3],
  ['(?<n', 'syntax error in subpattern name (missing terminator)', 4],
  ['(?<1>a)', 'group name must start with a non-digit', 3],
  ['(?<n>a)(?<n>b)', 'two named subpatterns have the same name', 11],
  ['(?<=a+)b', 'lookbehind assertion is not fixed length', 6],
  ['(?<=a|b{0,3})b', 'lookbehind assertion is not fixed length', 12],
  ['(?<=\\R)a', 'lookbehind assertion is not fixed length', 6],
  ['\\2', 'reference to non-existent subpattern', 2],
  ['\\k<n>', 'reference to non-existent subpattern', 4],
  ['(a)(?2)', 'reference to non-existent subpattern', 6],
  ['(a)\\g{-2}', 'reference to non-existent subpattern', 8],
  ['\\g{0}', 'a numbered reference must not be zero', 4],
  ['\\u', 'PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u', 1],
  ['[\\N]', '\\N is not supported in a class', 2],
  ['\\x{100}', 'character value in \\x{} or \\o{} is too large', 6],
  ['\\400', 'octal value is greater than \\377 in 8-bit non-UTF-8 mode', 3],
  ['\\c', '\\c at end of pattern', 2],
  ['\\p{Foo}', 'unknown property name after \\P or \\p', 6],
  ['\\p', 'malformed \\P or \\p sequence', 2],
  ['(*FOO)a', '(*VERB) not recognized or malformed', 5],
  ['(?#abc', 'missing ) after comment', 6],
  ['(abc', 'missing )', 4],
]

test.each(refused)('%s is refused: %s at %i', (pattern, fault, at) => {
  expect(compilePcre(pattern)).toEqual({ fault, at, isUnsupported: false })
})

/** The results of `re:run` of Erlang 25, on the bytes of UTF-8. */
const found: readonly (readonly [pattern: string, subject: string, isFound: boolean])[] = [
  ['^[[:digit:]]+$', '12345', true],
  ['^[[:digit:]]+$', '1234x', false],
  ['(?i)^abc', 'ABCd', true],
  ['\\A\\d+\\z', '12', true],
  ['\\A\\d+\\z', '12\n', false],
  ['^\\d+$', '12\n', true],
  ['(?P<x>a)b', 'ab', true],
  ['a++b', 'aab', true],
  ['a++ab', 'aab', false],
  ['(?>a+)ab', 'aab', false],
  ['\\Qa.b\\E', 'a.b', true],
  ['\\Qa.b\\E', 'axb', false],
  ['(?<=a)b', 'ab', true],
  ['(?<!a)b', 'ab', false],
  ['(?<n>a|b)\\k<n>', 'bb', true],
  ['(?<n>a|b)\\k<n>', 'ab', false],
  ['a\\hb', 'a\tb', true],
  ['a\\vb', 'a\nb', true],
  ['a\\Rb', 'a\r\nb', true],
  ['a{,2}b', 'a{,2}b', true],
  ['a{,2}b', 'aab', false],
  ['\\p{L}+$', 'é', false],
  ['\\p{L}+$', 'e', true],
  ['^..$', 'é', true],
  ['^.$', 'é', false],
  ['(?i)é', 'É', false],
  ['[é]', 'è', true],
  ['a(?#note)b', 'ab', true],
  ['(?x) a  b # c', 'ab', true],
  ['(?|(a)|(b))\\1', 'bb', true],
  ['^(\\((?:[^()]|(?1))*\\))$', '(a(b)c)', true],
  ['^(\\((?:[^()]|(?1))*\\))$', '(a(b)c', false],
  ['^(a)?(?(1)b|c)$', 'ab', true],
  ['^(a)?(?(1)b|c)$', 'b', false],
  ['(a)\\g{-1}', 'aa', true],
  ['[\\w-.]', '-', true],
  ['\\y', 'y', true],
  ['\\bdev\\b', 'a dev b', true],
  ['\\bdev\\b', 'devs', false],
  ['(*UCP)^\\w$', 'a', true],
]

test.each(found)('%s on %j is found: %s', (pattern, subject, isFound) => {
  expect(compiled(pattern).matches(subject)).toBe(isFound)
})

test('groups keep what they found in an earlier turn', () => {
  expect(compiled('^(?:(a)|(b))*$').tryGroups('ab')).toEqual(['a', 'b'])
  expect(compiled('^x/(.+)/(y)?(.+)$').tryGroups('x/ä/z')).toEqual(['ä', '', 'z'])
  expect(compiled('^x/').tryGroups('y/')).toBeUndefined()
})

test('what PCRE knows and this engine lacks says so', () => {
  expect(compilePcre('a(*SKIP)b')).toMatchObject({ isUnsupported: true })
  expect(findsPattern('a(*SKIP)b', 'ab')).toBeUndefined()
})

describe('hostile patterns', () => {
  const subject = `${'a'.repeat(60)}!`
  const long = 'a'.repeat(60_000)

  /** The time depends on the number of steps, so the steps are counted. */
  test.each([
    ['(a+)+$', subject, false],
    ['(a|aa)+$', subject, false],
    ['(.*)*x', subject, false],
    ['(.*)*x', 'a'.repeat(300), false],
    ['^(a|a)*b', subject, false],
    ['.*.*.*.*b', 'a'.repeat(300), false],
    ['^(\\w+-?)+$', subject, false],
    ['^(a+)+!$', subject, true],
    [`${'('.repeat(200)}a${')'.repeat(200)}`, subject, true],
    [`^${'a'.repeat(4000)}`, long, true],
    ['a{1,65535}$', `${'a'.repeat(200)}!`, false],
  ])('%s is answered', (pattern, given, isFound) => {
    expect(compiled(pattern).tryMatch(given)).toBe(isFound)
  })

  test.each([
    ['^(a+)+\\1$', subject],
    ['(.*)*x', long],
    ['(?:a?){60}a{60}b', subject],
    ['(?R)', subject],
    ['(a{65535}){65535}', long],
  ])('%s is given up, which is not found', (pattern, given) => {
    expect(compiled(pattern).tryMatch(given, 200_000)).toBe('given-up')
    expect(compiled(pattern).matches(given)).toBe(false)
  })

  test('what is too long or too deep is no pattern', () => {
    expect(compilePcre('a'.repeat(4097))).toMatchObject({ fault: 'regular expression is too large' })
    expect(compilePcre('('.repeat(300) + ')'.repeat(300))).toMatchObject({
      fault: 'parentheses are too deeply nested',
    })
  })
})
