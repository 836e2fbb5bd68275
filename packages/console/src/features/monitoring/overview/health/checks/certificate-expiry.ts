import type { ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  bothAnswers,
  type HealthCheck,
  type Judgement,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { parseExposition } from '#lib/exposition.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

const day = 86_400_000
/** The usual certificates of the web are renewed about this long before they expire. */
const soon = 30 * day

/** Checks the certificates of listeners through the broker's metrics, because the files stay with the broker. */
export function certificateExpiry(
  listeners: Answer<readonly ListenerSummary[]>,
  figures: Answer<string>,
  now: number,
): HealthCheck {
  return judgeSubject({
    id: 'certificates',
    subject: m.certificates,
    answer: bothAnswers(listeners, figures),
    judge([all, text]) {
      const encrypted = all.filter(isEncrypted)
      return encrypted.length === 0 ? ok(m.noTls) : byExpiry(encrypted, parseExpiries(text), now)
    },
  })
}

/** Returns true for a listener that is enabled and has a certificate. */
export function isEncrypted({ type, enable }: ListenerSummary): boolean {
  return enable && /^(ssl|wss|quic)$/.test(type)
}

/**
 * Returns the expiry by listener, in epoch milliseconds. A listener has its own certificate on each node; the
 * earliest expiry counts.
 */
function parseExpiries(text: string): ReadonlyMap<string, number> {
  const samples = parseExposition(text).find(({ name }) => name === 'emqx_cert_expiry_at')?.samples ?? []
  const known = samples.map(({ labels, value }) => ({
    id: `${labels['listener_type']}:${labels['listener_name']}`,
    at: value * 1000,
  }))
  return new Map(known.toSorted((a, b) => b.at - a.at).map(({ id, at }) => [id, at]))
}

function byExpiry(
  encrypted: readonly ListenerSummary[],
  expiries: ReadonlyMap<string, number>,
  now: number,
): Judgement {
  const known = encrypted
    .flatMap(({ id }) => {
      const at = expiries.get(id)
      return at === undefined ? [] : [{ id, at }]
    })
    .sort((a, b) => a.at - b.at)
  const evidence = [
    ...known.map(({ id, at }) =>
      at <= now
        ? m.expiredSince(visibleText(id), formatDateTime(at))
        : m.expiresAt(visibleText(id), formatDateTime(at), formatDuration(at - now, 1)),
    ),
    ...encrypted.filter(({ id }) => !expiries.has(id)).map(({ id }) => m.expiryUntold(visibleText(id))),
  ]
  const [first] = known
  const common = {
    evidence,
    consequence: m.certificateConsequence,
    fix: { label: m.toListeners, to: linkTo('listeners') },
  }
  if (first !== undefined && first.at <= now)
    return { level: 'bad', verdict: m.certificateExpired, ...common }
  if (first !== undefined && first.at - now < soon)
    return { level: 'warn', verdict: m.certificateSoon, ...common }
  if (known.length < encrypted.length) return { level: 'unknown', verdict: m.certificateUnknown, evidence }
  return ok(m.certificatesGood(known.length), evidence)
}
