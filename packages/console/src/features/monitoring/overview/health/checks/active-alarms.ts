import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { alarmTitle } from '#domain/alarm/alarm-title.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import type { Explain } from './connector-state.ts'

const shown = 5

/** Checks for active alarms of the broker. */
export function activeAlarms(alarms: Answer<readonly Alarm[]>, explain: Explain): HealthCheck {
  return judgeSubject({
    id: 'alarms',
    subject: m.alarms,
    answer: alarms,
    judge(list) {
      if (list.length === 0) return ok(m.noAlarms)
      const rest = list.length - shown
      return {
        level: 'warn',
        verdict: m.alarmsActive(list.length),
        evidence: [
          ...list
            .slice(0, shown)
            .map((alarm) =>
              m.alarmIs(
                alarmTitle(alarm) ?? visibleText(alarm.name),
                visibleText(alarm.node),
                explain(alarm.message) ?? visibleText(alarm.message),
              ),
            ),
          ...(rest > 0 ? [m.moreAlarms(rest)] : []),
        ],
        consequence: m.alarmsConsequence,
        fix: { label: m.toAlarms, to: linkTo('alarms') },
      }
    },
  })
}

/**
 * Checks disk space through alarms, because no endpoint reports disks. The embedded broker, at least, raises an alarm
 * when it cannot write.
 */
export function diskSpace(alarms: Answer<readonly Alarm[]>): HealthCheck {
  return judgeSubject({
    id: 'disk',
    subject: m.disk,
    answer: alarms,
    judge(list) {
      const failed = list.filter(({ name }) => /storage|disk/.test(name))
      if (failed.length === 0)
        return { level: 'unknown', verdict: m.diskUnknown, evidence: [m.diskUnknownWhy] }
      return {
        level: 'bad',
        verdict: m.diskFailed,
        evidence: failed.map(({ name, node, message }) =>
          m.alarmIs(visibleText(name), visibleText(node), visibleText(message)),
        ),
        consequence: m.diskConsequence,
      }
    },
  })
}
