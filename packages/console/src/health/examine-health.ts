import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { getProblem } from '#api/errors.ts'
import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { byNodeName } from '#domain/cluster-node/seen-nodes.ts'
import { lossReasons, sumDropCounts } from '#features/monitoring/broker-history/drop-log.ts'
import { health } from '#features/monitoring/messages/health.ts'
import { healthWatch as m } from '#features/monitoring/messages/health-watch.ts'
import { areListenerSettingsNeeded } from '#features/monitoring/overview/health/checks/anonymous-access.ts'
import {
  type Answer,
  type HealthCheck,
  mapAnswer,
} from '#features/monitoring/overview/health/health-check.ts'
import {
  askListener,
  healthQuestions as questions,
} from '#features/monitoring/overview/health/health-questions.ts'
import {
  areFiguresNeeded,
  type HealthAnswers,
  healthJudges,
} from '#features/monitoring/overview/health/judge-health.ts'
import type { AskBroker } from '#features/monitoring/overview/health/read-losses.ts'
import { type Credentials, isDefaultPassword } from '#features/system/login/is-default-password.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { answerTo, readThrough, type Send } from './read-answer.ts'
import { LossWatch } from './watch-losses.ts'

/** The caller of the health checks. */
export interface Examiner {
  readonly send: Send
  /** The user whose token is used; undefined with an API key. */
  readonly signedIn: Credentials | undefined
  /** The edition as the login response names it; undefined if only the nodes can tell it. */
  readonly edition: string | undefined
  /** Resolves when the second reading is due; undefined if there is only one reading. */
  readonly waitForSecondLook: (() => Promise<void>) | undefined
  /** The losses seen so far, for callers that check repeatedly; other callers have no earlier reading. */
  readonly losses?: LossWatch | undefined
}

/** Returns the ids of all checks, in the order of the page. */
export function healthCheckIds(): readonly string[] {
  return healthJudges.map((judge) => judge(nothingYet).id)
}

/** Runs the checks of the Health page once: only the named checks, and sends no requests for the others. */
export async function examineHealth(
  examiner: Examiner,
  named: readonly string[] = healthCheckIds(),
): Promise<readonly HealthCheck[]> {
  const judges = healthJudges.filter((judge) => named.includes(judge(nothingYet).id))
  const answers = await gatherAnswers(examiner, new Set(judges.flatMap(findNeeded)))
  return judges.map((judge) => sayOnlySeen(judge(answers), answers))
}

const awaited: Answer<never> = { kind: 'awaited' }

const nothingYet: HealthAnswers = {
  session: undefined,
  isEnterprise: true,
  details: [],
  openedAt: 0,
  now: 0,
  explain: () => undefined,
  nodes: awaited,
  alarms: awaited,
  listeners: awaited,
  figures: awaited,
  users: awaited,
  chain: awaited,
  connectors: awaited,
  actions: awaited,
  sources: awaited,
  losses: awaited,
  hooks: awaited,
  drops: awaited,
  license: awaited,
  moves: awaited,
}

/** Returns the answers that a check needs: those that it reads while no answer is known. */
function findNeeded(judge: (answers: HealthAnswers) => HealthCheck): readonly string[] {
  const read: string[] = []
  judge(
    new Proxy(nothingYet, {
      get(answers, name) {
        read.push(String(name))
        return Reflect.get(answers, name)
      },
    }),
  )
  return read
}

type Question<E extends Endpoint> = readonly [endpoint: E, given: RequestOf<E>, polled?: object]

async function gatherAnswers(examiner: Examiner, needed: ReadonlySet<string>): Promise<HealthAnswers> {
  const ask = readThrough(examiner.send)
  const wants = (...names: readonly (keyof HealthAnswers)[]) => names.some((name) => needed.has(name))
  const askIf = <E extends Endpoint>(
    isWanted: boolean,
    [endpoint, given]: Question<E>,
  ): Promise<Answer<ResponseOf<E>>> => (isWanted ? answerTo(ask(endpoint, given)) : Promise.resolve(awaited))
  const openedAt = Date.now()
  const readsEdition = examiner.edition === undefined && wants('moves', 'license')
  const [nodeList, listeners, actionList, chain] = await Promise.all([
    askIf(wants('nodes', 'figures') || readsEdition, [nodes.list, {}]),
    askIf(wants('listeners', 'details', 'figures'), questions.listeners),
    wants('actions', 'losses') ? answerTo(askSummaries(ask, actions)) : awaited,
    askIf(wants('chain'), questions.chain),
  ])
  const isEnterprise = isEnterpriseNamed(examiner.edition ?? readEdition(nodeList))
  const listed = takeList(listeners)
  const hasActions = takeList(actionList).length > 0
  const readsListeners = wants('details') && areListenerSettingsNeeded(takeList(chain))
  const [alarms, figures, users, connectors, sourceList, hooks, license, moves, watched, details] =
    await Promise.all([
      askIf(wants('alarms'), questions.alarms),
      askIf(wants('figures') && areFiguresNeeded(listed, takeList(nodeList)), questions.figures),
      askIf(wants('users'), questions.users),
      askIf(wants('connectors'), questions.connectors),
      wants('sources') ? answerTo(askSummaries(ask, sources)) : awaited,
      askIf(wants('hooks'), questions.hooks),
      askIf(isEnterprise && wants('license'), questions.license),
      askIf(isEnterprise && wants('moves'), questions.moves),
      (examiner.losses ?? new LossWatch()).look(
        ask,
        { drops: wants('drops'), losses: hasActions && wants('losses') },
        examiner.waitForSecondLook,
      ),
      // These requests come last: there is one per listener, and the caller may limit concurrent requests.
      Promise.all(readsListeners ? listed.map(({ id }) => askIf(true, askListener(id))) : []),
    ])
  const { signedIn } = examiner
  return {
    session:
      signedIn === undefined
        ? undefined
        : { username: signedIn.username, hasDefaultPassword: isDefaultPassword(signedIn) },
    isEnterprise,
    nodes: mapAnswer(nodeList, (list) => list.toSorted(byNodeName)),
    alarms: mapAnswer(alarms, ({ data }) => data),
    figures: mapAnswer(figures, String),
    drops: watched.drops,
    // Without the list of actions their losses cannot be known.
    losses: actionList.kind === 'refused' ? actionList : watched.losses,
    listeners,
    details,
    users,
    chain,
    connectors,
    actions: actionList,
    sources: sourceList,
    hooks,
    license,
    moves,
    openedAt,
    now: Date.now(),
    explain: (reason) => failureCause(reason)?.words,
  }
}

/** Reads the summaries. Brokers before 5.8.5 have no summaries; the full lists contain the same data, and more. */
async function askSummaries(
  ask: AskBroker,
  { summary, list }: typeof actions | typeof sources,
): Promise<readonly ActionSummary[]> {
  try {
    return await ask(summary, {})
  } catch (error) {
    const problem = getProblem(error)
    if (problem?.kind === 'rejected' && problem.status === 404) return ask(list, {})
    throw error
  }
}

function takeList<T>(answer: Answer<readonly T[]>): readonly T[] {
  return answer.kind === 'told' ? answer.value : []
}

/**
 * Returns the edition. An API key has no login response; if no node tells the edition either, Enterprise endpoints
 * are requested, and Community answers that it lacks them.
 */
function readEdition(list: Answer<readonly Node[]>): string {
  return takeList<Node>(list).find(isRunning)?.edition ?? 'Enterprise'
}

const isEnterpriseNamed = (edition: string) => /^(ee|enterprise)$/i.test(edition)

/**
 * Restricts the verdicts, which assume a page that has been open for a while, to what one or two readings have shown.
 */
function sayOnlySeen(check: HealthCheck, { actions, losses, drops, session }: HealthAnswers): HealthCheck {
  if (check.id === 'default-password' && session !== undefined) return sayOfSignIn(check, session.username)
  if (check.level !== 'ok') return check
  if (check.id === 'drops' && drops.kind === 'told') {
    const { points, totals } = drops.value
    const isTold = points.length > 0 || sumDropCounts(totals, lossReasons) === 0
    return isTold ? check : { ...check, level: 'unknown', verdict: m.lostEarlier }
  }
  const hasActions = actions.kind === 'told' && actions.value.length > 0
  if (check.id !== 'action-losses' || losses.kind !== 'told' || !hasActions) return check
  const { watched, counts } = losses.value
  const waiting = counts.reduce((sum, { queuing }) => sum + queuing, 0)
  if (watched > 0) return { ...check, verdict: m.calm(waiting, formatDuration(watched, 1)) }
  const isCalm = waiting === 0 && counts.every(({ dropped }) => dropped === 0)
  return isCalm ? { ...check, verdict: m.noneDropped } : { ...check, level: 'unknown', verdict: m.notWatched }
}

/** Rewords the verdict on the sign-in, because its reader is neither on a page nor in a session of their own. */
function sayOfSignIn(check: HealthCheck, username: string): HealthCheck {
  if (check.level === 'bad')
    return { ...check, evidence: [m.passwordUsed], consequence: m.passwordConsequence }
  return check.verdict === health.passwordOwn(username)
    ? { ...check, verdict: m.passwordOwn(username) }
    : check
}
