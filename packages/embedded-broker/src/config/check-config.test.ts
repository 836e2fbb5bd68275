import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { ipPort } from '@brokerdeck/contract/description/ip-port.ts'
import {
  boolean,
  byteSize,
  duration,
  integer,
  nonNegativeInteger,
  percent,
  positiveInteger,
  rate,
  secret,
  text,
} from '@brokerdeck/contract/description/scalars.ts'
import {
  field,
  listOf,
  mapOf,
  required,
  type Schema,
  selectUnion,
  struct,
  union,
  withDefault,
} from '@brokerdeck/contract/description/schema.ts'
import { expect, it } from 'vitest'
import { checkConfig } from './check-config.ts'
import { keepSecrets, maskSecrets } from './secrets.ts'

const alarm = struct('emqx:alarm', {
  actions: withDefault(listOf(oneOf('log', 'publish')), ['log', 'publish']),
  size_limit: withDefault(integer(1, 3000), 1000),
  validity_period: withDefault(duration, '24h'),
})

const faultsOf = (schema: Schema, value: unknown, root?: readonly string[]) => {
  const checked = checkConfig(schema, value, root)
  return 'faults' in checked ? checked.faults : []
}
const kind = 'validation_error'

it('refuses what is nested without end', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  expect(faultsOf(alarm, { size_limit: deep })).toEqual([
    { value: '…', reason: { expected: '1..3000' }, path: 'root.size_limit', kind },
  ])
})

it('fills in defaults and keeps what was written as it was written', () => {
  expect(checkConfig(alarm, { size_limit: 500 })).toEqual({
    value: { actions: ['log', 'publish'], size_limit: 500, validity_period: '24h' },
  })
  const sysmon = struct('emqx:sysmon', {
    os: field(struct('emqx:os', { high: withDefault(percent, '80%') })),
  })
  expect(checkConfig(sysmon, {})).toEqual({ value: { os: { high: '80%' } } })
  expect(checkConfig(sysmon, { os: { high: 0.75 } })).toEqual({ value: { os: { high: 0.75 } } })
})

it('says what is wrong as the broker says it, items counted from 1', () => {
  expect(faultsOf(alarm, { size_limit: 0 })).toEqual([
    { value: 0, reason: { expected: '1..3000' }, path: 'root.size_limit', kind },
  ])
  expect(faultsOf(alarm, { actions: ['log', 'mail'] })).toEqual([
    { value: 'mail', reason: 'unable_to_convert_to_enum_symbol', path: 'root.actions.2', kind },
  ])
  expect(faultsOf(alarm, { validity_period: 'x' }, [])).toEqual([
    { value: 'x', reason: 'Not a valid duration', path: 'validity_period', kind },
  ])
  expect(faultsOf(alarm, [])).toEqual([{ value: [], reason: 'bad_value_for_struct', path: 'root', kind }])
  expect(faultsOf(alarm, { actions: { a: 1 } })).toEqual([
    { path: 'root.actions', kind, bad_array_index_keys: ['a'] },
  ])
  expect(faultsOf(alarm, { actions: 'log' })).toEqual([
    { path: 'root.actions', kind, got: 'string', expected_data_type: 'array' },
  ])
})

it('lists several faults in the order of the fields', () => {
  const forceGc = struct('emqx:force_gc', { count: field(integer(0)), bytes: field(byteSize) })
  expect(faultsOf(forceGc, { bytes: 'x', count: -1 }, ['force_gc'])).toEqual([
    { value: -1, reason: { expected: '0..inf' }, path: 'force_gc.count', kind },
    { value: 'x', reason: 'Not a valid bytesize', path: 'force_gc.bytes', kind },
  ])
})

it('names unknown fields, and at most two that were left out', () => {
  expect(faultsOf(alarm, { foo: 1 })).toEqual([
    { unmatched: 'actions,size_limit,...', unknown: 'foo', reason: 'unknown_fields', path: 'root', kind },
  ])
  const log = struct(
    'emqx:log',
    { console: field(boolean) },
    { aliases: { console_handler: 'console' }, hidden: ['burst_limit'] },
  )
  expect(faultsOf(log, { console: true, burst_limit: {}, foo: 1 })).toEqual([
    { unmatched: 'console_handler', unknown: 'foo', reason: 'unknown_fields', path: 'root', kind },
  ])
  expect(checkConfig(log, { console_handler: true, burst_limit: 5 })).toEqual({
    value: { console: true, burst_limit: 5 },
  })
})

it('tells for each member of a union why it does not fit', () => {
  const disk = struct('emqx:vm', { large_heap: withDefault(union(byteSize, literal('disabled')), '32MB') })
  expect(faultsOf(disk, { large_heap: 'big' })).toEqual([
    {
      reason: 'matched_no_union_member',
      path: 'root.large_heap',
      mismatches: {
        'emqx_schema:bytesize()': {
          value: 'big',
          reason: 'Not a valid bytesize',
          path: 'root.large_heap',
          kind,
        },
        disabled: { value: 'big', reason: 'Expected: disabled, got:big', path: 'root.large_heap', kind },
      },
      kind,
    },
  ])
})

it('names the member that a selector chose', () => {
  const tcp = struct('listeners:tcp', { id: required(text), bind: field(ipPort) })
  const listener = selectUnion([tcp], (value) =>
    JSON.stringify(value).includes('tcp')
      ? tcp
      : { reason: 'unknown listener type', details: { field_name: 'type' } },
  )
  expect(faultsOf(listener, { id: 'tcp:a', bind: 70_000 })).toEqual([
    {
      value: 70_000,
      reason: 'port_number_too_large',
      path: 'root.bind',
      matched_type: 'listeners:tcp',
      kind,
    },
  ])
  expect(faultsOf(listener, {})).toEqual([
    { reason: 'unknown listener type', path: 'root', field_name: 'type', kind },
  ])
})

it.each([
  [boolean, 'maybe', 'Unable to parse boolean value'],
  [positiveInteger, 'many', { expected: 'pos_integer()' }],
  [nonNegativeInteger, -1, { expected: 'non_neg_integer()' }],
  [integer(1, 5), 'many', 'Unable to parse integer value'],
  [percent, '180%', '180%'],
  [rate, 'fast', 'fast'],
  [byteSize, '100000TB', 'Not a valid bytesize'],
  [ipPort, 'abc', 'bad_port_number'],
  [ipPort, 'localhost:1883', 'bad_ip_port'],
  [text, { a: 1 }, { expected: 'binary()' }],
])('%# refuses with its reason', (schema, value, reason) => {
  expect(faultsOf(schema, value)).toEqual([{ value, reason, path: 'root', kind }])
})

it.each([
  [ipPort, [1883, ':1883', '127.0.0.1:0', '[::1]:1883', '0']],
  [rate, ['infinity', '1000/s', '600/1m', '1MB/10s', '100']],
  [duration, ['1h30m', '15s', '5000ms', 60_000, '1d']],
])('%# takes the spellings of its type', (schema, values) => {
  for (const value of values) expect(checkConfig(schema, value)).toEqual({ value })
})

it('masks secrets and keeps those that were masked', () => {
  const user = struct('user', { name: field(text), password: field(secret) })
  const schema = struct('all', { one: field(user), many: field(listOf(user)), map: field(mapOf('id', user)) })
  const filled = { name: 'a', password: 'p' }
  const before = { one: filled, many: [filled], map: { x: filled } }
  const shown = maskSecrets(schema, before)
  expect(JSON.stringify(shown)).not.toContain('"p"')
  expect(keepSecrets(schema, shown, before)).toEqual(before)
})
