import type { ActionSummary } from '@brokerdeck/contract/integration/actions.ts'
import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { integration } from '#routes/integration-routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { endpointsOf } from '../bridges/bridge-endpoints.ts'
import { BridgeNodes } from '../bridges/bridge-nodes.tsx'
import { type Bridge, bridgeColumns, bridgeId, bridgePath, isOfWebhook } from '../bridges/bridge-parts.tsx'
import { connectors as m } from '../messages/bridges.ts'
import classes from './connector-overview.module.css'

const { actions, sources, createAction, createSource } = integration.routes

interface ConnectorProps {
  readonly connector: Connector
}

/** How a connector fares on each node and why, and what goes through it. */
export function ConnectorOverview({ connector }: ConnectorProps) {
  const hasActions = useTypes('action').includes(connector.type)
  const hasSources = useTypes('source').includes(connector.type)
  return (
    <div className={classes['stack']}>
      <BridgeNodes kind="connector" bridge={connector} />
      {hasActions && <Users kind="action" connector={connector} />}
      {hasSources && <Users kind="source" connector={connector} />}
      {!hasActions && !hasSources && <EmptyState title={m.noUsers} />}
    </div>
  )
}

/** Undefined types of an older broker count as none: nothing is offered that it refuses. */
const useTypes = (kind: 'action' | 'source') =>
  useQuery({ ...read(endpointsOf[kind].types, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? []

const pathsOf = {
  action: { list: actions.path, title: m.actions, create: createAction.path, toCreate: m.createAction },
  source: { list: sources.path, title: m.sources, create: createSource.path, toCreate: m.createSource },
} as const

/** The actions or the sources that go through it, each with its state. */
function Users({ kind, connector }: ConnectorProps & { readonly kind: 'action' | 'source' }) {
  const { list, title, create, toCreate } = pathsOf[kind]
  const navigate = useNavigate()
  const names = kind === 'action' ? connector.actions : connector.sources
  const result = useQuery(readSummaries(kind, { pollSeconds: 10 }))
  const isOfIt = (one: Bridge) => one.type === connector.type && names.includes(one.name)
  return (
    <Panel
      title={title}
      actions={
        <Button
          size="small"
          disabledReason={whyNoWrite() ?? (isOfWebhook(connector) ? m.ofWebhook : undefined)}
          onClick={() => void navigate({ to: create, search: { connector: bridgeId(connector) } })}
        >
          {toCreate}
        </Button>
      }
    >
      <DataTable<ActionSummary>
        label={title}
        rowKey={bridgeId}
        query={tableQuery(result, (all) => all.filter(isOfIt))}
        fit="part"
        empty={<EmptyState title={m.notUsed} />}
        columns={[
          {
            id: 'name',
            header: m.name,
            value: bridgeId,
            cell: (one) => (
              <Link to={bridgePath(list, bridgeId(one))}>
                <Verbatim text={bridgeId(one)} mono />
              </Link>
            ),
            always: true,
            width: 240,
            phone: 'name',
          },
          bridgeColumns.status,
          bridgeColumns.reason,
          verbatimColumn('rules', m.rules, ({ rules }) => rules.join(', '), { width: 240, phone: 'line' }),
        ]}
      />
    </Panel>
  )
}
