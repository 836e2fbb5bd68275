import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'
import type { Listener } from '@brokerdeck/contract/settings/listeners.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  bothAnswers,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** What a listener asks of its clients matters only where some authenticator would answer. */
export function areListenerSettingsNeeded(authenticators: readonly Authenticator[] = []): boolean {
  return authenticators.some(({ enable }) => enable)
}

/** Whether somebody without credentials may connect: no authenticator is asked, or a listener asks none. */
export function anonymousAccess(
  authenticators: Answer<readonly Authenticator[]>,
  listeners: Answer<readonly Listener[]>,
): HealthCheck {
  return judgeSubject({
    id: 'anonymous-access',
    subject: m.anonymous,
    answer: bothAnswers(authenticators, listeners),
    judge([chain, open]) {
      const asked = chain.filter(({ enable }) => enable)
      if (asked.length === 0) {
        return {
          level: 'warn',
          verdict: m.anonymousAllowed,
          evidence: [chain.length === 0 ? m.noAuthenticators : m.authenticatorsOff(chain.length)],
          consequence: m.anonymousConsequence,
          fix: { label: m.toAuthentication, to: linkTo('authentication') },
        }
      }
      const bypassed = open.filter((one) => one.enable && one.enable_authn === false)
      if (bypassed.length === 0) return ok(m.anonymousRefused(asked.length))
      return {
        level: 'warn',
        verdict: m.anonymousListeners(bypassed.length),
        evidence: bypassed.map(({ id, bind }) =>
          m.listenerAsksNobody(visibleText(id), visibleText(String(bind))),
        ),
        consequence: m.anonymousConsequence,
        fix: { label: m.toListeners, to: linkTo('listeners') },
      }
    },
  })
}
