import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import type { AccessClient, AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { AccessRule, Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { clientValue, isTopicPlaceholder } from '@brokerdeck/languages/access-rules/client-value.ts'
import { findDecidedTopic } from '@brokerdeck/languages/access-rules/decided-topic.ts'
import {
  type AccessStep,
  type AccessVerdict,
  type ChainLink,
  explainAccess,
  type Finding,
} from '@brokerdeck/languages/access-rules/explain-access.ts'
import { parseTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import { authnFullName } from '#domain/access-words/authn-name.ts'
import { buildAsker } from '#features/access/access-evaluation/asker.ts'
import {
  type AuthenticationOutcome,
  authenticationOutcome,
} from '#features/access/access-evaluation/authentication-outcome.ts'
import { deciderTitle, describePlaced } from '#features/access/access-evaluation/placed-words.ts'
import { readSources } from '#features/access/access-evaluation/read-sources.ts'
import { type SourceLink, sourceLinks } from '#features/access/access-evaluation/source-links.ts'
import { whyUnknown } from '#features/access/access-evaluation/why-unknown.ts'
import { why as m } from '#features/access/messages/why.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { formatList } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { toAskedRule } from './asked-rule.ts'
import { cacheStep, findRemembered, isRemembered } from './cache-step.ts'
import { doubtStep } from './doubt-step.ts'
import type { Evaluation, EvaluationStep, EvaluationVerdict } from './evaluation.ts'
import type { DeedFacts } from './facts.ts'
import { findKnownSettings, findMqttLimit, notesOfSettings } from './mqtt-limit.ts'
import type { Observed } from './observed.ts'
import { judgeUndecided, notesOfDoubt, type Undecided } from './undecided-verdict.ts'

/**
 * Returns the link for the rules that came with the credentials; the broker does not show these rules for any client.
 */
function ownRulesLink({ ownRules }: AuthenticationOutcome): SourceLink {
  const finding = ownRules === 'none' ? ({ decision: 'ignore' } as const) : undefined
  return { source: 'client_info', isEnabled: true, finding, doubts: [], lack: undefined }
}

/** Returns a link with a finding if nothing is left open; otherwise a link that asks for the answer seen in a trace. */
function chainLink({ source, isEnabled, finding, doubts }: SourceLink): ChainLink {
  return finding === undefined || doubts.length > 0
    ? { kind: 'asked', source, isEnabled }
    : { kind: 'found', source, isEnabled, finding }
}

/** Lists what a source leaves open and no trace has shown. */
function listUndecided({ source, finding, doubts }: SourceLink): readonly Undecided[] {
  const title = deciderTitle(source)
  if (finding === undefined) return [{ title, permission: undefined }]
  return doubts.map(({ placed }) => ({ title, permission: placed.rule.permission }))
}

function impossible(): Evaluation {
  const verdict: EvaluationVerdict = { outcome: 'deny', by: [m.topic], dependsOn: [], notes: [] }
  const step: EvaluationStep = {
    id: 'topic',
    title: m.topic,
    basis: 'computed',
    outcome: 'deny',
    text: m.delayedWithoutTopic,
  }
  return { steps: [step], verdict }
}

/** Patterns have been evaluated before: the sources are reduced to findings and questions here. */
const noPattern = () => false

/** Determines what the broker decides about a publish or a subscription, and which step decides it. */
export function evaluateAccess(facts: DeedFacts, question: WhyQuestion, observed: Observed): Evaluation {
  const { wish, qos } = question
  const action = wish === 'subscribe' ? 'subscribe' : 'publish'
  const topic = findDecidedTopic(action, question.topic)
  if (topic === undefined) return impossible()
  const asker = buildAsker(question, facts)
  const retain = action === 'publish' && question.retain
  const request: AccessRequest = { client: asker.client, action, topic, qos, retain }
  const standing = authenticationOutcome(facts, asker)
  const sources = sourceLinks(readSources(facts.sources), facts.builtInRules, asker, request)
  const links = [ownRulesLink(standing), ...sources]
  const steps: EvaluationStep[] = [...cacheStep(facts, request), superuserStep(standing, facts.session)]
  const open: Undecided[] = []
  const chain = {
    isSuperuser: standing.superuser === 'yes',
    links: links.map(chainLink),
    noMatch: facts.settings.no_match,
    test: noPattern,
  }
  const evaluation = explainAccess(chain, request)
  let turn = evaluation.next()
  while (turn.done !== true) {
    const { value: step } = turn
    const link = links.find(({ source }) => source === step.source)
    const seen = observed.findings.get(step.source)
    if (step.kind === 'question' && link !== undefined && seen === undefined)
      open.push(...listUndecided(link))
    if (step.kind !== 'question' && link !== undefined) {
      steps.push(accessStep(step, { client: asker.client, link, isObserved: seen !== undefined }))
    }
    turn = evaluation.next(step.kind === 'question' ? (seen ?? link?.finding) : undefined)
  }
  const { value: decided } = turn
  if (decided.from === 'default') steps.push(defaultStep(decided.permission, open.length === 0))
  const verdict = accessVerdict(facts, { decided, standing, open, request })
  return withinLimits(facts, question, { steps, verdict })
}

/**
 * Applies the MQTT limits. A cached decision stays in front, because the broker answers with it before it checks the
 * settings.
 */
function withinLimits(facts: DeedFacts, question: WhyQuestion, { steps, verdict }: Evaluation): Evaluation {
  const mqtt = findKnownSettings({ kind: 'deed', facts })
  const limited = findMqttLimit(mqtt, question, verdict)
  const notes = notesOfSettings(mqtt, question, limited?.verdict ?? verdict)
  if (limited === undefined) return { steps, verdict: { ...verdict, notes: [...verdict.notes, ...notes] } }
  const at = isRemembered(steps) ? 1 : steps.length
  return {
    steps: steps.toSpliced(at, 0, limited.step),
    verdict: { ...limited.verdict, notes: [...limited.verdict.notes, ...notes] },
  }
}

type AccessStepText = Pick<EvaluationStep, 'basis' | 'outcome' | 'text'>

function describeStanding({ superuser, by, isAnonymous }: AuthenticationOutcome): AccessStepText {
  const who = formatList(by.map(authnFullName))
  switch (superuser) {
    case 'yes':
      return { basis: 'computed', outcome: 'allow', text: m.isSuperuser(who) }
    case 'no':
      return { basis: 'computed', outcome: 'next', text: isAnonymous ? m.isAnonymous : m.isNoSuperuser(who) }
    case 'unknown':
      return {
        basis: 'unknown',
        outcome: 'mayAllow',
        text: by.length === 0 ? m.nobodyKnows : m.maybeSuperuser(who),
      }
  }
}

/**
 * Returns the superuser step. A superuser is allowed everything; this was decided when the client connected, and the
 * chain may have been different then.
 */
function superuserStep(standing: AuthenticationOutcome, session: Client | undefined): EvaluationStep {
  const said = describeStanding(standing)
  const { connected = false, connected_at } = session ?? {}
  const isDated = connected && connected_at !== undefined
  const text = isDated ? m.sentences(said.text, m.decidedThen(formatDateTime(connected_at))) : said.text
  return { id: 'superuser', title: deciderTitle('superuser'), ...said, text }
}

type SourceStep = Exclude<AccessStep, { kind: 'question' }>

interface EvaluatedAccess {
  readonly client: AccessClient
  readonly link: SourceLink
  /** True if the source's answer was seen in a trace. */
  readonly isObserved: boolean
}

/** Returns the step for one source. */
function accessStep(step: SourceStep, { client, link, isObserved }: EvaluatedAccess): EvaluationStep {
  const { source } = step
  const { doubts, lack } = link
  const place = {
    id: source,
    title: deciderTitle(source),
    ...(source === 'client_info' ? {} : { to: linkTo('accessSource', { type: source }) }),
  }
  if (step.kind === 'skipped') return { ...place, basis: 'computed', outcome: 'skipped', text: m.disabled }
  const isOpen = source === 'client_info' ? link.finding === undefined : lack !== undefined
  if (isOpen && isObserved && step.kind === 'found') return { ...place, ...toObservedStep(step.finding) }
  if (doubts.length > 0) return { ...place, ...doubtStep({ source, client, doubts, finding: link.finding }) }
  if (step.kind === 'unknown') {
    const text = source === 'client_info' ? m.ownRulesUnknown : whyUnknown[lack ?? 'external']
    return { ...place, basis: 'unknown', outcome: 'unknown', text }
  }
  const { placed } = step.finding
  const told = { basis: 'computed', outcome: toOutcome(step.finding) } as const
  if (placed === undefined) {
    return { ...place, ...told, text: source === 'client_info' ? m.noOwnRules : m.noRule }
  }
  const { where, rule } = describePlaced(placed)
  const text = hasWildName(placed.rule, client) ? m.sentences(m.wildName, where) : where
  return { ...place, ...told, text, rules: [{ words: rule, asked: toAskedRule(source, placed, client) }] }
}

const toOutcome = ({ decision }: Finding) =>
  decision === 'allow' || decision === 'deny' ? decision : ('next' as const)

function toObservedStep(finding: Finding): Pick<EvaluationStep, 'basis' | 'outcome' | 'text'> {
  const outcome = toOutcome(finding)
  const seen = { allow: m.seenAllow, deny: m.seenDeny, next: m.seenNext }[outcome]
  const { fault } = finding
  const text = fault === undefined ? seen : m.sentences(seen, m.failure(visibleText(fault, 200)))
  return { basis: 'observed', outcome, text }
}

/** Returns the step for the default, which comes behind the last source. */
function defaultStep(permission: Permission, isCertain: boolean): EvaluationStep {
  const certain = { allow: m.defaultAllow, deny: m.defaultDeny }
  const uncertain = { allow: m.defaultMayAllow, deny: m.defaultMayDeny }
  return {
    id: 'default',
    title: deciderTitle('default'),
    basis: 'computed',
    outcome: permission,
    text: (isCertain ? certain : uncertain)[permission],
    to: linkTo('authorization'),
  }
}

/**
 * Tells whether a name chosen by the client makes a filter of the rule wider than it looks: `up/${username}/#` for
 * the username `+`.
 */
function hasWildName({ topics }: AccessRule, client: AccessClient): boolean {
  if (topics === 'all') return false
  const names = topics.flatMap(({ text, isExact }) =>
    isExact
      ? []
      : parseTemplate(text, isTopicPlaceholder).flatMap((part) =>
          typeof part === 'string' ? [] : [part.name],
        ),
  )
  return names.some((name) => /[+#/]/.test(clientValue(client, name) ?? ''))
}

interface Decided {
  readonly decided: AccessVerdict
  readonly standing: AuthenticationOutcome
  /** The points whose answers are not known, in order. */
  readonly open: readonly Undecided[]
  readonly request: AccessRequest
}

/** Says what the client notices of a denial (MQTT 5 §3.4.2.1, §3.9.3; older versions do not report it). */
function describeDenial({ action, qos }: AccessRequest): string {
  if (action === 'subscribe') return m.deniedSubscribe
  return qos === 0 ? m.deniedSilently : m.deniedPublish
}

function notesOfDenial({ settings, session }: DeedFacts, request: AccessRequest): readonly string[] {
  const disconnects = settings.deny_action === 'disconnect'
  const mayBeSubscribed = request.action === 'subscribe' && session !== undefined
  return [
    disconnects ? m.denyDisconnects : describeDenial(request),
    ...(mayBeSubscribed ? [m.subscribedStays] : []),
  ]
}

function notesOfSession({ session }: DeedFacts, { superuser }: AuthenticationOutcome): readonly string[] {
  if (session === undefined) return []
  const { mountpoint, connected, connected_at } = session
  return [
    ...(superuser === 'yes' && connected ? [m.decidedThen(formatDateTime(connected_at))] : []),
    ...(typeof mountpoint === 'string' && mountpoint !== ''
      ? [m.unmounted(visibleText(mountpoint, 80))]
      : []),
  ]
}

const freshNotes = { allow: m.freshAllow, deny: m.freshDeny, depends: m.freshDepends } as const

/**
 * Builds the verdict. A cached decision is the broker's present answer; otherwise an unknown answer before the
 * deciding one leaves the result open.
 */
function accessVerdict(facts: DeedFacts, decision: Decided): EvaluationVerdict {
  const { decided, standing, open, request } = decision
  const superuser = { title: deciderTitle('superuser'), permission: 'allow' } as const
  const before = standing.superuser === 'unknown' ? [superuser, ...open] : open
  const fresh = judgeUndecided(before, decided.permission, deciderTitle(decided.from))
  const remembered = findRemembered(facts, request)
  const outcome = remembered?.result ?? fresh.outcome
  const ofDenial = outcome === 'deny' ? notesOfDenial(facts, request) : []
  const ofSession = notesOfSession(facts, standing)
  if (remembered !== undefined) {
    const ofCache = fresh.outcome === remembered.result ? [] : [freshNotes[fresh.outcome]]
    return { outcome, by: [m.cache], dependsOn: [], notes: [...ofCache, ...ofDenial, ...ofSession] }
  }
  return { ...fresh, notes: [...notesOfDoubt(fresh, decided.permission), ...ofDenial, ...ofSession] }
}
