import { describe, expect, it, test } from 'vitest'
import { form as english } from '#kit/messages/form.ts'
import { form as chinese } from '#kit/messages/form.zh.ts'
import { documentToForm } from './document.ts'
import type { Field } from './field.ts'
import { formFaults } from './form-faults.ts'
import type { FormValue } from './form-value.ts'

const at = { path: 'it', label: 'Thing' } as const

function faultOf(field: Field, value: FormValue, isNew = false): string | undefined {
  const [fault, ...rest] = formFaults([{ id: 's', title: 'S', fields: [field] }], { it: value }, { isNew })
  expect(rest).toEqual([])
  return fault === undefined ? undefined : `${fault.path}: ${fault.message}`
}

test('the specified words stand to the letter (specification §5)', () => {
  const priorities: Field = {
    ...at,
    kind: 'map',
    keyLabel: 'Topic',
    valueLabel: 'Priority',
    valueRange: { min: 1, max: 255, message: english.priority },
  }
  const row = (key: string, value: string) => ({ key, value })
  expect(faultOf({ ...at, kind: 'number', min: 1, max: 65_535 }, '0')).toBe(
    'it: Input error: the number range is 1 - 65535',
  )
  expect(faultOf({ ...at, kind: 'json' }, '{')).toBe('it: Please enter the correct JSON')
  expect(faultOf({ ...at, kind: 'rate', of: 'count' }, 'fast')).toBe(
    'it: Please enter a properly formatted rate configuration',
  )
  expect(faultOf(priorities, [row('a', '1'), row('b', '256')])).toBe(
    'it.1.value: Priority number must be a number between 1 and 255.',
  )
  expect(faultOf(priorities, [row('a', '1'), row('a', '2')])).toBe('it.1.key: Duplicated Attribute')
  expect(faultOf(priorities, [row('', '2')])).toBe('it.0.key: Please complete the table')
  expect(
    faultOf({ ...at, kind: 'moment', isFuture: true }, { isNever: false, text: '2020-01-01T00:00' }),
  ).toBe('it: The selected time cannot be earlier than the current time')
  expect(faultOf({ ...at, kind: 'moment' }, { isNever: false, text: 'soon' })).toBe(
    'it: Please enter the value in the correct format',
  )
  expect(faultOf({ ...at, kind: 'file', extensions: ['.pem'], isRequired: true }, undefined)).toBe(
    'it: Please select a file first',
  )
  expect(faultOf({ ...at, kind: 'file', extensions: ['.pem', '.crt'] }, new File(['x'], 'x.txt'))).toBe(
    'it: Please upload a file with extension .pem, .crt',
  )
  expect(faultOf({ ...at, kind: 'text', isRequired: true }, '')).toBe('it: Please enter')
  expect(faultOf({ ...at, kind: 'text', isRequired: true, requiredMessage: 'Name it' }, '')).toBe(
    'it: Name it',
  )
  expect(faultOf({ ...at, kind: 'topic', isFilter: true, isRequired: true }, 'a/#/b')).toMatch(/last level/)
  expect(chinese.range('1', '9')).toBe('输入错误：数值范围为 1 - 9')
})

test.each<[Field, readonly string[], readonly string[]]>([
  [{ ...at, kind: 'number' }, ['', '0', '-3', '1e3'], ['x', '1.5', '0x10', 'Infinity']],
  [{ ...at, kind: 'number', isFractional: true, min: 0 }, ['0.5'], ['-0.1']],
  [
    { ...at, kind: 'duration', min: '1s', max: '1h' },
    ['1s', '30m', '59m 60s'],
    ['500ms', '2h', '30', 'soon'],
  ],
  [{ ...at, kind: 'byte-size', max: '1GB' }, ['1KB', '2048', '1gb'], ['2GB', '1TB', 'big', '0.5MB']],
  [{ ...at, kind: 'percent' }, ['0', '80', '80%', '0.5'], ['101', '-1', 'half']],
  [
    { ...at, kind: 'rate', of: 'bytes' },
    ['10MB/5m', '100/s', '1kb', 'infinity'],
    ['10MB per s', '/s', '1PB/s', '1.5', '1.5MB/s', '0.5/s'],
  ],
  [{ ...at, kind: 'rate', of: 'count' }, ['100', '100/s', '1000/10m'], ['1MB/s', '-1']],
  [
    { ...at, kind: 'host-port' },
    ['a.b:1', '10.0.0.1:1883', '[::1]:1883', 'my_host:99', `\${host}:1`],
    ['a', '::1:1883', 'a:0', 'a:70000', 'a b:1', '[::1]'],
  ],
  [
    { ...at, kind: 'host-port', isBind: true },
    ['1883', ':1883', '0.0.0.0:1883', '[::]:1883'],
    ['70000', 'host'],
  ],
  [{ ...at, kind: 'host-port', isList: true, defaultPort: 9092 }, ['a, b:9093'], ['a, :1', 'a,']],
  [
    { ...at, kind: 'url' },
    ['http://a', `https://a:8080/b?c=\${d}`, `http://\${host}/x`],
    ['a', 'ftp://a', 'http://', 'http://a b'],
  ],
  [
    { ...at, kind: 'url', isFixedHost: true },
    ['http://a', `http://a:80/\${u}?c=\${d}&e=x@y`, 'https://[::1]:1/@'],
    [`http://\${host}/x`, 'http://u:p@a/', 'http://a/#b', 'a'],
  ],
  [{ ...at, kind: 'topic', isFilter: false }, ['a/b'], ['a/+', '#']],
  [{ ...at, kind: 'certificate', of: 'ca' }, ['etc/certs/ca.pem', ''], ['-----BEGIN CERTIFICATE-----\nMII']],
  [
    { ...at, kind: 'text', pattern: { regex: /^\w+$/g, message: 'no' }, maxLength: 3 },
    ['abc', '😀'.slice(0, 0)],
    ['a b', 'abcd'],
  ],
])('%o takes %o and refuses %o', (field, good, bad) => {
  for (const text of good) expect([text, faultOf(field, text)]).toEqual([text, undefined])
  for (const text of bad)
    expect([text, faultOf(field, text)]).toEqual([text, expect.stringMatching(/^it: ./)])
})

describe('a field', () => {
  it('with a default may be left empty, and one that cannot be changed is not judged', () => {
    expect(faultOf({ ...at, kind: 'text', isRequired: true, default: 'x' }, '')).toBeUndefined()
    expect(faultOf({ ...at, kind: 'number', readOnly: 'Fixed' }, 'x')).toBeUndefined()
  })

  it('that the broker has like this is not refused', () => {
    const sections = [{ id: 's', title: 'S', fields: [{ ...at, kind: 'duration' } as const] }]
    const stored = documentToForm(sections, { it: 'eternal' })
    expect(formFaults(sections, stored, { isNew: false, stored })).toEqual([])
    expect(formFaults(sections, stored, { isNew: false })).toHaveLength(1)
  })

  it('does not excuse what was hidden and is asked for now', () => {
    const fields: readonly Field[] = [
      { kind: 'select', path: 'mode', label: 'Mode', options: [] },
      { kind: 'text', path: 'at', label: 'At', isRequired: true, when: [{ path: 'mode', is: ['b'] }] },
    ]
    const sections = [{ id: 's', title: 'S', fields }]
    const faultsFrom = (mode: string) => {
      const stored = documentToForm(sections, { mode })
      return formFaults(sections, { ...stored, mode: 'b' }, { isNew: false, stored })
    }
    expect(faultsFrom('a')).toEqual([{ path: 'at', message: 'Please enter' }])
    expect(faultsFrom('b')).toEqual([])
  })

  it('of a word or a value needs the value once the word is not chosen', () => {
    const field: Field = {
      ...at,
      kind: 'one-of',
      word: 'infinity',
      wordLabel: 'Never',
      inner: { ...at, kind: 'duration', min: '1s' },
    }
    expect(faultOf(field, { isWord: true, value: 'x' })).toBeUndefined()
    expect(faultOf(field, { isWord: false, value: '' })).toBe('it: Please enter')
    expect(faultOf(field, { isWord: false, value: '10ms' })).toMatch(/shortest/)
  })
})

test('a secret that is needed has to be given once, and is not emptied by accident', () => {
  const secret: Field = { ...at, kind: 'secret', isRequired: true }
  expect(faultOf(secret, { choice: 'unchanged', text: '' }, true)).toBe('it: Thing is required')
  expect(faultOf(secret, { choice: 'unchanged', text: '' })).toBeUndefined()
  expect(faultOf(secret, { choice: 'replace', text: '' })).toMatch(/keep the stored one/)
  expect(faultOf(secret, { choice: 'give', text: '' })).toBe('it: Thing is required')
  expect(faultOf(secret, { choice: 'give', text: 'x' })).toBeUndefined()
  expect(faultOf(secret, { choice: 'clear', text: '' })).toBe('it: Thing is required')
  expect(faultOf({ ...secret, isRequired: false }, { choice: 'clear', text: '' })).toBeUndefined()
})

test('rows say which cell is wrong', () => {
  const rows: Field = {
    ...at,
    kind: 'rows',
    addLabel: 'Add',
    uniqueBy: 'topic',
    duplicateMessage: 'Listed twice',
    columns: [
      { kind: 'topic', path: 'topic', label: 'Topic', isFilter: true, isRequired: true },
      { kind: 'number', path: 'qos', label: 'QoS', max: 2, when: [{ path: 'topic', is: ['a'] }] },
    ],
  }
  expect(faultOf(rows, [{ topic: 'a', qos: '1' }, { topic: '' }])).toBe(
    'it.1.topic: Please complete the table',
  )
  expect(faultOf(rows, [{ topic: 'a', qos: '3' }])).toBe('it.0.qos: The highest value is 2')
  expect(faultOf(rows, [{ topic: 'b', qos: '3' }])).toBeUndefined()
  expect(faultOf(rows, [{ topic: 'b' }, { topic: 'b' }])).toBe('it.1.topic: Listed twice')
  const topics: Field = { ...at, kind: 'list', itemLabel: 'Topic', of: 'topic' }
  expect(faultOf(topics, ['a', '', 'a'])).toMatch(/^it\.2: .*twice/)
  expect(faultOf({ ...topics, isRequired: true }, [''])).toBe('it: Please enter topic')
})
