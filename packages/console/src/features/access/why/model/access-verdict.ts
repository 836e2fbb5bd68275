import type { AccessRequest } from '@brokerdeck/contract/access/rules/access-request.ts'
import type { AccessVerdict } from '@brokerdeck/contract/access/rules/explain-access.ts'
import type { AuthenticationOutcome } from '#features/access/access-walk/authentication-outcome.ts'
import { deciderTitle } from '#features/access/access-walk/decider-title.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import { why as m } from '../../messages/why.ts'
import { rememberedFor } from './cache-step.ts'
import type { DeedFacts } from './facts.ts'
import { notesOfDoubt, type Undecided, undecidedVerdict } from './undecided-verdict.ts'
import type { WalkVerdict } from './walk.ts'

interface Decided {
  readonly decided: AccessVerdict
  readonly standing: AuthenticationOutcome
  /** Those whose answers are not known, in order. */
  readonly open: readonly Undecided[]
  readonly request: AccessRequest
}

/** What the client notices of a denial (MQTT 5 §3.4.2.1, §3.9.3; older versions have no word for it). */
function denialOf({ action, qos }: AccessRequest): string {
  if (action === 'subscribe') return m.deniedSubscribe
  return qos === 0 ? m.deniedSilently : m.deniedPublish
}

function notesOfDenial({ settings, session }: DeedFacts, request: AccessRequest): readonly string[] {
  const disconnects = settings.deny_action === 'disconnect'
  const mayBeSubscribed = request.action === 'subscribe' && session !== undefined
  return [
    disconnects ? m.denyDisconnects : denialOf(request),
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

/** What is remembered is what the broker answers now; else an unknown answer in between leaves it open. */
export function accessVerdict(facts: DeedFacts, decision: Decided): WalkVerdict {
  const { decided, standing, open, request } = decision
  const superuser = { title: deciderTitle('superuser'), permission: 'allow' } as const
  const before = standing.superuser === 'unknown' ? [superuser, ...open] : open
  const fresh = undecidedVerdict(before, decided.permission, deciderTitle(decided.from))
  const remembered = rememberedFor(facts, request)
  const outcome = remembered?.result ?? fresh.outcome
  const ofDenial = outcome === 'deny' ? notesOfDenial(facts, request) : []
  const ofSession = notesOfSession(facts, standing)
  if (remembered !== undefined) {
    const ofCache = fresh.outcome === remembered.result ? [] : [freshNotes[fresh.outcome]]
    return { outcome, by: [m.cache], dependsOn: [], notes: [...ofCache, ...ofDenial, ...ofSession] }
  }
  return { ...fresh, notes: [...notesOfDoubt(fresh, decided.permission), ...ofDenial, ...ofSession] }
}
