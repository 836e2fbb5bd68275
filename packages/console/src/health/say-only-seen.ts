import { lossReasons, sumOf } from '#features/monitoring/broker-history/drop-log.ts'
import { healthWatch as m } from '#features/monitoring/messages/health-watch.ts'
import type { HealthCheck } from '#features/monitoring/overview/health/health-check.ts'
import type { HealthAnswers } from '#features/monitoring/overview/health/judge-health.ts'
import { formatDuration } from '#i18n/format-time.ts'

/** A page has been open for a while, and says so. Who looked once or twice says no more than that has shown. */
export function sayOnlySeen(check: HealthCheck, { actions, losses, drops }: HealthAnswers): HealthCheck {
  if (check.level !== 'ok') return check
  if (check.id === 'drops' && drops.kind === 'told') {
    const { points, totals } = drops.value
    const isTold = points.length > 0 || sumOf(totals, lossReasons) === 0
    return isTold ? check : { ...check, level: 'unknown', verdict: m.lostEarlier }
  }
  const hasActions = actions.kind === 'told' && actions.value.length > 0
  if (check.id !== 'action-losses' || losses.kind !== 'told' || !hasActions) return check
  const { watched, counts } = losses.value
  const waiting = counts.reduce((sum, { queuing }) => sum + queuing, 0)
  if (watched > 0) return { ...check, verdict: m.calm(waiting, formatDuration(watched, 1)) }
  const isCalm = waiting === 0 && counts.every(({ dropped }) => dropped === 0)
  return isCalm ? { ...check, verdict: m.noneDropped } : { ...check, level: 'unknown', verdict: m.notWatched }
}
