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

/** Who asks. */
export interface Examiner {
  readonly send: Send
  /** Whose token it is; nobody with an API key. */
  readonly signedIn: Credentials | undefined
  /** As the login names it; undefined where only the nodes tell. */
  readonly edition: string | undefined
  /** Resolves when it is time for the second look; undefined: there is none. */
  readonly waitForSecondLook: (() => Promise<void>) | undefined
  /** Of who looks again and again; nobody else has seen anything before. */
  readonly losses?: LossWatch | undefined
}

/** Every check by its name, in the order of the page. */
export function healthCheckIds(): readonly string[] {
  return healthJudges.map((judge) => judge(nothingYet).id)
}

/** The checks of the Health page, asked once: those that are named, and nothing is asked for the others. */
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

/** What a check reads while nothing is known is what it needs. */
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
      // Last: they are as many as there are listeners, and who asks may not ask all at once.
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
    // Nobody can say what actions lose that nobody can list.
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

/** Brokers before 5.8.5 have no summaries; the whole lists say the same, and more. */
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

/** An API key comes with no login; where no node tells either, Enterprise is asked for, and Community says that it has no such thing. */
function readEdition(list: Answer<readonly Node[]>): string {
  return takeList<Node>(list).find(isRunning)?.edition ?? 'Enterprise'
}

const isEnterpriseNamed = (edition: string) => /^(ee|enterprise)$/i.test(edition)

/** A page has been open for a while, and says so. Who looked once or twice says no more than that has shown. */
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

/** Nobody reads this on a page, or in a session of theirs. */
function sayOfSignIn(check: HealthCheck, username: string): HealthCheck {
  if (check.level === 'bad')
    return { ...check, evidence: [m.passwordUsed], consequence: m.passwordConsequence }
  return check.verdict === health.passwordOwn(username)
    ? { ...check, verdict: m.passwordOwn(username) }
    : check
}
