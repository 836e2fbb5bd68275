import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import {
  type AccessRuleSubject,
  everyQos,
  type Permission,
} from '@brokerdeck/languages/access-rules/access-rule.ts'
import { clientValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import { findDecidedTopic } from '@brokerdeck/languages/access-rules/decided-topic.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { ruleMatch } from '#features/access/access-evaluation/find-match.ts'
import type { AccessPolicy } from '#features/access/access-evaluation/preview/access-policy.ts'
import type {
  AccessSample,
  AccessSurroundings,
} from '#features/access/access-evaluation/preview/access-sample.ts'
import { buildSubject, type Subject } from '#features/access/access-evaluation/preview/build-subject.ts'
import {
  type AccessAnswer,
  decideAccess,
  isCertain,
  type Unsure,
} from '#features/access/access-evaluation/preview/decide-access.ts'
import { stripMountpoint } from '#features/access/access-evaluation/strip-mountpoint.ts'
import type { SlicedWork } from '#lib/run-in-slices.ts'

/** A rule whose hits are asked for, and its place. */
export interface AskedRule {
  readonly source: 'file' | 'built_in_database'
  readonly placed: PlacedRule
  /** The clients that the rule is for. Rules of a client ID or a username do not contain this themselves. */
  readonly who: AccessRuleSubject
}

/** The outcome of a rule for one subscription that it covers. */
export type HitOutcome =
  | { readonly kind: 'decides' }
  /** The request is decided before the rule: by an earlier rule, or because the client is a superuser. */
  | { readonly kind: 'earlier'; readonly from: string; readonly placed: PlacedRule | undefined }
  | {
      readonly kind: 'untold'
      readonly mayBeSuperuser: boolean
      readonly unsure: readonly Unsure[]
      /** The permission that results whatever decides; undefined if it cannot be told either. */
      readonly anyway: Permission | undefined
    }

export interface Hit {
  readonly clientid: string
  /** The topic as the broker shows it, with share and mountpoint. */
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly outcome: HitOutcome
}

export interface RuleMatches {
  /** The connected clients of the sample that the rule is for, whatever they do. */
  readonly clients: readonly string[]
  /** The clients for which it cannot be told whether the rule is for them. */
  readonly maybe: readonly string[]
  /** The clients whose name spans more than one level where the topic takes it in. */
  readonly wideNames: readonly string[]
  readonly matches: readonly Hit[]
  /** The number of connected clients that were looked at. */
  readonly lookedClients: number
  /** The number of their subscriptions that were looked at. */
  readonly looked: number
  /** The number of subscriptions whose clients could not be read. */
  readonly unread: number
}

const isSameRule = (one: PlacedRule, other: PlacedRule) =>
  one.table === other.table && one.number === other.number

const tables = ['clients', 'users', 'all'] as const

/** Returns a number that orders the rules of one source. */
function toRank({ table, number }: PlacedRule): number {
  return (table === undefined ? 0 : tables.indexOf(table) * 1e6) + number
}

/** Tells whether the answer was decided before the rule that is asked about. */
function isBefore({ from, placed }: AccessAnswer, asked: AskedRule, policy: AccessPolicy): boolean {
  const at = (name: string) => policy.sources.findIndex(({ source }) => source === name)
  if (from === 'default') return false
  if (from !== asked.source) return at(from) < at(asked.source)
  return placed !== undefined && toRank(placed) < toRank(asked.placed)
}

/** Returns the open points up to the rule: what is left open behind the rule does not affect it. */
function upTo({ source, placed }: AskedRule, unsure: readonly Unsure[]): readonly Unsure[] {
  const identity = JSON.stringify(placed.rule)
  const at = unsure.findIndex((one) => one.source === source && one.identity === identity)
  return at < 0 ? unsure : unsure.slice(0, at + 1)
}

function toHitOutcome(
  asked: AskedRule,
  subject: Subject,
  answer: AccessAnswer,
  policy: AccessPolicy,
): HitOutcome {
  const { permission, from, placed, unsure } = answer
  if (subject.superuser === 'yes') return { kind: 'earlier', from: 'superuser', placed: undefined }
  if (isBefore(answer, asked, policy)) return { kind: 'earlier', from, placed }
  const mayBeSuperuser = subject.superuser === 'unknown'
  const isDecider = from === asked.source && placed !== undefined && isSameRule(placed, asked.placed)
  if (isDecider && unsure.length === 0 && !mayBeSuperuser) return { kind: 'decides' }
  const isSame = isCertain(answer) && (!mayBeSuperuser || permission === 'allow')
  const anyway = isSame ? permission : undefined
  return { kind: 'untold', mayBeSuperuser, unsure: upTo(asked, unsure), anyway }
}

function buildRequest({ asker }: Subject, topic: string, qos: 0 | 1 | 2): AccessRequest {
  return { client: asker.client, action: 'subscribe', topic, qos, retain: false }
}

const namePlaceholder = /\$\{((?:clientid|username|cert_|client_attrs\.)[^}]*)\}/g

/**
 * Tells whether a client's name spans several levels of the topic: the broker splits a topic into levels only after
 * it has filled in the placeholders.
 */
function hasWideName({ placed }: AskedRule, { asker }: Subject): boolean {
  const { topics } = placed.rule
  if (topics === 'all') return false
  return topics.some(
    ({ text, isExact }) =>
      !isExact &&
      [...text.matchAll(namePlaceholder)].some(([, name = '']) =>
        /[+#/]/.test(clientValue(asker.client, name) ?? ''),
      ),
  )
}

/** Tells whether the rule is for a client, whatever the client does. */
function matchClient({ placed, who }: AskedRule, subject: Subject) {
  const anything = {
    ...placed.rule,
    who,
    action: 'all',
    qos: everyQos,
    retain: 'all',
    topics: 'all',
  } as const
  return ruleMatch(anything, buildRequest(subject, '', 0), subject.asker.unknown)
}

/**
 * Finds the clients and subscriptions of a sample that a rule covers, and tells which of them the rule decides at its
 * place.
 */
export function* ruleMatches(
  asked: AskedRule,
  policy: AccessPolicy,
  { subscriptions, sessions }: AccessSample,
  surroundings: AccessSurroundings,
): SlicedWork<RuleMatches> {
  const subjects = new Map<string, Subject>()
  const clients: string[] = []
  const maybe: string[] = []
  const wideNames: string[] = []
  let lookedClients = 0
  for (const session of sessions.values()) {
    if (session.connected === false) continue
    lookedClients += 1
    const subject = buildSubject(session, surroundings)
    const isMeant = matchClient(asked, subject)
    if (isMeant !== false) subjects.set(session.clientid, subject)
    if (isMeant !== false) (isMeant === true ? clients : maybe).push(session.clientid)
    if (isMeant === true && hasWideName(asked, subject)) wideNames.push(session.clientid)
    yield
  }
  const matches: Hit[] = []
  const isAsked = policy.sources.some(({ source, isEnabled }) => source === asked.source && isEnabled)
  let [looked, unread] = [0, 0]
  for (const { clientid, topic, qos } of subscriptions) {
    const session = sessions.get(clientid)
    if (session === undefined) unread += 1
    else if (session.connected !== false) looked += 1
    const subject = subjects.get(clientid)
    const decided = findDecidedTopic('subscribe', stripMountpoint(topic, session?.mountpoint ?? ''))
    if (subject === undefined || decided === undefined || !isAsked) continue
    const request = buildRequest(subject, decided, qos)
    if (ruleMatch({ ...asked.placed.rule, who: asked.who }, request, subject.asker.unknown) === false)
      continue
    const answer = decideAccess(policy, subject, request)
    matches.push({ clientid, topic, qos, outcome: toHitOutcome(asked, subject, answer, policy) })
    yield
  }
  return { clients, maybe, wideNames, matches, lookedClients, looked, unread }
}
