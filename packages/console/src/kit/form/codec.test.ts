import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatSize, parseSize } from '#kit/form/codec/byte-size.ts'
import { parseDuration, printDuration } from '#kit/form/codec/duration.ts'
import { toForm, toRequest } from './codec.ts'
import type { Field } from './field.ts'
import type { FormValue } from './form-value.ts'

const at = { path: 'it', label: 'It' } as const
const options = [
  { value: true, label: 'Yes' },
  { value: 2, label: 'Two' },
  { value: 'auto', label: 'Auto' },
]
const duration: Field = { ...at, kind: 'duration' }
const rows: Field = {
  ...at,
  kind: 'rows',
  addLabel: 'Add',
  columns: [
    { kind: 'topic', path: 'topic', label: 'Topic', isFilter: true },
    { kind: 'number', path: 'qos', label: 'QoS' },
    { kind: 'secret', path: 'auth.token', label: 'Token' },
  ],
}

/** A field of each kind that has a state of its own. */
const fields: readonly Field[] = [
  { ...at, kind: 'text' },
  { ...at, kind: 'lines' },
  { ...at, kind: 'number', isFractional: true },
  { ...at, kind: 'toggle' },
  { ...at, kind: 'select', options },
  { ...at, kind: 'multi-select', options },
  duration,
  { ...at, kind: 'byte-size' },
  { ...at, kind: 'percent' },
  { ...at, kind: 'rate', of: 'bytes' },
  { ...at, kind: 'host-port', isList: true },
  { ...at, kind: 'url' },
  { ...at, kind: 'topic', isFilter: true },
  { ...at, kind: 'json' },
  { ...at, kind: 'map', keyLabel: 'Key', valueLabel: 'Value' },
  { ...at, kind: 'list', itemLabel: 'Item', of: 'text' },
  { ...at, kind: 'list', itemLabel: 'Item', of: 'text', isCommaText: true },
  rows,
  { ...at, kind: 'one-of', word: 'infinity', wordLabel: 'Unlimited', inner: { ...at, kind: 'duration' } },
  { ...at, kind: 'secret' },
  { ...at, kind: 'certificate', of: 'ca' },
  { ...at, kind: 'file', extensions: ['.pem'] },
  { ...at, kind: 'moment', never: 'infinity' },
]

const spoken = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    'infinity',
    '80%',
    '1h30m',
    '1MB',
    '10MB/5m',
    '******',
    '2026-11-21T09:41:18.123+08:00',
    0.75,
    0,
  ),
  fc.constant(undefined),
)

test('whatever the broker said comes back untouched while nobody changed it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fields), spoken, (field, api) => {
      expect(toRequest(field, toForm(field, api), api)).toBe(api)
    }),
  )
})

test('any state can be converted, whatever stood there before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fields),
      fc.constantFrom(...fields),
      spoken,
      spoken,
      (field, other, api, before) => {
        expect(() => toRequest(field, toForm(other, api), before)).not.toThrow()
      },
    ),
  )
})

describe('what was typed', () => {
  const sent = (field: Field, value: FormValue, original?: unknown) => toRequest(field, value, original)

  it('is sent in the spelling of the API', () => {
    expect(sent({ ...at, kind: 'number' }, ' 12 ')).toBe(12)
    // A text that is not a number is sent as it was typed, so that the broker refuses it instead of losing it.
    expect(sent({ ...at, kind: 'number' }, 'twelve', 5)).toBe('twelve')
    expect(sent(duration, '1h 30M', 5)).toBe('1h30m')
    expect(sent({ ...at, kind: 'byte-size' }, '10 mb')).toBe('10MB')
    expect(sent({ ...at, kind: 'byte-size' }, '1500')).toBe(1500)
    expect(sent({ ...at, kind: 'percent' }, '75', 0.8)).toBe('75%')
    expect(sent({ ...at, kind: 'rate', of: 'count' }, '100 / s')).toBe('100/s')
    expect(sent({ ...at, kind: 'select', options }, '2')).toBe(2)
    expect(sent({ ...at, kind: 'select', options }, 'true')).toBe(true)
    expect(sent({ ...at, kind: 'multi-select', options }, ['auto', '2'])).toEqual(['auto', 2])
    expect(sent({ ...at, kind: 'json' }, '{"a": [1]}')).toEqual({ a: [1] })
    expect(sent({ ...at, kind: 'json' }, 'null', 1)).toBeNull()
    expect(sent({ ...at, kind: 'list', itemLabel: '', of: 'number' }, ['1', '', '2'])).toEqual([1, 2])
    expect(sent({ ...at, kind: 'list', itemLabel: '', of: 'text', isCommaText: true }, ['a', 'b'])).toBe(
      'a, b',
    )
    expect(sent({ ...at, kind: 'host-port', isList: true }, 'a:1, b:2', ['a:1'])).toEqual(['a:1', 'b:2'])
  })

  it('is absent where nothing stands', () => {
    for (const kind of ['number', 'duration', 'byte-size', 'percent', 'url'] as const) {
      expect(sent({ ...at, kind, isOmittedEmpty: true }, '', 'before')).toBeUndefined()
    }
    expect(sent({ ...at, kind: 'text' }, '', 'before')).toBe('')
    expect(sent({ ...at, kind: 'text', isOmittedEmpty: true }, '', 'before')).toBeUndefined()
    expect(sent({ ...at, kind: 'number' }, '', 5)).toBeUndefined()
  })

  it('is a word or a value where the API has both', () => {
    const zero: Field = {
      ...at,
      kind: 'one-of',
      word: '0s',
      wordLabel: 'Never',
      inner: { ...at, kind: 'duration' },
    }
    expect(toForm(zero, 0)).toEqual({ isWord: true, value: '' })
    expect(toForm(zero, '5m')).toEqual({ isWord: false, value: '5m' })
    expect(sent(zero, { isWord: true, value: '5m' }, '5m')).toBe('0s')
    expect(sent(zero, { isWord: false, value: '7m' }, 0)).toBe('7m')
    expect(toForm({ ...zero, default: '0s' }, undefined)).toEqual({ isWord: true, value: '' })
  })
})

describe('a secret', () => {
  const secret: Field = { ...at, kind: 'secret' }
  it('never stands in the state, and is emptied only by asking for it', () => {
    expect(JSON.stringify(toForm(secret, 'hunter2'))).not.toContain('hunter2')
    expect(toRequest(secret, { choice: 'unchanged', text: 'typed, then reconsidered' }, '******')).toBe(
      '******',
    )
    expect(toRequest(secret, { choice: 'replace', text: '' }, '******')).toBe('******')
    expect(toForm(secret, undefined)).toMatchObject({ choice: 'give' })
    expect(toRequest(secret, { choice: 'give', text: 'new' }, undefined)).toBe('new')
    expect(toRequest(secret, { choice: 'give', text: '' }, undefined)).toBeUndefined()
    expect(toRequest(secret, { choice: 'replace', text: 'new' }, '******')).toBe('new')
    expect(toRequest(secret, { choice: 'clear', text: 'new' }, '******')).toBe('')
    expect(
      toRequest({ ...secret, isOmittedEmpty: true }, { choice: 'clear', text: '' }, '******'),
    ).toBeUndefined()
  })
})

describe('rows', () => {
  it('keep what no column knows and their secrets, wherever they are moved', () => {
    const original = [
      { topic: 'a', qos: 0, auth: { token: '******' } },
      { topic: 'b', qos: 1, extra: 'kept' },
    ]
    const [first, second] = [rowAt(original, 0), rowAt(original, 1)]
    const added = { topic: 'c', qos: '2', auth: { token: { choice: 'replace', text: 'new' } } }
    expect(toRequest(rows, [{ ...second, qos: '2' }, first, added], original)).toEqual([
      { topic: 'b', qos: 2, extra: 'kept' },
      { topic: 'a', qos: 0, auth: { token: '******' } },
      { topic: 'c', qos: 2, auth: { token: 'new' } },
    ])
  })

  function rowAt(original: unknown, index: number) {
    const state = toForm(rows, original)
    const row = Array.isArray(state) ? state[index] : undefined
    return typeof row === 'object' ? row : {}
  }
})

test('a map keeps values that are no texts while their text is the same', () => {
  const map: Field = { ...at, kind: 'map', keyLabel: 'Key', valueLabel: 'Value' }
  const state = [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
    { key: '__proto__', value: 'x' },
    { key: '', value: '' },
  ]
  expect(toRequest(map, state, { a: 1, b: 1 })).toEqual(JSON.parse('{"a":1,"b":"2","__proto__":"x"}'))
})

test('a moment is in the zone of the page, to the second, or never', () => {
  const moment: Field = { ...at, kind: 'moment', never: 'infinity' }
  expect(toForm(moment, undefined)).toEqual({ isNever: true, text: '' })
  const state = toForm(moment, '2026-11-21T09:41:18+00:00')
  expect(toRequest(moment, state, undefined)).toBe('2026-11-21T09:41:18Z')
  expect(toForm(moment, 1_795_254_078)).toEqual(state)
  expect(toRequest(moment, { isNever: true, text: '' }, '2026-11-21T09:41:18Z')).toBe('infinity')
})

test('durations and sizes are read as they are written', () => {
  fc.assert(fc.property(fc.nat({ max: 1e12 }), (ms) => parseDuration(printDuration(ms)) === ms))
  fc.assert(fc.property(fc.nat({ max: 2 ** 45 }), (size) => parseSize(formatSize(size)) === size))
  expect(printDuration(90_000)).toBe('90s')
  expect(printDuration(3_600_000, ['ms', 's', 'm'])).toBe('60m')
  expect(parseDuration('1h30m')).toBe(5_400_000)
  for (const text of ['', '15', 's', '1w', '1h-30m', '1h 30']) expect(parseDuration(text)).toBeUndefined()
  for (const text of ['', '1TB', 'MB', '-1MB']) expect(parseSize(text)).toBeUndefined()
})

test('a list shows what is the default, and is absent where nothing stands and that is allowed', () => {
  const list: Field = { ...at, kind: 'list', itemLabel: '', of: 'text' }
  const commas: Field = { ...list, isCommaText: true }
  expect(toForm(list, ['a', 'b'])).toEqual(['a', 'b'])
  expect(toForm({ ...list, default: ['x'] }, undefined)).toEqual(['x'])
  expect(toForm(commas, 'a, ,b')).toEqual(['a', 'b'])
  expect(toForm(commas, ['a'])).toEqual(['a'])
  const emptied = (field: Field, original: unknown) => toRequest(field, [' '], original)
  expect([emptied(list, ['a']), emptied({ ...list, isOmittedEmpty: true }, ['a'])]).toEqual([[], undefined])
  expect([emptied(commas, 'a'), emptied({ ...commas, isOmittedEmpty: true }, 'a')]).toEqual(['', undefined])
  expect(toRequest({ ...list, of: 'number' }, ['1', 'x'], [])).toEqual([1, 'x'])
})

test('a map shows what is the default, keeps a name without a value, and is absent where nothing stands', () => {
  const map: Field = { ...at, kind: 'map', keyLabel: 'Key', valueLabel: 'Value' }
  expect(toForm({ ...map, default: { a: 1 } }, undefined)).toEqual([{ key: 'a', value: '1' }])
  const blank = { key: '', value: '' }
  expect(toRequest(map, [{ key: 'a', value: '' }, blank], { b: 1 })).toEqual({ a: '' })
  expect(toRequest(map, [blank], { b: 1 })).toEqual({})
  expect(toRequest(map, [{ key: '', value: 'typed' }], {})).toEqual({ '': 'typed' })
  expect(toRequest({ ...map, isOmittedEmpty: true }, [blank], { b: 1 })).toBeUndefined()
})

test('a bare number of a duration is one of its unit, and none where it is no time', () => {
  const seconds: Field = { ...at, kind: 'duration', bareUnit: 's' }
  expect([90, 0, -1].map((api) => toForm(seconds, api))).toEqual(['90s', '0s', '-1'])
})

test('a bare number of a rate is one of a second', () => {
  expect(toForm({ ...at, kind: 'rate', of: 'bytes' }, 1000)).toBe('1000/s')
})

test('a ratio is shown as the percentage it is', () => {
  const percent: Field = { ...at, kind: 'percent' }
  fc.assert(
    fc.property(fc.nat({ max: 100 }), (number) => {
      expect(toForm(percent, number / 100)).toBe(String(number))
      expect(toRequest(percent, String(number), undefined)).toBe(`${number}%`)
    }),
  )
})
