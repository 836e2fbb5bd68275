import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { FilterOf } from '#routes/routes.ts'
import { clients as m } from '../messages/lists.ts'

const yesOrNo = [
  { value: 'true', label: m.yes },
  { value: 'false', label: m.no },
]

/** All filters of `GET /clients`. Exact comparison first: a part of a text makes the broker look at every session. */
export function clientFilters(nodes: readonly Node[]): readonly Filter<FilterOf<'clients'>>[] {
  return [
    {
      kind: 'text',
      label: m.client,
      exact: 'clientid',
      contains: 'like_clientid',
      isMain: true,
      mono: true,
    },
    { kind: 'text', label: m.username, exact: 'username', contains: 'like_username', isMain: true },
    { kind: 'text', label: m.ip, exact: 'ip_address', isMain: true, mono: true },
    {
      kind: 'select',
      label: m.state,
      key: 'conn_state',
      options: [
        { value: 'connected', label: m.connectedState },
        { value: 'idle', label: m.idleState },
        { value: 'disconnected', label: m.disconnectedState },
      ],
    },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
    {
      kind: 'select',
      label: m.protocolVersion,
      key: 'proto_ver',
      options: [
        { value: '5', label: '5.0' },
        { value: '4', label: '3.1.1' },
        { value: '3', label: '3.1' },
      ],
    },
    { kind: 'select', label: m.cleanStart, key: 'clean_start', options: yesOrNo },
    { kind: 'date-time', label: m.connectedAt, from: 'gte_connected_at', to: 'lte_connected_at' },
    { kind: 'date-time', label: m.createdAt, from: 'gte_created_at', to: 'lte_created_at' },
  ]
}

/** A substring makes the broker look at every session: such a list is asked for by hand, never again by itself. */
export function isFuzzy(values: FilterValues): boolean {
  return values['like_clientid'] !== undefined || values['like_username'] !== undefined
}
