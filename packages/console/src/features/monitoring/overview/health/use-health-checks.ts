import type { Scrape } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { polling, read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { useClusterNodes } from '#domain/cluster-node/use-cluster-nodes.ts'
import { useDrops } from '#features/monitoring/broker-history/use-drops.ts'
import { areListenerSettingsNeeded } from '#features/monitoring/overview/health/checks/anonymous-access.ts'
import { configChanges, haveDiverged } from '#features/monitoring/overview/health/checks/config-sync.ts'
import type { Explain } from '#features/monitoring/overview/health/checks/connector-state.ts'
import { useNow } from '#ui/relative-time.tsx'
import { type Answer, type HealthCheck, mapAnswer, toRefusedAnswer } from './health-check.ts'
import { askListener, often, healthQuestions as questions, rarely, seldom } from './health-questions.ts'
import { areFiguresNeeded, healthJudges } from './judge-health.ts'
import { useActionLosses } from './use-action-losses.ts'

/** The overview shows verdicts only, because the texts of failure causes are larger than all of its checks. */
const explainNothing: Explain = () => undefined

/**
 * Returns all checks, based on the responses of the broker; each check waits only for its own responses. Requests
 * that only the checks need are sent once `isTheirTurn` is set, since on a slow line they would delay the page's
 * first content.
 */
export function useHealthChecks(
  isTheirTurn = true,
  explain: Explain = explainNothing,
): readonly HealthCheck[] {
  const [openedAt] = useState(() => Date.now())
  const now = useNow()
  const session = currentSession()
  const { query: nodesQuery, list } = useClusterNodes()
  const alarmsQuery = useQuery(read(...questions.alarms))
  const listenerQuery = useQuery({ ...read(...questions.listeners), enabled: isTheirTurn })
  // Community has no such paths, and requests to them would leave errors in the browser's console.
  const isEnterprise = editionNumber(session?.edition ?? '') === 1
  const asksEnterprise = isEnterprise && isTheirTurn
  const license = useQuery({ ...read(...questions.license), enabled: asksEnterprise })
  const moves = useQuery({ ...read(...questions.moves), enabled: asksEnterprise })
  const figures = useQuery({
    ...read(...questions.figures),
    ...polling<Scrape>((known) => (haveDiverged(configChanges(String(known))) ? often : rarely).pollSeconds),
    enabled: isTheirTurn && areFiguresNeeded(listenerQuery.data, list),
  })
  const users = useQuery({ ...read(...questions.users), enabled: isTheirTurn })
  const chain = useQuery({ ...read(...questions.chain), enabled: isTheirTurn })
  const asked = areListenerSettingsNeeded(chain.data) ? (listenerQuery.data ?? []) : []
  const details = useQueries({ queries: asked.map(({ id }) => read(...askListener(id))) })
  const connectors = useQuery({ ...read(...questions.connectors), enabled: isTheirTurn })
  const actions = useQuery({ ...readSummaries('action', seldom), enabled: isTheirTurn })
  const sources = useQuery({ ...readSummaries('source', seldom), enabled: isTheirTurn })
  const hasActions = (actions.data ?? []).length > 0
  const losses = useActionLosses(hasActions && isTheirTurn)
  const hooks = useQuery({ ...read(...questions.hooks), enabled: isTheirTurn })
  const drops = useDrops(undefined)
  const answers = {
    session,
    isEnterprise,
    nodes: mapAnswer(toAnswer(nodesQuery), (answer) => list ?? answer),
    alarms: mapAnswer(toAnswer(alarmsQuery), ({ data }) => data),
    listeners: toAnswer(listenerQuery),
    details: details.map(toAnswer),
    figures: mapAnswer(toAnswer(figures), String),
    users: toAnswer(users),
    chain: toAnswer(chain),
    connectors: toAnswer(connectors),
    actions: toAnswer(actions),
    sources: toAnswer(sources),
    losses: toAnswer(losses),
    hooks: toAnswer(hooks),
    drops: toAnswer(drops),
    license: toAnswer(license),
    moves: toAnswer(moves),
    openedAt,
    now,
    explain,
  }
  return healthJudges.map((judge) => judge(answers))
}

interface ReadResult<T> {
  readonly data: T | undefined
  readonly error: Error | null
}

/** Converts a query result. Data that was received once counts, even if the latest request failed. */
function toAnswer<T>({ data, error }: ReadResult<T>): Answer<T> {
  if (data !== undefined) return { kind: 'told', value: data }
  return error === null ? { kind: 'awaited' } : toRefusedAnswer(error)
}
