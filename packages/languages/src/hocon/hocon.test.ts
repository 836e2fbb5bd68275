import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseHocon } from './parse-hocon.ts'
import { printHocon } from './print-hocon.ts'

const readText = (text: string) => {
  const parsed = parseHocon(text)
  return 'value' in parsed ? parsed.value : parsed.error
}

it('reads what people write', () => {
  const text = `
    # limits
    alarm { size_limit = 1000, validity_period = 24h, actions = [log, publish] } // at once
    mqtt.max_qos_allowed: 2
    mqtt { max_packet_size = 1MB
           retain_available = true }
    "a.b" = "x\\ty" z
    rate = 1000/s
    list = [ {a: 1}, [2.5, -3e2]
             """three "quotes""""", ]
    list += last
    nothing = null
    `
  expect(readText(text)).toEqual({
    alarm: { size_limit: 1000, validity_period: '24h', actions: ['log', 'publish'] },
    mqtt: { max_qos_allowed: 2, max_packet_size: '1MB', retain_available: true },
    'a.b': 'x\ty z',
    rate: '1000/s',
    list: [{ a: 1 }, [2.5, -300], 'three "quotes""', 'last'],
    nothing: null,
  })
  expect(readText('{ a = 1 }')).toEqual({ a: 1 })
  expect(readText('')).toEqual({})
})

it('merges objects and replaces the rest', () => {
  expect(readText('a { b = 1, c = [1] }\na { c = [2], d = 3 }\na.b = 4')).toEqual({
    a: { b: 4, c: [2], d: 3 },
  })
})

it('reads texts of several lines as the broker writes them', () => {
  const text = `rule {
    sql = """~
      SELECT *
        FROM "t/#"

      WHERE a = 'b\\n'
      ~"""
    short = """~"quoted"~"""
    plain = """ as it
  stands """
    name = emqx@127.0.0.1
  }`
  expect(readText(text)).toEqual({
    rule: {
      sql: 'SELECT *\n  FROM "t/#"\n\nWHERE a = \'b\\n\'\n',
      short: '"quoted"',
      plain: ' as it\n  stands ',
      name: 'emqx@127.0.0.1',
    },
  })
  expect(readText('a = """~\n    one\n    two"""')).toEqual({ a: 'one\ntwo' })
})

it('knows the line of each value', () => {
  const parsed = parseHocon('a {\n  b = 1\n\n  c.d = 2\n}\ne = 3')
  expect('lines' in parsed ? Object.fromEntries(parsed.lines) : parsed).toEqual({
    a: 1,
    'a.b': 2,
    'a.c.d': 4,
    e: 6,
  })
})

it.each([
  ['a = "x', 1, 'the text is not closed'],
  ['a {\n  b =', 2, 'syntax error before: '],
  ['a = 1 }', 1, 'syntax error before: "}"'],
  ['a = 1\nb ? 2', 2, 'syntax error before: "?"'],
  ['x = ${y}', 1, 'substitutions are not supported here'],
  ['\ninclude "other.conf"', 2, 'include is not supported here'],
])('refuses %j with its line', (text, line, reason) => {
  expect(parseHocon(text)).toEqual({ error: { line, reason } })
})

it('refuses what would exhaust the stack', () => {
  const error = { line: 1, reason: 'too deep' }
  expect(parseHocon('a{'.repeat(100_000))).toEqual({ error })
  expect(parseHocon(`a = ${'['.repeat(100_000)}`)).toEqual({ error })
  expect(parseHocon('a.'.repeat(100_000))).toEqual({ error })
})

const keys = fc.string({ unit: 'binary', maxLength: 8 })
const json = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('true', 'null', '24h', 'a b', '"', '${x}', '//', 'include'),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}))

it('reads back what it prints', () => {
  fc.assert(
    fc.property(json.object, (document) => {
      expect(readText(printHocon(document))).toEqual(JSON.parse(JSON.stringify(document)))
    }),
  )
})

it('survives any text', () => {
  const scraps = fc.constantFrom(
    'a',
    '.',
    '=',
    ':',
    '{',
    '}',
    '[',
    ']',
    '"',
    '"""',
    ',',
    '\n',
    ' ',
    '#',
    '//',
    '+=',
    '\\',
    '$',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(scraps).map((parts) => parts.join('')),
      ),
      (text) => {
        const parsed = parseHocon(text)
        expect('value' in parsed || parsed.error.line >= 1).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})

recordedTest('reads every recorded text and prints it alike', () => {
  const texts = recordedExchanges().filter(
    ({ file, path, method, status, answer }) =>
      file === 'community/configs.json' &&
      method === 'GET' &&
      path.endsWith('/configs') &&
      status === 200 &&
      typeof answer === 'string',
  )
  for (const { answer, title } of texts) {
    // Recordings are cut off at 2048 characters and show redacted values in angle brackets.
    if (typeof answer !== 'string' || answer.length >= 2048) continue
    const text = answer.replace('<token>', 'token')
    const parsed = parseHocon(text)
    expect('value' in parsed ? printHocon(parsed.value) : parsed.error, title).toEqual(text)
  }
})

it('bounds what a text may cost, however small it is', { timeout: 60_000 }, () => {
  const read = (text: string) => {
    const parsed = parseHocon(text)
    return 'value' in parsed ? parsed : parsed.error.reason
  }
  // A list that is copied for each of its items would take minutes.
  const added = parseHocon('a += 1\n'.repeat(60_000))
  expect('value' in added && Array.isArray(added.value['a']) && added.value['a'].length).toBe(60_000)
  // The paths of this text of 145 kB would take half a gigabyte.
  const fields = Array.from({ length: 5_000 }, (_, at) => `b${at} = 1`).join('\n')
  const deep = parseHocon(`${`${'k'.repeat(1_000)} {`.repeat(90)}${fields}${'}'.repeat(90)}`)
  expect('lines' in deep && [...deep.lines.keys()].join('').length).toBeLessThan(1_000)
  expect(read(`a=[${'{},'.repeat(500_001)}]`)).toBe('too many values')
  expect(read(`a = "${'x'.repeat(8 * 1024 * 1024)}"`)).toBe('too long')
})

it('leaves a number that JavaScript has not as the text that it is', () => {
  const text = 'a = 12345678901234567890, b = 1e999, c = -9007199254740991, d = 1.5e3'
  expect(parseHocon(text)).toMatchObject({
    value: { a: '12345678901234567890', b: '1e999', c: -9_007_199_254_740_991, d: 1500 },
  })
})
