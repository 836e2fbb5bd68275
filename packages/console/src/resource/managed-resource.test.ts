import { banned } from '@brokerdeck/contract/access/banned.ts'
import { exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { describe, expect, it } from 'vitest'
import { linkTo } from '#routes/routes.ts'
import { createPagedList, queryPerItem, readOne, wholeList } from './managed-list.ts'
import { declareResource, toMovePosition, toPosition } from './managed-resource.ts'
import { toManagedState } from './state.tsx'

const words = { title: 'Hooks', label: 'Hooks' }

const plain = {
  toId: ({ name }: { readonly name: string }) => name,
  formatName: ({ name }: { readonly name: string }) => name,
  address: linkTo('exhooks'),
  exportName: 'hooks',
  words,
} as const

it('takes what the endpoint has, and nothing that is misspelt', () => {
  const list = wholeList(exhooks.list, {}, (answer) => answer)
  const move = toPosition(exhooks.move, ({ name }: { readonly name: string }, position) => ({
    params: { name },
    body: { position },
  }))
  expect(
    declareResource({
      ...plain,
      list,
      columns: ['name', 'status', 'enabled'],
      order: { move, definition: 'Asked in this order.' },
    }).address.to,
  ).toBe('/exhook')
  // @ts-expect-error: no resource has such a column
  declareResource({ ...plain, list, columns: ['name', 'stauts'] })
  declareResource({
    ...plain,
    list,
    // @ts-expect-error: a hook has no such field
    columns: [{ id: 'url', header: 'URL', value: ({ urll }) => urll, cell: ({ url }) => url }],
  })
  // @ts-expect-error: the endpoint has no such field
  wholeList(exhooks.list, {}, (answer) => answer.data)
  // @ts-expect-error: the endpoint is moved by name
  toPosition(exhooks.move, (_: unknown, position) => ({ params: { id: 'a' }, body: { position } }))
  createPagedList(
    banned.list,
    (place, filter) => ({ query: { ...place, ...filter } }),
    (answer) => answer,
    // @ts-expect-error: bans have no such filter
    { filters: [{ kind: 'text', label: 'Client', exact: 'clientId' }] },
  )
  const name = { kind: 'text', label: 'Name', contains: 'name' } as const
  const sorted = { id: 'url', header: 'URL', value: () => '', cell: () => '', sortable: true } as const
  const named = wholeList(exhooks.list, {}, (all) => all, { filters: [name] })
  // @ts-expect-error: the address of the list has no such filter
  declareResource({ ...plain, list: named, columns: [] })
  // @ts-expect-error: the address of the list knows no such order
  declareResource({ ...plain, address: linkTo('plugins'), list, columns: [sorted] })
  // @ts-expect-error: a page that declares no list
  declareResource({ ...plain, address: linkTo('health'), list, columns: ['name'] })
  const page = {
    read: readOne(
      exhooks.get,
      (id) => ({ params: { name: id } }),
      (one) => one,
    ),
    words: { tabs: '', absentTitle: '', absentText: '' },
  }
  const [hooks, settings] = [
    { id: 'hooks', label: 'Hooks' },
    { id: 'settings', label: 'Settings' },
  ] as const
  const paged = { ...plain, list, columns: [] }
  declareResource({
    ...paged,
    page: { ...page, address: (id, tab) => linkTo('exhook', { name: id }, { tab }), tabs: [hooks, settings] },
  })
  declareResource({
    ...paged,
    // @ts-expect-error: a declared tab is not drawn
    page: { ...page, address: (id, tab) => linkTo('exhook', { name: id }, { tab }), tabs: [settings] },
  })
  const more = [hooks, settings, { id: 'more', label: 'More' }] as const
  declareResource({
    ...paged,
    // @ts-expect-error: a tab is drawn that is not declared
    page: { ...page, address: (id, tab) => linkTo('exhook', { name: id }, { tab }), tabs: more },
  })
  const byId = ({ name }: { readonly name: string }) => ({ params: { id: name } })
  // @ts-expect-error: the endpoint is asked by name
  queryPerItem(exhooks.get, byId, toManagedState)
})

it('tells how each node is doing, with the reason that it gives', () => {
  const status = {
    status: 'inconsistent',
    node_status: [
      { node: 'a', status: 'connected' },
      { node: 'b', status: 'disconnected' },
      { node: 'c', status: 'something new' },
      { node: 'd', status: 'disconnected', status_reason: 'no_connection' },
      { node: 'e', status: 'connected', status_reason: '' },
    ],
    node_error: [{ node: 'b', error: 'econnrefused' }],
  }
  expect(toManagedState(status)).toMatchObject({
    kind: 'warn',
    nodes: [
      { node: 'a', kind: 'ok', reason: undefined },
      { node: 'b', kind: 'bad', reason: 'econnrefused' },
      { node: 'c', kind: 'unknown' },
      { node: 'd', kind: 'bad', reason: 'no_connection' },
      { node: 'e', kind: 'ok', reason: undefined },
    ],
  })
})

const ids = ['a', 'b', 'c', 'd']
const position = (id: string, to: number) => toMovePosition({ ids, id, to })

describe('a position in an order', () => {
  it('is named by what stands there after the move', () => {
    expect(position('c', 0)).toBe('front')
    expect(position('b', 3)).toBe('rear')
    expect(position('a', 1)).toBe('before:c')
    expect(position('d', 1)).toBe('before:b')
  })

  it('is none where nothing moves', () => {
    expect(position('c', 2)).toBeUndefined()
    expect(toMovePosition({ ids: ['a'], id: 'a', to: 0 })).toBeUndefined()
  })

  it('keeps within the list', () => {
    expect(position('b', -1)).toBe('front')
    expect(position('b', 9)).toBe('rear')
  })
})
