import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'
import type { Exhook } from '@brokerdeck/contract/extensions/exhooks.ts'
import type { ActionSummary } from '@brokerdeck/contract/integration/actions.ts'
import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import type { Listener, ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import type { License } from '@brokerdeck/contract/system/license.ts'
import type { GlobalStatus } from '@brokerdeck/contract/system/load-rebalance.ts'
import type { User } from '@brokerdeck/contract/system/users.ts'
import type { Session } from '#api/session.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import type { DropLog } from '#features/monitoring/broker-history/drop-log.ts'
import { type ActionLosses, actionLosses } from '#features/monitoring/overview/health/checks/action-losses.ts'
import { actionState } from '#features/monitoring/overview/health/checks/action-state.ts'
import { activeAlarms, diskSpace } from '#features/monitoring/overview/health/checks/active-alarms.ts'
import { anonymousAccess } from '#features/monitoring/overview/health/checks/anonymous-access.ts'
import {
  certificateExpiry,
  isEncrypted,
} from '#features/monitoring/overview/health/checks/certificate-expiry.ts'
import { configSync } from '#features/monitoring/overview/health/checks/config-sync.ts'
import { connectionBalance } from '#features/monitoring/overview/health/checks/connection-balance.ts'
import { connectorState, type Explain } from '#features/monitoring/overview/health/checks/connector-state.ts'
import { defaultPassword } from '#features/monitoring/overview/health/checks/default-password.ts'
import { descriptorHeadroom } from '#features/monitoring/overview/health/checks/descriptor-headroom.ts'
import { checkDroppedMessages } from '#features/monitoring/overview/health/checks/dropped-messages.ts'
import { evacuationState } from '#features/monitoring/overview/health/checks/evacuation-state.ts'
import { hookServerState } from '#features/monitoring/overview/health/checks/hook-server-state.ts'
import { licenseState } from '#features/monitoring/overview/health/checks/license-state.ts'
import { listenerState } from '#features/monitoring/overview/health/checks/listener-state.ts'
import { memoryHeadroom } from '#features/monitoring/overview/health/checks/memory-headroom.ts'
import { nodeVersions } from '#features/monitoring/overview/health/checks/node-versions.ts'
import { checkStoppedNodes } from '#features/monitoring/overview/health/checks/stopped-nodes.ts'
import { type Answer, bothAnswers, type HealthCheck, mapAnswer } from './health-check.ts'

/** The responses of the broker, requested by the page in a tab or by the command. */
export interface HealthAnswers {
  /** The signed-in user; undefined with an API key. */
  readonly session: Pick<Session, 'username' | 'hasDefaultPassword'> | undefined
  /** Set for Enterprise; Community is not asked for features that it lacks. */
  readonly isEnterprise: boolean
  readonly nodes: Answer<readonly ClusterNode[]>
  readonly alarms: Answer<readonly Alarm[]>
  readonly listeners: Answer<readonly ListenerSummary[]>
  /** The settings of each listener of the list. Requested if `areListenerSettingsNeeded` returns true. */
  readonly details: readonly Answer<Listener>[]
  /** The metrics of each node in the Prometheus format. Requested if `areFiguresNeeded` returns true. */
  readonly figures: Answer<string>
  readonly users: Answer<readonly User[]>
  readonly chain: Answer<readonly Authenticator[]>
  readonly connectors: Answer<readonly Connector[]>
  readonly actions: Answer<readonly ActionSummary[]>
  readonly sources: Answer<readonly ActionSummary[]>
  /** Requested if there are actions. */
  readonly losses: Answer<ActionLosses>
  readonly hooks: Answer<readonly Exhook[]>
  readonly drops: Answer<DropLog>
  readonly license: Answer<License>
  readonly moves: Answer<GlobalStatus>
  readonly openedAt: number
  readonly now: number
  readonly explain: Explain
}

/** All checks, in the order in which they are listed. Each check needs the answers that it reads. */
export const healthJudges: readonly ((answers: HealthAnswers) => HealthCheck)[] = [
  ({ session, users }) => defaultPassword(session, users),
  ({ chain, listeners, details }) => anonymousAccess(chain, allAnswers(listeners, details)),
  (all) => certificateExpiry(all.listeners, findNeededFigures(all), all.openedAt),
  ({ nodes, now }) => checkStoppedNodes(nodes, now),
  ({ nodes }) => nodeVersions(nodes),
  (all) => configSync(all.alarms, findNeededFigures(all)),
  ({ listeners, nodes }) => listenerState(listeners, nodes),
  ({ hooks }) => hookServerState(hooks),
  ({ connectors, explain }) => connectorState(connectors, explain),
  ({ actions, sources, explain }) =>
    actionState(
      mapAnswer(bothAnswers(actions, sources), (lists) => lists.flat()),
      explain,
    ),
  ({ actions, losses }) =>
    actionLosses(actions.kind === 'told' && actions.value.length === 0 ? absent : losses),
  ({ nodes }) => connectionBalance(nodes),
  ({ isEnterprise, moves }) => evacuationState(isEnterprise ? moves : absent),
  ({ alarms, explain }) => activeAlarms(alarms, explain),
  ({ drops }) => checkDroppedMessages(drops),
  ({ nodes }) => memoryHeadroom(nodes),
  ({ nodes }) => descriptorHeadroom(nodes),
  ({ isEnterprise, license, nodes, openedAt }) =>
    licenseState(isEnterprise ? license : absent, nodes, openedAt),
  ({ alarms }) => diskSpace(alarms),
]

/** The answer if no request was sent, because the edition lacks the feature. */
const absent: Answer<never> = { kind: 'refused', why: '', isAbsent: true }

/** Returns true if there are listeners with certificates, or several nodes that may have applied different changes. */
export function areFiguresNeeded(
  listeners: readonly ListenerSummary[] = [],
  nodes: readonly ClusterNode[] = [],
): boolean {
  return listeners.some(isEncrypted) || nodes.filter(isRunning).length > 1
}

function findNeededFigures({ listeners, nodes, figures }: HealthAnswers): Answer<string> {
  if (listeners.kind !== 'told') return figures
  const isNeeded = areFiguresNeeded(listeners.value, nodes.kind === 'told' ? nodes.value : [])
  return isNeeded ? figures : { kind: 'told', value: '' }
}

/** Returns the answers for all items of a list, once the list and all of its answers are told. */
function allAnswers<T>(list: Answer<readonly unknown[]>, each: readonly Answer<T>[]): Answer<readonly T[]> {
  return each.reduce<Answer<readonly T[]>>(
    (before, one) => mapAnswer(bothAnswers(before, one), ([known, value]) => [...known, value]),
    mapAnswer(list, () => []),
  )
}
