import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { netCovers } from '@brokerdeck/contract/access/rules/ip-net.ts'
import { banMeets } from '#domain/client/ban-meets.ts'
import { type Asker, askerOf } from '#features/access/access-walk/asker.ts'
import { whyUnknown } from '#features/access/access-walk/why-unknown.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { why as m } from '../../messages/why.ts'
import { authenticatorStep } from './authenticator-step.ts'
import type { AttemptFacts } from './facts.ts'
import { identifierStep, knownSettings, notesOfSettings } from './mqtt-limit.ts'
import type { Observed } from './observed.ts'
import { notesOfDoubt, type Undecided, undecidedVerdict } from './undecided-verdict.ts'
import type { Walk, WalkStep } from './walk.ts'

const kinds: Readonly<Record<Ban['as'], string>> = {
  clientid: m.banClientid,
  username: m.banUsername,
  peerhost: m.banAddress,
  clientid_re: m.banClientids,
  username_re: m.banUsernames,
  peerhost_net: m.banNet,
}

const isForAll = (rule: string) => /\sall$/.test(rule)

/** What comes of an attempt to connect, in the broker's order: listener, bans, authenticators. */
export function walkConnect(facts: AttemptFacts, question: WhyQuestion, observed: Observed): Walk {
  const { steps, verdict } = walkAttempt(facts, question, observed)
  const mqtt = knownSettings({ kind: 'attempt', facts })
  return {
    steps,
    verdict: { ...verdict, notes: [...verdict.notes, ...notesOfSettings(mqtt, question, verdict)] },
  }
}

function walkAttempt(facts: AttemptFacts, question: WhyQuestion, observed: Observed): Walk {
  const asker = askerOf(question, facts)
  const steps: WalkStep[] = []
  const mqtt = knownSettings({ kind: 'attempt', facts })
  const { clientid } = question
  for (const step of [listenerStep(facts, asker), ...identifierStep(mqtt, clientid), banStep(facts, asker)]) {
    steps.push(step)
    if (step.outcome === 'deny') return walkTo(steps)
  }
  const authn = facts.listener?.enable_authn
  const { isEnhanced } = question
  const letIn = isEnhanced ? chainStep('unknown', m.enhancedUnasked) : undefined
  if (authn === false || authn === 'false')
    return walkTo([...steps, letIn ?? chainStep('allow', m.listenerAsksNobody)])
  if (authn === 'quick_deny_anonymous' && (asker.client.username ?? '') === '') {
    return walkTo([...steps, chainStep('deny', m.quickDeny)])
  }
  if (!facts.authenticators.some(({ enable }) => enable)) {
    return walkTo([...steps, letIn ?? chainStep('allow', m.nobodyAsked)])
  }
  for (const one of facts.authenticators) {
    const seen = observed.results.get(one.id)
    const { step, isLast } = authenticatorStep(one, facts, asker, {
      ...{ hasPassword: question.password, isEnhanced, seen },
    })
    steps.push(step)
    if (isLast || step.outcome === 'allow' || step.outcome === 'deny') return walkTo(steps)
  }
  return walkTo([...steps, chainStep('deny', m.nobodyKnew)])
}

function chainStep(outcome: 'allow' | 'deny' | 'unknown', text: string): WalkStep {
  const basis = outcome === 'unknown' ? 'unknown' : 'computed'
  return { id: 'chain', title: m.chain, basis, outcome, text, href: paths.authentication() }
}

const permissions = { mayAllow: 'allow', mayDeny: 'deny', unknown: undefined } as const

/** What a step leaves open; nothing where it is known what it says. */
function openOf({ title, outcome }: WalkStep): readonly Undecided[] {
  return outcome === 'unknown' || outcome === 'mayAllow' || outcome === 'mayDeny'
    ? [{ title, permission: permissions[outcome] }]
    : []
}

/** The last step decides, unless something before it may decide otherwise, or it is itself unknown. */
function walkTo(steps: readonly WalkStep[]): Walk {
  const open = steps.flatMap(openOf)
  const { outcome = 'unknown', title = '' } = steps.at(-1) ?? {}
  if (outcome !== 'allow' && outcome !== 'deny') {
    const dependsOn = open.map((one) => one.title)
    return { steps, verdict: { outcome: 'depends', by: [title], dependsOn, notes: [] } }
  }
  const settled = undecidedVerdict(open, outcome, title)
  return { steps, verdict: { ...settled, notes: notesOfDoubt(settled, outcome) } }
}

/** Where a client knocks: whether anybody is there, and whether its address may. */
function listenerStep({ listener }: Pick<AttemptFacts, 'listener'>, asker: Asker): WalkStep {
  const { listener: id = '', peerhost } = asker.client
  const place = {
    id: 'listener',
    title: m.listener(visibleText(id, 80)),
    href: paths.listener(id),
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

/** Whoever is banned is refused before anybody is asked. */
function banStep({ bans, hasMoreBans }: AttemptFacts, asker: Asker): WalkStep {
  const place = { id: 'ban', title: m.bans, href: paths.banned() }
  const { clientid, username, peerhost } = asker.client
  const peer = { clientid, username, peerhost: asker.unknown.has('address') ? undefined : peerhost }
  const met = bans.find((ban) => banMeets(ban, peer) === true)
  if (met !== undefined) {
    const text = m.banned(kinds[met.as], visibleText(met.who, 120), until(met))
    return { ...place, basis: 'computed', outcome: 'deny', text }
  }
  const doubtful = bans.find((ban) => banMeets(ban, peer) === undefined)
  if (doubtful !== undefined || hasMoreBans) {
    const text = doubtful === undefined ? m.moreBans(bans.length) : doubtOf(doubtful)
    return { ...place, basis: 'unknown', outcome: 'mayDeny', text }
  }
  return { ...place, basis: 'computed', outcome: 'next', text: m.notBanned }
}

function doubtOf({ as, who }: Ban): string {
  const isPattern = as === 'clientid_re' || as === 'username_re'
  return isPattern ? m.banPatternUnknown(kinds[as], visibleText(who, 120)) : whyUnknown.address
}
