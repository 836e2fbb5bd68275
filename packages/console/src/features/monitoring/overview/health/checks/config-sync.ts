import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { health as m } from '../../../messages/overview.ts'
import { type Answer, type HealthCheck, ok } from '../health-check.ts'
import { judge } from '../judge.ts'

/** EMQX raises it on the node that could not apply a change, and tries that change again until it can. */
const stuckAlarm = 'cluster_rpc_apply_failed'

/** Whether every node follows the configuration of the cluster. */
export function configSync(alarms: Answer<readonly Alarm[]>): HealthCheck {
  return judge({
    id: 'config-sync',
    subject: m.configSync,
    answer: alarms,
    judge(list) {
      const stuck = list.filter(({ name }) => name === stuckAlarm)
      if (stuck.length === 0) return ok(m.configSynced)
      return {
        level: 'bad',
        verdict: m.configStuck(new Set(stuck.map(({ node }) => node)).size),
        evidence: stuck.map(({ node, message }) => m.configStuckOn(visibleText(node), visibleText(message))),
        consequence: m.configStuckConsequence,
        fix: { label: m.toAlarms, to: paths.alarms() },
      }
    },
  })
}
