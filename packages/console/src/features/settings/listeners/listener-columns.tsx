import type { ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { Link } from '@tanstack/react-router'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { paths } from '#lib/paths.ts'
import { Amount } from '#ui/amount.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { listeners as m } from '../messages/listeners.ts'
import { ListenerNodes } from './listener-nodes.tsx'
import { listenerState } from './listener-state.ts'
import { ListenerUse } from './listener-use.tsx'

/** `:1883` is every address: only the port says something. */
const shownBind = ({ bind }: ListenerSummary): string => bind.replace(/^:/, '')

export const listenerColumns: readonly Column<ListenerSummary>[] = [
  {
    id: 'name',
    header: m.name,
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={paths.listener(id)} aria-label={id}>
        <Verbatim text={name} />
      </Link>
    ),
    sortable: true,
    always: true,
    width: 180,
    phone: 'name',
  },
  verbatimColumn('type', m.type, ({ type }) => type, { sortable: true, width: 90, phone: 'pair' }),
  verbatimColumn('bind', m.bind, shownBind, { sortable: true, mono: true, width: 180, phone: 'pair' }),
  {
    id: 'state',
    header: m.state,
    definition: m.stateDefinition,
    value: (listener) => listenerState(listener).word,
    cell: (listener) => {
      const { kind, word } = listenerState(listener)
      return <Status kind={kind}>{word}</Status>
    },
    sortable: true,
    width: 240,
    phone: 'status',
  },
  {
    id: 'nodes',
    header: m.nodes,
    value: ({ node_status }) => node_status.filter(({ status }) => status.running === true).length,
    cell: (listener) => <ListenerNodes listener={listener} />,
    width: 140,
    phone: 'pair',
  },
  {
    id: 'connections',
    header: m.connections,
    definition: m.connectionsDefinition,
    value: ({ status }) => status.current_connections,
    cell: ({ status }) => <ListenerUse status={status} />,
    align: 'end',
    sortable: true,
    width: 220,
    phone: 'pair',
  },
  {
    id: 'acceptors',
    header: m.acceptors,
    value: ({ acceptors }) => acceptors,
    cell: ({ acceptors }) => <Amount value={acceptors} />,
    align: 'end',
    width: 110,
  },
  {
    id: 'enable',
    header: m.enabled,
    value: ({ enable }) => enable,
    cell: ({ enable }) => (enable ? m.yes : m.no),
    width: 100,
  },
]
