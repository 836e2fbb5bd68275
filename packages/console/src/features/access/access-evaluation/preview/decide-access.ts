import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { AccessRule, Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import {
  type ChainLink,
  explainAccess,
  type PlacedRule,
} from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { Asker } from '#features/access/access-evaluation/asker.ts'
import { findMatch } from '#features/access/access-evaluation/find-match.ts'
import type { Lack } from '#features/access/access-evaluation/source-links.ts'
import type { AccessPolicy, PolicySource } from './access-policy.ts'

/** A source or rule that is asked before the decision and whose answer the console cannot tell. */
export interface Unsure {
  readonly source: string
  /** Why the answer is unknown: `credentials` may have brought rules, `unread` are rules of the built-in database. */
  readonly lack: Lack | 'credentials' | 'unread'
  /** The permission that results if it decides; undefined if either permission is possible. */
  readonly permission: Permission | undefined
  /** A text that is equal in two policies if the answer to a request is the same in both. */
  readonly identity: string
}

/** The decision about a request; the entries of `unsure` may decide otherwise, in this order. */
export interface AccessAnswer {
  readonly permission: Permission
  /** The deciding source, or `default`. */
  readonly from: string
  readonly placed: PlacedRule | undefined
  readonly unsure: readonly Unsure[]
}

const credentials: Unsure = {
  source: 'client_info',
  lack: 'credentials',
  permission: undefined,
  identity: '',
}

interface Subject {
  readonly asker: Asker
  /** True if the client's credentials may have brought rules. */
  readonly mayBringRules: boolean
}

/**
 * Goes through a policy as the broker does. Where a source leaves the decision open, it goes on to what else would
 * decide.
 */
export function decideAccess(
  policy: AccessPolicy,
  { asker, mayBringRules }: Subject,
  request: AccessRequest,
): AccessAnswer {
  const unsure: Unsure[] = mayBringRules ? [credentials] : []
  function* links(): Generator<ChainLink> {
    for (const source of policy.sources) {
      if (source.isEnabled) yield buildLink(source, policy, { asker, request, unsure })
    }
  }
  const chain = { isSuperuser: false, links: links(), noMatch: policy.noMatch, test: () => false }
  const evaluation = explainAccess(chain, request)
  let turn = evaluation.next()
  while (turn.done !== true) turn = evaluation.next()
  const { permission, from, placed } = turn.value
  return { permission, from, placed, unsure }
}

interface Question {
  readonly asker: Asker
  readonly request: AccessRequest
  /** The open points; the list grows along the chain. */
  readonly unsure: Unsure[]
}

function buildLink(source: PolicySource, policy: AccessPolicy, question: Question): ChainLink {
  const { source: type, rules, settings } = source
  const open = (lack: Unsure['lack'], identity: string): ChainLink => {
    question.unsure.push({ source: type, lack, permission: undefined, identity })
    return { kind: 'asked', source: type, isEnabled: true }
  }
  if (rules === 'external' || rules === 'unreadable') return open(rules, settings)
  if (rules !== 'built-in') return linkOfRules(type, rules, question) ?? open('pattern', settings)
  const { clientid, username } = question.asker.client
  const own = policy.ownRules({ clientid, username })
  const identity = own.isChanged ? 'changed' : ''
  if (own.rules === undefined) return open('unread', identity)
  return linkOfRules(type, own.rules, question) ?? open('pattern', identity)
}

/** Evaluates the rules of a source; returns undefined if too many rules are doubtful. */
function linkOfRules(
  source: string,
  all: readonly PlacedRule[],
  { asker, request, unsure }: Question,
): ChainLink | undefined {
  const { finding, doubts } = findMatch(ruleCandidates(all, request), request, asker.unknown)
  if (finding === undefined) return undefined
  for (const { lacks: lack, placed } of doubts) {
    const { rule } = placed
    unsure.push({ source, lack, permission: rule.permission, identity: JSON.stringify(rule) })
  }
  return { kind: 'found', source, isEnabled: true, finding }
}

/** Tells whether none of the open points could change the permission. */
export function isCertain({ permission, unsure }: AccessAnswer): boolean {
  return unsure.every((one) => one.permission === permission)
}

/** The prefixes that a topic must have for a rule to cover it; undefined if the rule may cover any topic. */
type Beginnings = readonly string[] | undefined

const known = new WeakMap<readonly PlacedRule[], readonly Beginnings[]>()

function listBeginnings({ topics }: AccessRule): Beginnings {
  if (topics === 'all') return undefined
  return topics.map(({ text, isExact }) => {
    if (isExact) return text
    const [literal = ''] = text.split(/[+#]|\$\{/, 1)
    // `a/#` covers `a`.
    return literal.length < text.length ? literal.replace(/\/$/, '') : literal
  })
}

/** Returns the rules that may match a request, in order. Of thousands of rules, nearly all are about other topics. */
export function ruleCandidates(
  rules: readonly PlacedRule[],
  { action, topic }: Pick<AccessRequest, 'action' | 'topic'>,
): readonly PlacedRule[] {
  let beginnings = known.get(rules)
  if (beginnings === undefined) {
    beginnings = rules.map(({ rule }) => listBeginnings(rule))
    known.set(rules, beginnings)
  }
  const found: PlacedRule[] = []
  for (const [at, placed] of rules.entries()) {
    const { rule } = placed
    if (rule.action !== 'all' && rule.action !== action) continue
    const of = beginnings[at]
    if (of === undefined || of.some((beginning) => topic.startsWith(beginning))) found.push(placed)
  }
  return found
}
