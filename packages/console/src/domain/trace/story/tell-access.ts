import type { TraceEvent } from '#domain/trace/trace-row.ts'
import { findLastEvent, type OpenStory, place } from './open-story.ts'
import type { Permission, StoryEventOf } from './story.ts'

type Authenticate = StoryEventOf<'authenticate'>

/** Returns a text, or the text form of an Erlang term or a JSON value. */
function printTerm(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || value === 'undefined') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parses `{error,bad_username_or_password}`, `{ok,#{…}}`, `ignore`. */
function parseOutcome(result: string | undefined): Pick<Authenticate, 'outcome' | 'reason'> {
  if (result === undefined || /^"?ignore/.test(result)) return { outcome: 'passed-on', reason: undefined }
  const reason = /error\W+([a-z]\w*)/.exec(result)?.[1]
  return /error/.test(result) ? { outcome: 'refused', reason } : { outcome: 'allowed', reason: undefined }
}

/** Adds the decision of an authenticator, or of the whole chain. */
export function tellAuthentication(story: OpenStory, row: TraceEvent): void {
  const { meta } = row
  const by = printTerm(meta['authenticator'] ?? meta['provider'])
  const why = printTerm(meta['reason'])
  const result = printTerm(meta['result'])
  // Enhanced authentication continues (MQTT 5 §4.12), so there is no decision yet.
  if (result !== undefined && /^\W*continue/.test(result)) return
  const told = parseOutcome(result)
  const isNobodyAsked = why === 'empty_chain' || why === 'no_chain' || why === 'enable_authn_false'
  if (row.msg === 'authenticator_result') {
    story.events.push({ ...place(row), kind: 'authenticate', by, ...told })
    return
  }
  if (told.outcome !== 'refused' && isNobodyAsked) {
    story.events.push({ ...place(row), kind: 'authenticate', by: undefined, outcome: 'none', reason: why })
    return
  }
  const isFailure = row.msg === 'authentication_failure'
  const outcome = isFailure ? 'refused' : told.outcome
  const reason = isFailure ? (why ?? told.reason) : told.reason
  const before = findLastEvent(story, 'authenticate')
  // The chain repeats the decision of the authenticator.
  if (before?.outcome === outcome) return
  story.events.push({ ...place(row), kind: 'authenticate', by, outcome, reason })
}

const permissions: Readonly<Record<string, Permission>> = {
  authorization_matched_allow: 'allow',
  authorization_skipped_as_superuser: 'allow',
  authorization_permission_allowed: 'allow',
  authorization_matched_deny: 'deny',
  authorization_permission_denied: 'deny',
  authorization_nomatch: 'none',
}

type Deed = Pick<StoryEventOf<'authorize'>, 'action' | 'qos' | 'isRetained'>

const toQos = (qos: unknown) => (qos === 1 || qos === 2 ? qos : 0)

/** Parses `SUBSCRIBE(Q1)`, `PUBLISH(Q0,R1)`; a line with only the name of the action refers to the packet before it. */
function readAction(story: OpenStory, row: TraceEvent): Deed {
  const written = printTerm(row.meta['action']) ?? row.msg
  const action = /subscribe/i.test(written) ? 'subscribe' : 'publish'
  const level = /Q([012])/.exec(written)?.[1]
  if (level !== undefined) return { action, qos: toQos(Number(level)), isRetained: /R1/.test(written) }
  if (action === 'subscribe') {
    const asked = findLastEvent(story, 'subscribe')?.filters.find(({ filter }) => filter === row.topic)
    return { action, qos: toQos(asked?.qos), isRetained: false }
  }
  const sent = story.events.findLast((event) => event.kind === 'publish' && event.topic === row.topic)
  if (sent?.kind !== 'publish') return { action, qos: 0, isRetained: false }
  return { action, qos: toQos(sent.qos), isRetained: sent.isRetained }
}

/** Adds the decision of an authorization source, or of all sources, on a topic. */
export function tellAuthorization(story: OpenStory, row: TraceEvent): void {
  const { msg, meta, topic = '' } = row
  const permission = msg.startsWith('cannot_') ? 'deny' : permissions[msg]
  if (permission === undefined) return
  const deed = readAction(story, row)
  const { action } = deed
  const by =
    msg === 'authorization_skipped_as_superuser'
      ? 'superuser'
      : printTerm(meta['authorize_type'] ?? meta['source'])
  const before = findLastEvent(story, 'authorize')
  const isRepeated = before?.topic === topic && before.action === action && before.permission === permission
  // Several lines report the same denial: the source's line, the decision's line, and the line on the fate of the
  // packet.
  if (isRepeated && (by === undefined || by === before.by)) return
  const rule = printTerm(meta['rule'])
  story.events.push({ ...place(row), kind: 'authorize', ...deed, topic, permission, by, rule })
}
