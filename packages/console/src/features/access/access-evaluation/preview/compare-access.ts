import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { findDecidedTopic } from '@brokerdeck/languages/access-rules/decided-topic.ts'
import { stripMountpoint } from '#features/access/access-evaluation/strip-mountpoint.ts'
import type { SlicedWork } from '#lib/run-in-slices.ts'
import type { AccessPolicy } from './access-policy.ts'
import type { AccessSample, AccessSurroundings } from './access-sample.ts'
import { buildSubject, type Subject } from './build-subject.ts'
import { type AccessAnswer, decideAccess, isCertain, type Unsure } from './decide-access.ts'

export type ReportedAnswer = Permission | 'untold'

/** A subscription whose decision changes, or for which that cannot be told. */
export interface AccessDifference {
  readonly clientid: string
  /** The topic as the broker shows it, with share and mountpoint. */
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly before: ReportedAnswer
  readonly after: ReportedAnswer
  /** The answers with their deciders, now and after the change. */
  readonly by: { readonly before: AccessAnswer; readonly after: AccessAnswer }
  /**
   * The open points before the decision that are equal before and after the change: if any of them decides, nothing
   * changes.
   */
  readonly unless: readonly Unsure[]
  /** True if the client may be a superuser; for a superuser nothing changes. */
  readonly mayBeSuperuser: boolean
}

export interface AccessComparison {
  readonly differences: readonly AccessDifference[]
  /** The number of subscriptions that were looked at. */
  readonly looked: number
  /** The number of subscriptions that are left out because their sessions are not connected. */
  readonly absent: number
  /** The number of subscriptions whose clients could not be read. */
  readonly unread: number
}

const isSame = (one: readonly Unsure[], other: readonly Unsure[]): boolean =>
  one.length === other.length &&
  one.every(({ source, lack, identity }, at) => {
    const match = other[at]
    return match?.source === source && match.lack === lack && match.identity === identity
  })

type Difference = Pick<AccessDifference, 'before' | 'after' | 'by' | 'unless'>

/** Compares two answers; returns undefined if nothing changes, whatever the unknown deciders say. */
function findDifference(before: AccessAnswer, after: AccessAnswer): Difference | undefined {
  const by = { before, after }
  if (isSame(before.unsure, after.unsure)) {
    if (before.permission === after.permission) return undefined
    return { before: before.permission, after: after.permission, by, unless: before.unsure }
  }
  const toReportedAnswer = (answer: AccessAnswer): ReportedAnswer =>
    isCertain(answer) ? answer.permission : 'untold'
  const [was, is] = [toReportedAnswer(before), toReportedAnswer(after)]
  return was === is && was !== 'untold' ? undefined : { before: was, after: is, by, unless: [] }
}

/** Finds the sampled subscriptions that a change would decide differently. */
export function* compareAccess(
  { subscriptions, sessions }: AccessSample,
  surroundings: AccessSurroundings,
  { before, after }: { readonly before: AccessPolicy; readonly after: AccessPolicy },
): SlicedWork<AccessComparison> {
  const subjects = new Map<string, Subject>()
  const differences: AccessDifference[] = []
  let [absent, unread] = [0, 0]
  for (const { clientid, topic, qos } of subscriptions) {
    const session = sessions.get(clientid)
    if (session === undefined) unread += 1
    else if (session.connected === false) absent += 1
    if (session === undefined || session.connected === false) continue
    const subject = subjects.get(clientid) ?? buildSubject(session, surroundings)
    subjects.set(clientid, subject)
    // A superuser is always allowed, before and after the change.
    if (subject.superuser === 'yes') continue
    const decided = findDecidedTopic('subscribe', stripMountpoint(topic, session.mountpoint ?? ''))
    if (decided === undefined) continue
    const { client } = subject.asker
    const request: AccessRequest = { client, action: 'subscribe', topic: decided, qos, retain: false }
    const was = decideAccess(before, subject, request)
    yield
    const difference = findDifference(was, decideAccess(after, subject, request))
    const mayBeSuperuser = subject.superuser === 'unknown'
    if (difference !== undefined) differences.push({ clientid, topic, qos, ...difference, mayBeSuperuser })
    yield
  }
  return { differences, looked: subscriptions.length - absent - unread, absent, unread }
}
