import type { ActionSummary } from '@brokerdeck/contract/integration/actions.ts'
import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createLine, read, whyNoWrite } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { endpointsOf } from '#features/integration/bridges/bridge-endpoints.ts'
import { BridgeNodes } from '#features/integration/bridges/bridge-nodes.tsx'
import { bridgeColumns } from '#features/integration/bridges/bridge-parts.tsx'
import {
  type Bridge,
  bridgeId,
  bridgeState,
  isOfWebhook,
} from '#features/integration/bridges/bridge-state.ts'
import { connectors as m } from '#features/integration/bridges/messages/bridges.ts'
import { formatRate } from '#i18n/format-number.ts'
import { Link, useGo } from '#kit/page/link.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { StateByNode } from '#resource/state.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Amount } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './connector-overview.module.css'

interface ConnectorProps {
  readonly connector: Connector
}

/** Shows the state of a connector on each node with the reasons, and the actions and sources that go through it. */
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

/**
 * If an older broker does not report its types, the list is empty, so nothing is offered that the broker would
 * reject.
 */
const useTypes = (kind: 'action' | 'source') =>
  useQuery({ ...read(endpointsOf[kind].types, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? []

const wordsOf = {
  action: {
    title: m.actions,
    create: 'createAction',
    toCreate: m.createAction,
    toRule: m.createRuleTo,
  },
  source: {
    title: m.sources,
    create: 'createSource',
    toCreate: m.createSource,
    toRule: m.createRuleFrom,
  },
} as const

/** Shows the actions or the sources that go through the connector, each with its state. */
function Users({ kind, connector }: ConnectorProps & { readonly kind: 'action' | 'source' }) {
  const { title, create, toCreate, toRule } = wordsOf[kind]
  const go = useGo()
  const why = whyNoWrite() ?? (isOfWebhook(connector) ? m.ofWebhook : undefined)
  const lead = (next?: 'rule') => void go(linkTo(create, { connector: bridgeId(connector), next }))
  const names = kind === 'action' ? connector.actions : connector.sources
  const result = useQuery(readSummaries(kind, { pollSeconds: 10 }))
  const isOfIt = (one: Bridge) => one.type === connector.type && names.includes(one.name)
  return (
    <Panel
      title={title}
      actions={
        <>
          <Button size="small" disabledReason={why} onClick={() => lead()}>
            {toCreate}
          </Button>
          <Button size="small" disabledReason={why} onClick={() => lead('rule')}>
            {toRule}
          </Button>
        </>
      }
    >
      <DataTable<ActionSummary>
        label={title}
        rowKey={bridgeId}
        query={tableQuery(result, (all) => all.filter(isOfIt))}
        empty={<EmptyState title={m.notUsed} />}
        columns={[
          {
            id: 'name',
            header: m.name,
            value: bridgeId,
            cell: (one) => (
              <Link to={linkTo(kind, { id: bridgeId(one) })}>
                <Verbatim text={bridgeId(one)} mono />
              </Link>
            ),
            always: true,
            width: 240,
            phone: 'name',
          },
          bridgeColumns.status,
          {
            id: 'nodes',
            header: m.nodes,
            value: (one) => one.node_status.length,
            cell: (one) => <StateByNode name={bridgeId(one)} state={bridgeState(one)} />,
            width: 150,
          },
          {
            id: 'rate',
            header: m.rate,
            definition: kind === 'action' ? m.actionRate : m.sourceRate,
            value: () => undefined,
            cell: (one) => <UserRate kind={kind} id={bridgeId(one)} />,
            fields: [],
            align: 'end',
            width: 110,
            phone: 'pair',
          },
          bridgeColumns.reason,
          verbatimColumn('rules', m.rules, ({ rules }) => rules.join(', '), { width: 240, phone: 'line' }),
        ]}
      />
    </Panel>
  )
}

interface UserRateProps {
  readonly kind: 'action' | 'source'
  readonly id: string
}

const inLine = createLine(4)

/** Shows the rate of an action as the broker reports it; for a source the rate is computed from two responses. */
function UserRate({ kind, id }: UserRateProps) {
  const { metrics } = endpointsOf[kind]
  const { data, dataUpdatedAt: at } = useQuery(read(metrics, { params: { id } }, { pollSeconds: 10, inLine }))
  const [[now, before], setReadings] = useState<readonly (Reading | undefined)[]>([])
  if (data !== undefined && now?.at !== at) setReadings([{ at, received: data.metrics.received }, now])
  const grown = now === undefined || before === undefined ? -1 : now.received - before.received
  const received = grown < 0 ? undefined : (grown * 1000) / ((now?.at ?? 0) - (before?.at ?? 0))
  return <Amount value={kind === 'action' ? data?.metrics.rate : received} format={formatRate} />
}

interface Reading {
  readonly at: number
  readonly received: number
}
