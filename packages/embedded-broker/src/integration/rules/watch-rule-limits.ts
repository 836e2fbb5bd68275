import type { World } from '../../broker/world.ts'
import { cascadeLimits } from '../../mqtt/cascade.ts'
import type { RuleLimit } from './rule-runner.ts'

const lookMs = 10_000
/** An alarm is for reading. */
const mostNamed = 20

const alarms: Readonly<Record<RuleLimit, { readonly name: string; readonly message: string }>> = {
  time: {
    name: 'rule_time_limit',
    message: 'Rules are skipped: their statements take more than their share of time',
  },
  cascade: {
    name: 'rule_republish_limit',
    message: `Messages of rules are dropped: more than ${cascadeLimits.messages} messages or ${cascadeLimits.timeMs / 1000} seconds of work came of one message`,
  },
  backlog: {
    name: 'rule_backlog_limit',
    message: 'Events are lost to rules: more come in than rules can work off',
  },
}

type Watched = Pick<World, 'alarms' | 'clock' | 'log'>

/** Raises an alarm with the names of the rules that come to a limit, until none does for a while. */
export function watchRuleLimits({ alarms: raised, clock, log }: Watched) {
  const recent = new Set<RuleLimit>()
  const active = new Set<RuleLimit>()
  const stop = clock.every(lookMs, () => {
    for (const limit of [...active]) {
      if (recent.has(limit)) continue
      active.delete(limit)
      raised.limitLeft(alarms[limit].name)
    }
    recent.clear()
  })
  return {
    stop,
    note(limit: RuleLimit, ruleIds: readonly string[]): void {
      recent.add(limit)
      if (active.has(limit)) return
      active.add(limit)
      const { name, message } = alarms[limit]
      const rules = [...new Set(ruleIds)].slice(0, mostNamed)
      log.write({ level: 'error', message: name, details: { rules: rules.join(', ') }, isThrottled: true })
      raised.limitReached(name, message, { rules })
    },
  }
}
