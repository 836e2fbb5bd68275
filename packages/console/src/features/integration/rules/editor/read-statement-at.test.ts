import type { Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { usedWords } from '@brokerdeck/languages/rule-sql/keyword.ts'
import { ruleSqlParser } from '@brokerdeck/languages/rule-sql/rule-sql-parser.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as english from '#features/integration/rules/messages/rule-editor.ts'
import * as chinese from '#features/integration/rules/messages/rule-editor.zh.ts'
import { evaluateInMessage } from './evaluate-in-message.ts'
import { callAt, completionsAt, noteAt, nothingKnown } from './read-statement-at.ts'

const sample = new Map<string, Term>([
  ['topic', 'plant/4/event'],
  ['qos', 1n],
  ['payload', '{"line":"smt-4","temp":{"top":241.5},"odd key":1}'],
])
const known = { ...nothingKnown, sample, evaluate: evaluateInMessage, topics: ['plant/+/event'] }

/** Parses a text, in which the bar marks the place of the cursor. */
function at(marked: string) {
  const place = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { tree: ruleSqlParser.parse(text), text, place }
}

function offered(marked: string): readonly string[] {
  const { tree, text, place } = at(marked)
  return completionsAt(tree, text, place, known)?.options.map(({ label }) => label) ?? []
}

function noted(marked: string) {
  const { tree, text, place } = at(marked)
  return noteAt(tree, text, place, 1, known)
}

it('says of each word of the language what it does, and of no other', () => {
  const words = [...usedWords, 'true', 'false'].map((word) => word.toUpperCase()).sort()
  for (const { keywordTexts } of [english, chinese]) expect(Object.keys(keywordTexts).sort()).toEqual(words)
})

describe('what is offered at a place of a statement', () => {
  it('knows the columns of what stands in FROM, and the functions', () => {
    const options = offered('SELECT cl| FROM "$events/client_disconnected"')
    expect(options).toContain('clientid')
    expect(options).toContain('reason')
    expect(options).toContain('json_decode')
    expect(options).not.toContain('publish_received_at')
  })

  it('looks into the payload of the message, through objects and through what is named', () => {
    expect(offered('SELECT payload.| FROM "t/#"')).toEqual(['line', 'temp', 'odd key'])
    expect(offered('SELECT payload.temp.| FROM "t/#"')).toEqual(['top'])
    expect(offered('SELECT payload.temp as warm, warm.t| FROM "t/#"')).toEqual(['top'])
  })

  it('offers events and topics in FROM, and nothing in other texts and comments', () => {
    expect(offered('SELECT * FROM "|"')).toContain('$events/client_connected')
    expect(offered('SELECT * FROM "pl|')).toContain('plant/+/event')
    expect(offered('SELECT \'a|\' FROM "t"')).toEqual([])
    expect(offered('SELECT -- a|\n* FROM "t"')).toEqual([])
  })

  it('offers nothing for a name that is being given', () => {
    expect(offered('SELECT topic as |')).toEqual([])
    expect(offered('SELECT topic AS li|\nFROM "t/#"')).toEqual([])
    expect(offered('SELECT topic as line, l| FROM "t/#"')).toContain('line')
  })
})

describe('what is said of an expression', () => {
  it('has the value that the message gives it', () => {
    expect(noted('SELECT payload.te|mp.top as t FROM "t/#"')).toMatchObject({
      expression: 'payload.temp',
      value: { json: '{"top":241.5}' },
    })
    expect(noted('SELECT payload.temp.top as t FROM "t/#" WHERE |t > 200')).toMatchObject({
      value: { json: '241.5' },
    })
    expect(noted('SELECT payload.temp.top as |t FROM "t/#"')?.value).toEqual({ json: '241.5', keys: [] })
  })

  it('explains a function and says what it gives or why it fails', () => {
    const note = noted('SELECT n|th(2, tokens(topic, \'/\')) as n FROM "t/#"')
    expect(note?.entry?.name).toBe('nth')
    expect(note?.value).toEqual({ json: '"4"', keys: [] })
    expect(noted('SELECT a|bs(topic) FROM "t/#"')?.value).toHaveProperty('failure')
  })

  it('gives no value where each item has its own', () => {
    expect(noted('FOREACH payload.list DO it|em.a FROM "t/#"')).toBeUndefined()
  })

  it('counts the arguments of a call', () => {
    const { tree, text, place } = at('SELECT substr(topic, 1, |2) FROM "t/#"')
    expect(callAt(tree, text, place)).toMatchObject({ argument: 2, entry: { name: 'substr' } })
    const after = at('SELECT substr(topic, 1)| FROM "t/#"')
    expect(callAt(after.tree, after.text, after.place)).toBeUndefined()
  })
})

it('takes any text at any place', () => {
  const word = fc.constantFrom(
    ...[
      'SELECT ',
      'FROM ',
      'WHERE ',
      'FOREACH ',
      'DO ',
      'CASE WHEN ',
      'END ',
      'payload.',
      'payload',
      'nth(',
      ')',
    ],
    ...[
      "'",
      '"',
      '--',
      '\n',
      '[',
      ']',
      '[1..3]',
      '.',
      ',',
      ' as ',
      '1e9',
      'jq(',
      "'. as $x | $x'",
      '$events/',
      '温',
    ],
  )
  const text = fc
    .array(fc.oneof(word, fc.string({ maxLength: 4 })), { maxLength: 30 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.nat(), (statement, place) => {
      const tree = ruleSqlParser.parse(statement)
      const here = statement.length === 0 ? 0 : place % (statement.length + 1)
      completionsAt(tree, statement, here, known)
      noteAt(tree, statement, here, 1, known)
      noteAt(tree, statement, here, -1, known)
      callAt(tree, statement, here)
    }),
  )
})

it('shows no value of what would take the page its time', () => {
  // The clock is mocked: on a fast machine the step limit of the pattern is reached first, which counts as no match.
  let elapsedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += 5))
  onTestFinished(() => clock.mockRestore())
  const many = 'a'.repeat(2000)
  const shown = evaluateInMessage([], `regex_replace('${many}', '(a+)+\\1\\1b', 'x')`, sample)
  expect(shown).toEqual({ failure: '{"reason":"limit_exceeded","limit":"time"}' })
})

it('looks at the clock for a twentieth of a second at most', () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
  onTestFinished(() => clock.mockRestore())
  const pattern = `regex_match('${'ab'.repeat(100)}', '(?=(a*b*)*c)')`
  expect(evaluateInMessage([], pattern, sample)).toEqual({
    failure: '{"reason":"limit_exceeded","limit":"time"}',
  })
  expect(clock.mock.calls.length).toBeLessThan(15)
})

it('reads no message of a size that is felt, and offers no name that nobody could write', () => {
  const payload = (given: object) => new Map<string, Term>([['payload', JSON.stringify(given)]])
  const many = payload(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at])))
  expect(evaluateInMessage([], 'payload', many)).toBeUndefined()
  const nested = new Map<string, Term>([['pub_props', Array.from({ length: 70_000 }, () => [])]])
  expect(evaluateInMessage([], 'topic', nested)).toBeUndefined()
  const odd = payload({ ['k'.repeat(101)]: 1, 'line\nfeed': 2, 'turned\u202e': 3, fine: 4 })
  expect(evaluateInMessage([], 'payload', odd)).toMatchObject({ keys: ['fine'] })
})
