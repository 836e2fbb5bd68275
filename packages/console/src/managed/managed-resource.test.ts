import { banned } from '@brokerdeck/contract/access/banned.ts'
import { exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { expect, it } from 'vitest'
import { pagedList, readEach, wholeList } from './managed-list.ts'
import { managedResource } from './managed-resource.ts'
import { toPosition } from './order.ts'
import { stateOf } from './state.tsx'

const words = { title: 'Hooks', label: 'Hooks' }

const plain = {
  idOf: ({ name }: { readonly name: string }) => name,
  nameOf: ({ name }: { readonly name: string }) => name,
  path: '/exhook',
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
    managedResource({
      ...plain,
      list,
      columns: ['name', 'status', 'enabled'],
      order: { move, definition: 'Asked in this order.' },
    }).path,
  ).toBe('/exhook')
  // @ts-expect-error: no resource has such a column
  managedResource({ ...plain, list, columns: ['name', 'stauts'] })
  managedResource({
    ...plain,
    list,
    // @ts-expect-error: a hook has no such field
    columns: [{ id: 'url', header: 'URL', value: ({ urll }) => urll, cell: ({ url }) => url }],
  })
  // @ts-expect-error: the endpoint has no such field
  wholeList(exhooks.list, {}, (answer) => answer.data)
  // @ts-expect-error: the endpoint is moved by name
  toPosition(exhooks.move, (_: unknown, position) => ({ params: { id: 'a' }, body: { position } }))
  pagedList(
    banned.list,
    (place, filter) => ({ query: { ...place, ...filter } }),
    (answer) => answer,
    // @ts-expect-error: bans have no such filter
    { filters: [{ kind: 'text', label: 'Client', exact: 'clientId' }] },
  )
  // @ts-expect-error: the endpoint is asked by name
  readEach(exhooks.get, ({ name }: { readonly name: string }) => ({ params: { id: name } }), stateOf)
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
  expect(stateOf(status)).toMatchObject({
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
