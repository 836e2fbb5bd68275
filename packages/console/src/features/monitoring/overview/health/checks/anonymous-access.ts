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

/** Tells whether the settings of each listener matter: they do only if some authenticator is enabled. */
export function areListenerSettingsNeeded(authenticators: readonly Authenticator[] = []): boolean {
  return authenticators.some(({ enable }) => enable)
}

/** Checks whether clients can connect without credentials: no authenticator is enabled, or a listener uses none. */
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
