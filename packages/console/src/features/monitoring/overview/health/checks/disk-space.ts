import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { visibleText } from '#lib/visible-text.ts'
import { health as m } from '../../../messages/health.ts'
import type { Answer, HealthCheck } from '../health-check.ts'
import { judge } from '../judge.ts'

/** No endpoint tells of disks; a broker that cannot write says so by an alarm, the embedded one at least. */
export function diskSpace(alarms: Answer<readonly Alarm[]>): HealthCheck {
  return judge({
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
