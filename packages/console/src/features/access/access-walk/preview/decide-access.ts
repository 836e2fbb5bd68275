import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { AccessRule, Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import {
  type ChainLink,
  explainAccess,
  type PlacedRule,
} from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { Asker } from '#features/access/access-walk/asker.ts'
import { findMatch } from '#features/access/access-walk/find-match.ts'
import type { Lack } from '#features/access/access-walk/source-links.ts'
import type { AccessPolicy, PolicySource } from './access-policy.ts'

/** One that is asked before it is decided, and of which nobody here can tell what it says. */
export interface Unsure {
  readonly source: string
  /** `credentials` may have brought rules, `unread` are those of the built-in database. */
  readonly lack: Lack | 'credentials' | 'unread'
  /** What it says if it says anything; undefined if that may be either. */
  readonly permission: Permission | undefined
  /** Equal texts of two policies: whatever it says of a request, it says both times. */
  readonly identity: string
}

/** What comes of a request; `unsure` may decide otherwise, in this order. */
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
  /** Whether its credentials may have brought rules. */
  readonly mayBringRules: boolean
}

/** Goes through a policy as the broker does. Where something is left open, on to what else would decide. */
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
  const walk = explainAccess(chain, request)
  let turn = walk.next()
  while (turn.done !== true) turn = walk.next()
  const { permission, from, placed } = turn.value
  return { permission, from, placed, unsure }
}

interface Question {
  readonly asker: Asker
  readonly request: AccessRequest
  /** Grows by what is left open on the way. */
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

/** Undefined where too much is left open. */
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

/** Nothing that was left open could change it. */
export function isCertain({ permission, unsure }: AccessAnswer): boolean {
  return unsure.every((one) => one.permission === permission)
}

/** How a topic has to begin for a rule to cover it; undefined: anything may be. */
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

/** Those that may speak of a request, in order: of thousands of rules nearly all are about other topics. */
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
