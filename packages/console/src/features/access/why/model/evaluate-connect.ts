import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'
import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { authnFullName } from '#domain/access-words/authn-name.ts'
import { banMeets } from '#domain/client/ban-meets.ts'
import { type Asker, buildAsker } from '#features/access/access-evaluation/asker.ts'
import { toUserId } from '#features/access/access-evaluation/to-user-id.ts'
import { whyUnknown } from '#features/access/access-evaluation/why-unknown.ts'
import { why as m } from '#features/access/messages/why.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import type { Evaluation, EvaluationStep } from './evaluation.ts'
import type { AttemptFacts } from './facts.ts'
import { findKnownSettings, identifierStep, notesOfSettings } from './mqtt-limit.ts'
import type { Observed } from './observed.ts'
import { judgeUndecided, notesOfDoubt, type Undecided } from './undecided-verdict.ts'

const kinds: Readonly<Record<Ban['as'], string>> = {
  clientid: m.banClientid,
  username: m.banUsername,
  peerhost: m.banAddress,
  clientid_re: m.banClientids,
  username_re: m.banUsernames,
  peerhost_net: m.banNet,
}

const isForAll = (rule: string) => /\sall$/.test(rule)

/** Determines the result of an attempt to connect, in the broker's order: listener, bans, authenticators. */
export function evaluateConnect(facts: AttemptFacts, question: WhyQuestion, observed: Observed): Evaluation {
  const { steps, verdict } = evaluateAttempt(facts, question, observed)
  const mqtt = findKnownSettings({ kind: 'attempt', facts })
  return {
    steps,
    verdict: { ...verdict, notes: [...verdict.notes, ...notesOfSettings(mqtt, question, verdict)] },
  }
}

function evaluateAttempt(facts: AttemptFacts, question: WhyQuestion, observed: Observed): Evaluation {
  const asker = buildAsker(question, facts)
  const steps: EvaluationStep[] = []
  const mqtt = findKnownSettings({ kind: 'attempt', facts })
  const { clientid } = question
  for (const step of [listenerStep(facts, asker), ...identifierStep(mqtt, clientid), banStep(facts, asker)]) {
    steps.push(step)
    if (step.outcome === 'deny') return toEvaluation(steps)
  }
  const authn = facts.listener?.enable_authn
  const { isEnhanced } = question
  const letIn = isEnhanced ? chainStep('unknown', m.enhancedUnasked) : undefined
  if (authn === false || authn === 'false')
    return toEvaluation([...steps, letIn ?? chainStep('allow', m.listenerAsksNobody)])
  if (authn === 'quick_deny_anonymous' && (asker.client.username ?? '') === '') {
    return toEvaluation([...steps, chainStep('deny', m.quickDeny)])
  }
  if (!facts.authenticators.some(({ enable }) => enable)) {
    return toEvaluation([...steps, letIn ?? chainStep('allow', m.nobodyAsked)])
  }
  for (const one of facts.authenticators) {
    const seen = observed.results.get(one.id)
    const { step, isLast } = authenticatorStep(one, facts, asker, {
      hasPassword: question.password,
      isEnhanced,
      seen,
    })
    steps.push(step)
    if (isLast || step.outcome === 'allow' || step.outcome === 'deny') return toEvaluation(steps)
  }
  return toEvaluation([...steps, chainStep('deny', m.nobodyKnew)])
}

function chainStep(outcome: 'allow' | 'deny' | 'unknown', text: string): EvaluationStep {
  const basis = outcome === 'unknown' ? 'unknown' : 'computed'
  return { id: 'chain', title: m.chain, basis, outcome, text, to: linkTo('authentication') }
}

const permissions = { mayAllow: 'allow', mayDeny: 'deny', unknown: undefined } as const

/** Lists what a step leaves open; empty if its answer is known. */
function listUndecided({ title, outcome }: EvaluationStep): readonly Undecided[] {
  return outcome === 'unknown' || outcome === 'mayAllow' || outcome === 'mayDeny'
    ? [{ title, permission: permissions[outcome] }]
    : []
}

/**
 * Builds the evaluation from its steps. The last step decides, unless an earlier step may decide otherwise or the last step
 * is unknown.
 */
function toEvaluation(steps: readonly EvaluationStep[]): Evaluation {
  const open = steps.flatMap(listUndecided)
  const { outcome = 'unknown', title = '' } = steps.at(-1) ?? {}
  if (outcome !== 'allow' && outcome !== 'deny') {
    const dependsOn = open.map((one) => one.title)
    return { steps, verdict: { outcome: 'depends', by: [title], dependsOn, notes: [] } }
  }
  const settled = judgeUndecided(open, outcome, title)
  return { steps, verdict: { ...settled, notes: notesOfDoubt(settled, outcome) } }
}

/** Returns the step for the listener: whether it exists and is enabled, and whether it admits the client's address. */
function listenerStep({ listener }: Pick<AttemptFacts, 'listener'>, asker: Asker): EvaluationStep {
  const { listener: id = '', peerhost } = asker.client
  const place = {
    id: 'listener',
    title: m.listener(visibleText(id, 80)),
    to: linkTo('listener', { id }),
  }
  if (listener === undefined) {
    return { ...place, basis: 'computed', outcome: 'deny', text: m.noListener }
  }
  if (!listener.enable) return { ...place, basis: 'computed', outcome: 'deny', text: m.listenerOff }
  const rules = listener.access_rules ?? []
  const isAddressNeeded = rules.some((rule) => !isForAll(rule))
  if (isAddressNeeded && asker.unknown.has('address')) {
    return { ...place, basis: 'unknown', outcome: 'mayDeny', text: whyUnknown.address }
  }
  const met = rules.find((rule) => isForAll(rule) || netCovers(rule.split(/\s+/)[1] ?? '', peerhost))
  if (met?.startsWith('deny') === true) {
    return { ...place, basis: 'computed', outcome: 'deny', text: m.listenerDenies(visibleText(met, 80)) }
  }
  return { ...place, basis: 'computed', outcome: 'next', text: m.listenerOpen }
}

function until(ban: Ban): string {
  return ban.until === 'infinity' ? m.forEver : m.until(formatDateTime(ban.until))
}

/** Returns the step for bans: a banned client is refused before any authenticator is asked. */
function banStep({ bans, hasMoreBans }: AttemptFacts, asker: Asker): EvaluationStep {
  const place = { id: 'ban', title: m.bans, to: linkTo('banned') }
  const { clientid, username, peerhost } = asker.client
  const peer = { clientid, username, peerhost: asker.unknown.has('address') ? undefined : peerhost }
  const met = bans.find((ban) => banMeets(ban, peer) === true)
  if (met !== undefined) {
    const text = m.banned(kinds[met.as], visibleText(met.who, 120), until(met))
    return { ...place, basis: 'computed', outcome: 'deny', text }
  }
  const doubtful = bans.find((ban) => banMeets(ban, peer) === undefined)
  if (doubtful !== undefined || hasMoreBans) {
    const text = doubtful === undefined ? m.moreBans(bans.length) : explainDoubt(doubtful)
    return { ...place, basis: 'unknown', outcome: 'mayDeny', text }
  }
  return { ...place, basis: 'computed', outcome: 'next', text: m.notBanned }
}

function explainDoubt({ as, who }: Ban): string {
  const isPattern = as === 'clientid_re' || as === 'username_re'
  return isPattern ? m.banPatternUnknown(kinds[as], visibleText(who, 120)) : whyUnknown.address
}

interface AuthenticatorStep {
  readonly step: EvaluationStep
  /** True if this authenticator decides in either case, so no authenticator after it is asked. */
  readonly isLast: boolean
}

type ConnectStepText = Pick<EvaluationStep, 'basis' | 'outcome' | 'text'> & { readonly isLast?: boolean }

const passes = (text: string): ConnectStepText => ({ basis: 'computed', outcome: 'next', text })
const unknown = (text: string): ConnectStepText => ({ basis: 'unknown', outcome: 'unknown', text })

/**
 * The backends for which EMQX refuses a client without a password before it looks for the user; for other backends
 * this is not known.
 */
const compares = ['built_in_database', 'mysql', 'postgresql', 'mongodb', 'redis', 'ldap']

function passwordBased(
  one: Authenticator,
  { users }: AttemptFacts,
  { client }: Asker,
  hasPassword: boolean,
): ConnectStepText {
  const { backend = '' } = one
  if (!hasPassword && compares.includes(backend)) {
    return { basis: 'computed', outcome: 'deny', text: m.noPassword, isLast: true }
  }
  if (backend !== 'built_in_database') return unknown(whyUnknown.external)
  const user = toUserId(one, client) === '' ? undefined : users.get(one.id)
  if (user === undefined) return passes(m.noUser)
  return { ...unknown(user.is_superuser ? m.superuserThere : m.userThere), isLast: true }
}

function jwt({ from }: Authenticator, { client }: Asker, hasPassword: boolean): ConnectStepText {
  const isThere = from === 'username' ? client.username !== undefined : hasPassword
  return isThere ? unknown(m.tokenUnknown) : passes(m.noToken)
}

/**
 * Describes the answer to enhanced authentication. The digest that the client requests is not known, so an
 * authenticator that has the user may still pass it on to the next.
 */
function tellEnhanced(one: Authenticator, { users }: AttemptFacts, { client }: Asker): ConnectStepText {
  const { mechanism, backend } = one
  if (mechanism !== 'scram' && mechanism !== 'gssapi') return passes(m.onlyPlain)
  if (backend !== 'built_in_database') return unknown(whyUnknown.external)
  const user = toUserId(one, client) === '' ? undefined : users.get(one.id)
  if (user === undefined) return passes(m.noUser)
  return unknown(user.is_superuser ? m.superuserThere : m.userThere)
}

interface AuthenticatorStepOptions {
  readonly hasPassword: boolean
  readonly isEnhanced: boolean
  /** The authenticator's answer, as seen in a trace. */
  readonly seen: 'allow' | 'deny' | 'next' | undefined
}

function tellAuthenticator(
  one: Authenticator,
  facts: AttemptFacts,
  asker: Asker,
  given: AuthenticatorStepOptions,
): ConnectStepText {
  const { enable, mechanism } = one
  const { hasPassword, isEnhanced } = given
  if (!enable) return { basis: 'computed', outcome: 'skipped', text: m.disabled }
  if (isEnhanced) return tellEnhanced(one, facts, asker)
  // Enhanced authentication is used only for a client that requests it (MQTT 5 §4.12).
  if (mechanism === 'scram' || mechanism === 'gssapi') return passes(m.notEnhanced)
  if (mechanism === 'jwt') return jwt(one, asker, hasPassword)
  if (mechanism === 'password_based') return passwordBased(one, facts, asker, hasPassword)
  return unknown(mechanism === 'cinfo' ? m.expressionUnknown : whyUnknown.external)
}

const seenWords = { allow: m.seenIn, deny: m.seenRefused, next: m.seenPassed } as const

/** Returns the step for one authenticator, as computed or as seen in a trace. */
function authenticatorStep(
  one: Authenticator,
  facts: AttemptFacts,
  asker: Asker,
  given: AuthenticatorStepOptions,
): AuthenticatorStep {
  const { isLast = false, ...computed } = tellAuthenticator(one, facts, asker, given)
  const place = { id: one.id, title: authnFullName(one), to: linkTo('authenticator', { id: one.id }) }
  if (computed.outcome !== 'unknown' || given.seen === undefined) {
    return { step: { ...place, ...computed }, isLast }
  }
  const step: EvaluationStep = {
    ...place,
    basis: 'observed',
    outcome: given.seen,
    text: seenWords[given.seen],
  }
  return { step, isLast: given.seen !== 'next' }
}
