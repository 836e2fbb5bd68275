import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import { type Connector, connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { read } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import type { FlowPeer, FlowPeers } from './flow-graph.ts'

const pollSeconds = 10

/** Returns the states of actions and sources. Their settings name their connectors, which are read only once. */
export function useFlowPeers(): FlowPeers {
  const through = useQuery(read(connectors.list, {}, { pollSeconds })).data
  const ofActions = useStates('action', through)
  const ofSources = useStates('source', through)
  return useMemo(() => ({ actions: ofActions, sources: ofSources }), [ofActions, ofSources])
}

function useStates(
  kind: 'action' | 'source',
  through: readonly Connector[] | undefined,
): FlowPeers['actions'] {
  const states = useQuery(readSummaries(kind, { pollSeconds })).data
  const { list } = kind === 'action' ? actions : sources
  const whole = useQuery({ ...read(list, {}), staleTime: Number.POSITIVE_INFINITY })
  const full = whole.data
  return useMemo(() => {
    const names = new Map(full?.map((one) => [formatPeerId(one), one.connector]))
    const reasons = new Map(through?.map((one) => [formatPeerId(one), findReason(one)]))
    return states && new Map(states.map((one) => toPeerEntry(one, names, reasons)))
  }, [states, full, through])
}

const formatPeerId = ({ type, name }: Pick<ActionSummary, 'type' | 'name'>) => `${type}:${name}`

/** If the nodes differ, the reason of the first node that has a reason is used. */
const findReason = ({ status_reason = '', node_status }: Pick<Connector, 'status_reason' | 'node_status'>) =>
  status_reason || (node_status.find((node) => node.status_reason)?.status_reason ?? '')

function toPeerEntry(
  one: ActionSummary,
  names: ReadonlyMap<string, string>,
  reasons: ReadonlyMap<string, string>,
): readonly [string, FlowPeer] {
  const id = formatPeerId(one)
  const connector = names.get(id)
  // An action whose connector is down only reports that it is not operational, so the connector's reason is
  // preferred.
  const why = reasons.get(`${one.type}:${connector}`) || findReason(one)
  const reason = failureCause(why)?.words ?? why
  return [id, { id, isEnabled: one.enable, status: one.status, reason, connector }]
}
