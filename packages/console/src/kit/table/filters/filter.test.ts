import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import type { clients } from '@brokerdeck/contract/traffic/clients.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeFilters, type Filter, type FilterValues, parseFilters } from './filter.ts'

const filters: readonly Filter[] = [
  { kind: 'text', label: 'Client ID', exact: 'clientid', contains: 'like_clientid' },
  {
    kind: 'select',
    label: 'State',
    key: 'conn_state',
    options: [{ value: 'connected', label: 'Connected' }],
  },
  { kind: 'number', label: 'QoS', key: 'qos', min: 0, max: 2 },
  { kind: 'date-time', label: 'Connected', from: 'gte_connected_at', to: 'lte_connected_at' },
]

test('takes its own from a URL and drops what is wrong', () => {
  expect(
    parseFilters(filters, {
      clientid: '0042',
      conn_state: 'exploded',
      qos: 1,
      gte_connected_at: '2026-11-21T09:00:00Z',
      lte_connected_at: 'soon',
      page: 3,
    }),
  ).toEqual({ clientid: '0042', qos: '1', gte_connected_at: '2026-11-21T09:00:00Z' })
  expect(parseFilters(filters, { qos: 3, clientid: '', like_clientid: ['a'] })).toEqual({})
})

test('a number has its bounds where there are any, and a choice that the broker gives is not checked', () => {
  const more: readonly Filter[] = [
    ...filters,
    { kind: 'number', label: 'Any', key: 'any' },
    { kind: 'select', label: 'Node', key: 'node', options: [], isOpenEnded: true },
    { kind: 'select', label: 'Clean start', key: 'clean_start', options: [{ value: 'false', label: 'No' }] },
  ]
  const read = (search: Readonly<Record<string, unknown>>) => Object.values(parseFilters(more, search)).join()
  expect([-1, 0, 2, 3].map((qos) => read({ qos }))).toEqual(['', '0', '2', ''])
  expect([-7, 7_000, 'x', Infinity].map((any) => read({ any }))).toEqual(['-7', '7000', '', ''])
  expect([read({ node: 'n@gone' }), read({ clean_start: false })]).toEqual(['n@gone', 'false'])
})

test('never fails, and reading again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('clientid', 'conn_state', 'qos', 'lte_connected_at'), fc.anything()),
      (search) => {
        const values = parseFilters(filters, search)
        expect(parseFilters(filters, values)).toEqual(values)
      },
    ),
  )
})

test('an empty value takes the filter away', () => {
  expect(changeFilters({ clientid: 'a', qos: '1' }, { clientid: '', like_clientid: 'b' })).toEqual({
    qos: '1',
    like_clientid: 'b',
  })
})

test('a filter that the endpoint does not know does not compile', () => {
  type ClientFilter = Filter<QueryKey<typeof clients.list>>
  const known: ClientFilter = { kind: 'number', label: 'Version', key: 'proto_ver' }
  // @ts-expect-error: a letter is missing
  const misspelt: ClientFilter = { kind: 'number', label: 'Version', key: 'proto_vr' }
  expect([known, misspelt]).toHaveLength(2)
})

test('a value that no filter is declared for cannot be read', () => {
  const values: FilterValues<QueryKey<typeof clients.list>> = { clientid: 'a' }
  expect(values.clientid).toBe('a')
  // @ts-expect-error: a letter is missing
  expect(values.clintid).toBeUndefined()
})
