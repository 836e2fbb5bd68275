import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { findDecidedTopic } from '@brokerdeck/languages/access-rules/decided-topic.ts'
import {
  type AccessStep,
  type AccessVerdict,
  type ChainLink,
  explainAccess,
  type Finding,
} from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { PatternTest } from '@brokerdeck/languages/access-rules/match-rule.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import type { AccessAction, Subject, Verdict } from '../../mqtt/client/access.ts'
import type { HookPoints } from '../../mqtt/events/hook-points.ts'
import type { Traced, TraceEvent, Tracing } from '../../mqtt/events/tracing.ts'
import type { AccessSource } from './access-source.ts'
import { type CacheSettings, DecisionCache, type Remembered } from './decision-cache.ts'
import type { SourceFigures } from './source-figures.ts'

const formatAction = ({ action, qos, retain }: AccessRequest): string =>
  action === 'publish' ? `PUBLISH(Q${qos},R${retain ? 1 : 0})` : `SUBSCRIBE(Q${qos})`

const messages = {
  allow: 'authorization_matched_allow',
  deny: 'authorization_matched_deny',
  ignore: 'authorization_module_ignore',
  nomatch: 'authorization_nomatch',
} as const

export interface AuthorizerSettings {
  readonly noMatch: Permission
  readonly disconnects: boolean
  readonly cache: CacheSettings
}

interface AuthorizerDeps {
  readonly settings: () => AuthorizerSettings
  readonly sources: () => readonly AccessSource[]
  readonly figures: SourceFigures
  readonly test: PatternTest
  readonly trace: Tracing
  readonly hooks: Pick<HookPoints<unknown>, 'authorize'>
  readonly now: () => number
}

/** Decides what clients may do, from a cached decision or by asking the chain. */
export class Authorizer {
  readonly #parts: AuthorizerDeps
  /** One cache for each connection. A new chain of sources starts with empty caches. */
  #caches = new WeakMap<object, DecisionCache>()

  constructor(parts: AuthorizerDeps) {
    this.#parts = parts
  }

  authorize(subject: Subject, action: AccessAction, written: string): Verdict | Promise<Verdict> {
    const { metrics } = subject.nodeContext
    const topic = findDecidedTopic(action.kind, written)
    if (topic === undefined) return this.#tellVerdict(subject, 'deny', 'default')
    const request = toRequest(subject, action, topic)
    const { cache: settings } = this.#parts.settings()
    const isRemembered = settings.isEnabled && !settings.excludes.some((one) => topicMatches(one, topic))
    // The verdict goes into the cache of this request: if that cache is dropped while a source decides, the verdict
    // is dropped with it.
    const cache = isRemembered ? this.#openCache(subject) : undefined
    if (cache !== undefined) {
      const known = cache.get(request, this.#parts.now(), settings)
      metrics.count(known === undefined ? 'authorization.cache_miss' : 'authorization.cache_hit')
      if (known !== undefined) return this.#tellVerdict(subject, known, 'cache')
    }
    metrics.count('client.authorize')
    const settle = (verdict: AccessVerdict): Verdict => {
      const { maxSize } = this.#parts.settings().cache
      cache?.put(request, verdict.permission, this.#parts.now(), maxSize)
      this.#count(subject, request, verdict)
      return this.#tellVerdict(subject, verdict.permission, verdict.from)
    }
    const decided = this.#decide(subject, request)
    const verdict =
      decided instanceof Promise
        ? decided.then((one) => this.#askLast(subject, request, one))
        : this.#askLast(subject, request, decided)
    return verdict instanceof Promise ? verdict.then(settle) : settle(verdict)
  }

  /** Asks the `authorize` hook if no source has made a decision. */
  #askLast(
    subject: Subject,
    { action, topic }: AccessRequest,
    verdict: AccessVerdict,
  ): AccessVerdict | Promise<AccessVerdict> {
    if (verdict.from !== 'default') return verdict
    const isAllowed = verdict.permission === 'allow'
    const asked = this.#parts.hooks.authorize?.({ subject, action, topic, isAllowed })
    if (asked === undefined) return verdict
    return asked.then((said) =>
      said === undefined ? verdict : { ...verdict, permission: said ? 'allow' : 'deny', from: 'exhook' },
    )
  }

  /** Lists the cached decisions, newest first. */
  listRemembered(subject: object): readonly Remembered[] {
    return this.#caches.get(subject)?.list(this.#parts.now(), this.#parts.settings().cache) ?? []
  }

  forget(subject: object): void {
    this.#caches.delete(subject)
  }

  forgetAll(): void {
    this.#caches = new WeakMap()
  }

  #decide(subject: Subject, request: AccessRequest): AccessVerdict | Promise<AccessVerdict> {
    const { noMatch } = this.#parts.settings()
    const sources = this.#parts.sources()
    const links = [ownLink(subject, this.#parts.now()), ...sources.map(({ link }) => link)]
    const { isSuperuser } = subject.rights
    const walk = explainAccess({ isSuperuser, links, noMatch, test: this.#parts.test }, request)
    const goOn = (given: Finding | undefined): AccessVerdict | Promise<AccessVerdict> => {
      for (let turn = walk.next(given); ; turn = walk.next()) {
        if (turn.done === true) return turn.value
        const asked = this.#observe(subject, request, turn.value, sources)
        if (asked !== undefined) return asked.then(goOn)
      }
    }
    return goOn(undefined)
  }

  #observe(
    subject: Subject,
    request: AccessRequest,
    step: AccessStep,
    sources: readonly AccessSource[],
  ): Promise<Finding> | undefined {
    if (step.kind === 'question') {
      return sources.find(({ type }) => type === step.source)?.ask?.(request, subject.node)
    }
    if (step.kind === 'found') {
      this.#parts.figures.count(step.source, subject.node, step.finding.decision)
      this.#parts.trace.write?.(traceFinding(subject, request, step.source, step.finding))
    }
    return undefined
  }

  #openCache(subject: Subject): DecisionCache {
    const cache = this.#caches.get(subject) ?? new DecisionCache()
    this.#caches.set(subject, cache)
    return cache
  }

  #count(subject: Subject, request: AccessRequest, { from, permission }: AccessVerdict): void {
    const { metrics } = subject.nodeContext
    if (from === 'superuser') metrics.count('authorization.superuser')
    else
      metrics.count(
        from === 'default' || from === 'exhook'
          ? 'authorization.nomatch'
          : `authorization.matched.${permission}`,
      )
    if (permission === 'deny') this.#parts.trace.write?.(toTracedDenial(subject, request, from))
  }

  #tellVerdict({ nodeContext }: Subject, permission: Permission, source: string): Verdict {
    nodeContext.metrics.count(`authorization.${permission}`)
    if (permission === 'deny' && this.#parts.settings().disconnects)
      return { permission, disconnects: true, source }
    return { permission, source }
  }
}

function toRequest(subject: Subject, action: AccessAction, topic: string): AccessRequest {
  const { clientid, username, ipAddress: peerhost, attributes, listener, protocolName, mountpoint } = subject
  const { commonName: certCommonName, subject: certSubject } = subject.certificate ?? {}
  return {
    client: {
      clientid,
      username,
      peerhost,
      attributes,
      listener,
      protocolName,
      mountpoint,
      ...(certCommonName === undefined ? {} : { certCommonName }),
      ...(certSubject === undefined ? {} : { certSubject }),
    },
    action: action.kind,
    topic,
    qos: action.qos,
    retain: action.kind === 'publish' && action.retain,
  }
}

const nothingOwn: ChainLink = {
  kind: 'found',
  source: 'client_info',
  isEnabled: true,
  finding: { decision: 'ignore' },
}
const expiredOwn: ChainLink = { ...nothingOwn, finding: { decision: 'deny', fault: 'expired' } }

/**
 * Returns the link for the rules that came with the client's credentials. These rules are checked first, until they
 * expire.
 */
function ownLink(
  { rights: { rules, rulesExpireAt = Number.POSITIVE_INFINITY } }: Subject,
  now: number,
): ChainLink {
  if (rules === undefined) return nothingOwn
  if (rulesExpireAt < now) return expiredOwn
  const placed = rules.map((rule, at) => ({ rule, number: at + 1 }))
  return { kind: 'rules', source: 'client_info', isEnabled: true, rules: () => placed }
}

/** Returns the trace event for the decision of one source, with the rule that decided. */
function traceFinding(
  who: Traced,
  request: AccessRequest,
  source: string,
  { decision, placed, fault }: Finding,
): TraceEvent {
  const where = placed?.table === undefined ? '' : `${placed.table} `
  return {
    who,
    tag: 'AUTHZ',
    msg: messages[decision],
    topic: request.topic,
    meta: {
      action: formatAction(request),
      authorize_type: source,
      module: `emqx_authz_${source === 'built_in_database' ? 'mnesia' : source}`,
      ...(placed === undefined ? {} : { rule: `${where}${placed.number}` }),
      ...(fault === undefined ? {} : { reason: fault }),
      username: who.username ?? 'undefined',
    },
  }
}

function toTracedDenial(who: Traced, request: AccessRequest, source: string): TraceEvent {
  return {
    who,
    tag: 'AUTHZ',
    level: 'warning',
    msg: 'authorization_permission_denied',
    topic: request.topic,
    meta: { action: formatAction(request), source },
  }
}
