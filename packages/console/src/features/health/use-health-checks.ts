import { alarms } from '@brokerdeck/contract/alarms.ts'
import { authentication } from '@brokerdeck/contract/authentication.ts'
import { connectors } from '@brokerdeck/contract/connectors.ts'
import { license } from '@brokerdeck/contract/license.ts'
import { listeners } from '@brokerdeck/contract/listeners.ts'
import { nodes } from '@brokerdeck/contract/nodes.ts'
import { prometheus } from '@brokerdeck/contract/prometheus.ts'
import { users } from '@brokerdeck/contract/users.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { useCounters } from '#domain/broker-counters/use-counters.ts'
import { absent, allAnswers, answerOf, mapAnswer } from './answers.ts'
import { activeAlarms } from './checks/active-alarms.ts'
import { anonymousAccess } from './checks/anonymous-access.ts'
import { certificateExpiry } from './checks/certificate-expiry.ts'
import { connectionBalance } from './checks/connection-balance.ts'
import { connectorState } from './checks/connector-state.ts'
import { defaultPassword } from './checks/default-password.ts'
import { descriptorHeadroom } from './checks/descriptor-headroom.ts'
import { diskSpace } from './checks/disk-space.ts'
import { droppedMessages } from './checks/dropped-messages.ts'
import { licenseState } from './checks/license-state.ts'
import { listenerState } from './checks/listener-state.ts'
import { memoryHeadroom } from './checks/memory-headroom.ts'
import { nodeVersions } from './checks/node-versions.ts'
import { stoppedNodes } from './checks/stopped-nodes.ts'
import type { HealthCheck } from './health-check.ts'

/** What moves by itself is asked often, what somebody has to change seldom. */
const often = { pollSeconds: 10 }
const seldom = { pollSeconds: 60 }

/** All checks, judged from what the broker answers; each waits for its own answers only. */
export function useHealthChecks(): readonly HealthCheck[] {
  const [openedAt] = useState(() => Date.now())
  const session = currentSession()
  const nodeList = answerOf(useQuery(read(nodes.list, {}, often)))
  const alarmList = mapAnswer(
    answerOf(useQuery(read(alarms.list, { query: { activated: true, limit: 100 } }, often))),
    ({ data }) => data,
  )
  const listenerQuery = useQuery(read(listeners.list, {}, often))
  const listenerDetails = useQueries({
    queries: (listenerQuery.data ?? []).map(({ id }) => read(listeners.get, { params: { id } }, seldom)),
  })
  const listenerList = answerOf(listenerQuery)
  // Community has no such path; asking it would only leave an error in the browser's console.
  const hasLicense = editionNumber(session?.edition ?? '') === 1
  const terms = answerOf(useQuery({ ...read(license.get, {}, seldom), enabled: hasLicense }))
  const figures = answerOf(useQuery(read(prometheus.stats, { query: {} }, seldom)))
  const userList = answerOf(useQuery(read(users.list, {}, seldom)))
  const chain = answerOf(useQuery(read(authentication.list, {}, seldom)))
  const connectorList = answerOf(useQuery(read(connectors.list, {}, seldom)))
  const { query: metricsQuery, counters, baseline } = useCounters(undefined)
  const drops = mapAnswer(answerOf(metricsQuery), () => ({
    now: counters?.values ?? {},
    before: baseline?.values ?? {},
  }))
  return [
    defaultPassword(session, userList),
    anonymousAccess(chain, allAnswers(listenerList, listenerDetails.map(answerOf))),
    certificateExpiry(listenerList, mapAnswer(figures, String), openedAt),
    stoppedNodes(nodeList),
    nodeVersions(nodeList),
    listenerState(listenerList),
    connectorState(connectorList),
    connectionBalance(nodeList),
    activeAlarms(alarmList),
    droppedMessages(drops),
    memoryHeadroom(nodeList),
    descriptorHeadroom(nodeList),
    licenseState(hasLicense ? terms : absent, nodeList, openedAt),
    diskSpace(alarmList),
  ]
}
