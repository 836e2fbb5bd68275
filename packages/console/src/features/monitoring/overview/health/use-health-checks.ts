import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { prometheus, type Scrape } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { license } from '@brokerdeck/contract/system/license.ts'
import { loadRebalance } from '@brokerdeck/contract/system/load-rebalance.ts'
import { users } from '@brokerdeck/contract/system/users.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError, isNotOffered, problemOf } from '#api/errors.ts'
import { polling, read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { useClusterNodes } from '#domain/cluster-node/use-cluster-nodes.ts'
import { useDrops } from '#features/monitoring/broker-history/use-drops.ts'
import { useNow } from '#ui/relative-time.tsx'
import { alarmsAsked } from '../overview-polls.ts'
import { actionLosses } from './checks/action-losses.ts'
import { actionState } from './checks/action-state.ts'
import { activeAlarms, diskSpace } from './checks/active-alarms.ts'
import { anonymousAccess } from './checks/anonymous-access.ts'
import { certificateExpiry, isEncrypted } from './checks/certificate-expiry.ts'
import { configChanges, configSync, haveDiverged } from './checks/config-sync.ts'
import { connectionBalance } from './checks/connection-balance.ts'
import { connectorState, type Explain } from './checks/connector-state.ts'
import { defaultPassword } from './checks/default-password.ts'
import { descriptorHeadroom } from './checks/descriptor-headroom.ts'
import { droppedMessages } from './checks/dropped-messages.ts'
import { evacuationState } from './checks/evacuation-state.ts'
import { hookServerState } from './checks/hook-server-state.ts'
import { licenseState } from './checks/license-state.ts'
import { listenerState } from './checks/listener-state.ts'
import { memoryHeadroom } from './checks/memory-headroom.ts'
import { nodeVersions } from './checks/node-versions.ts'
import { stoppedNodes } from './checks/stopped-nodes.ts'
import { type Answer, bothAnswers, type HealthCheck, mapAnswer } from './health-check.ts'
import { useActionLosses } from './use-action-losses.ts'

/** What moves by itself is asked often, what somebody has to change seldom. */
const often = { pollSeconds: 15 }
const seldom = { pollSeconds: 60 }
/** Weighs much, and changes by somebody's hand or the calendar only. */
const rarely = { pollSeconds: 600 }
/** The overview shows verdicts only: the words of causes weigh more than all of its checks. */
const unexplained: Explain = () => undefined

/**
 * All checks, judged from what the broker answers; each waits for its own answers only. What only the checks need is
 * asked once `isTheirTurn`: on a slow line it would hold up what a page shows first.
 */
export function useHealthChecks(isTheirTurn = true, explain: Explain = unexplained): readonly HealthCheck[] {
  const [openedAt] = useState(() => Date.now())
  const now = useNow()
  const session = currentSession()
  const { query: nodesQuery, list } = useClusterNodes()
  const nodeList = mapAnswer(answerOf(nodesQuery), (answer) => list ?? answer)
  const alarmList = mapAnswer(
    answerOf(useQuery(read(alarms.list, { query: { activated: true, limit: alarmsAsked } }, often))),
    ({ data }) => data,
  )
  const listenerQuery = useQuery({ ...read(listeners.list, {}, seldom), enabled: isTheirTurn })
  const listenerDetails = useQueries({
    queries: (listenerQuery.data ?? []).map(({ id }) => read(listeners.get, { params: { id } }, rarely)),
  })
  const listenerList = answerOf(listenerQuery)
  // Community has no such paths; asking them would only leave an error in the browser's console.
  const isEnterprise = editionNumber(session?.edition ?? '') === 1
  const asksEnterprise = isEnterprise && isTheirTurn
  const terms = answerOf(useQuery({ ...read(license.get, {}, seldom), enabled: asksEnterprise }))
  const moves = answerOf(useQuery({ ...read(loadRebalance.global, {}, often), enabled: asksEnterprise }))
  // Long, and only certificates and the changes that each node has applied are read in it: it comes last, if at all.
  const hasCertificates = (listenerQuery.data ?? []).some(isEncrypted)
  const isNeeded = hasCertificates || (list ?? []).filter(isRunning).length > 1
  const statsQuery = useQuery({
    ...read(prometheus.stats, { query: { mode: 'all_nodes_unaggregated' } }),
    ...polling<Scrape>((known) => (haveDiverged(configChanges(String(known))) ? often : rarely).pollSeconds),
    enabled: isTheirTurn && isNeeded,
  })
  const figures: Answer<string> =
    listenerQuery.data !== undefined && !isNeeded
      ? { kind: 'told', value: '' }
      : mapAnswer(answerOf(statsQuery), String)
  const userList = answerOf(useQuery({ ...read(users.list, {}, rarely), enabled: isTheirTurn }))
  const chain = answerOf(useQuery({ ...read(authentication.list, {}, rarely), enabled: isTheirTurn }))
  const connectorList = answerOf(useQuery({ ...read(connectors.list, {}, seldom), enabled: isTheirTurn }))
  const actionQuery = useQuery({ ...readSummaries('action', seldom), enabled: isTheirTurn })
  const actionList = answerOf(actionQuery)
  const sourceList = answerOf(useQuery({ ...readSummaries('source', seldom), enabled: isTheirTurn }))
  const throughList = mapAnswer(bothAnswers(actionList, sourceList), (lists) => lists.flat())
  const hasActions = (actionQuery.data ?? []).length > 0
  const losses = answerOf(useActionLosses(hasActions && isTheirTurn))
  const hookList = answerOf(useQuery({ ...read(exhooks.list, {}, seldom), enabled: isTheirTurn }))
  const drops = answerOf(useDrops(undefined))
  return [
    defaultPassword(session, userList),
    anonymousAccess(chain, allAnswers(listenerList, listenerDetails.map(answerOf))),
    certificateExpiry(listenerList, figures, openedAt),
    stoppedNodes(nodeList, now),
    nodeVersions(nodeList),
    configSync(alarmList, figures),
    listenerState(listenerList, nodeList),
    hookServerState(hookList),
    connectorState(connectorList, explain),
    actionState(throughList, explain),
    actionLosses(actionList.kind === 'told' && !hasActions ? absent : losses),
    connectionBalance(nodeList),
    evacuationState(isEnterprise ? moves : absent),
    activeAlarms(alarmList, explain),
    droppedMessages(drops),
    memoryHeadroom(nodeList),
    descriptorHeadroom(nodeList),
    licenseState(isEnterprise ? terms : absent, nodeList, openedAt),
    diskSpace(alarmList),
  ]
}

interface Asked<T> {
  readonly data: T | undefined
  readonly error: Error | null
}

/** Nobody was asked, as the edition has no such thing. */
const absent: Answer<never> = { kind: 'refused', why: '', isAbsent: true }

/** An answer that came once counts, also while the broker does not answer now. */
function answerOf<T>({ data, error }: Asked<T>): Answer<T> {
  if (data !== undefined) return { kind: 'told', value: data }
  if (error === null) return { kind: 'awaited' }
  const { title, detail } = describeError(error)
  return {
    kind: 'refused',
    why: detail === undefined ? title : `${title} · ${detail}`,
    isAbsent: isNotOffered(problemOf(error)),
  }
}

/** The answers about each thing of a list, once the list and all of them are told. */
function allAnswers<T>(list: Answer<readonly unknown[]>, each: readonly Answer<T>[]): Answer<readonly T[]> {
  return each.reduce<Answer<readonly T[]>>(
    (before, one) => mapAnswer(bothAnswers(before, one), ([known, value]) => [...known, value]),
    mapAnswer(list, () => []),
  )
}
